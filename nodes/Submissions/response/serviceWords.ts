import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import type { Reading } from './read';

/** What a service said of why it refused, wherever in its answer that stood. */
export interface ServiceWords {
	/** Its sentences, joined; empty where it said nothing. */
	readonly message: string;
	/** What it said of single fields: from the field's name to a list of messages. */
	readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
}

const MOST_SENTENCES = 20;
const MOST_FIELDS = 50;
const MOST_MESSAGES_A_FIELD = 10;
const DEEPEST_FIELD = 5;

/** Keys under which services put sentences, in the order in which a person would want to read them. */
const SENTENCES = [
	'title',
	'message',
	'errordescription',
	'detail',
	'error',
	'reason',
	'msg',
	'defaultmessage',
	'description',
	'text',
];

/** Keys under which services put what is wrong with single fields, as a list or a map. */
const GROUPS = [
	'errors',
	'fielderrors',
	'details',
	'violations',
	'fieldviolations',
	'invalidparams',
	'issues',
	'modelstate',
];

/** Keys that name the field inside one entry of a list of objects. */
const FIELD_NAMES = [
	'field',
	'property',
	'propertypath',
	'pointer',
	'path',
	'param',
	'attribute',
	'loc',
	'name',
];

/** Where one entry of a list says what is wrong; a code is better than nothing. */
const ENTRY_SENTENCES = [
	'detail',
	'message',
	'msg',
	'defaultmessage',
	'error',
	'description',
	'reason',
	'title',
	'code',
];

/** Names that frameworks use for what concerns no single field. */
const NO_FIELD = new Set(['base', 'non_field_errors', 'nonFieldErrors', '_', '__all__', 'general']);

/** Keys that are about the answer where it does not say that it speaks of fields. */
const ABOUT_THE_ANSWER = new Set([
	'status',
	'statuscode',
	'code',
	'type',
	'success',
	'ok',
	'timestamp',
	'path',
	'instance',
	'traceid',
	'requestid',
]);

/**
 * Finds the service's own words in an answer: JSON in any of the usual shapes, text, or the title of
 * an HTML page. The interface shows no error body, so none is taken for granted.
 *
 * @param reading the answer's body
 */
export function findServiceWords(reading: Reading): ServiceWords {
	if (reading.kind === 'html') return { message: pageTitle(reading.text), fieldErrors: {} };
	if (reading.kind !== 'body') return { message: reading.text.trim(), fieldErrors: {} };
	const found = new Findings();
	collectBody(reading.body, found);
	return found.words();
}

/** Gathers each sentence once, and messages by field. */
class Findings {
	private readonly sentences = new Set<string>();
	private readonly byField = new Map<string, string[]>();

	say(sentence: string): void {
		const text = sentence.trim();
		if (text !== '' && this.sentences.size < MOST_SENTENCES) this.sentences.add(text);
	}

	sayOf(field: string, message: string): void {
		if (NO_FIELD.has(field)) {
			this.say(message);
			return;
		}
		const messages = this.byField.get(field) ?? [];
		if (messages.length >= MOST_MESSAGES_A_FIELD) return;
		if (messages.length === 0 && this.byField.size >= MOST_FIELDS) return;
		this.byField.set(field, [...messages, message]);
	}

	isEmpty(): boolean {
		return this.sentences.size === 0 && this.byField.size === 0;
	}

	words(): ServiceWords {
		return {
			message: [...this.sentences].join(' '),
			fieldErrors: Object.fromEntries(this.byField),
		};
	}
}

function collectBody(body: JsonValue | undefined, found: Findings): void {
	if (isObject(body) && isMapOfLists(body)) {
		collectFieldMap(body, found);
		return;
	}
	collect(body, found);
	if (found.isEmpty() && isObject(body)) collectBareMap(body, found);
}

/** A map from fields to messages with nothing around it; JSend has them under `data`. */
function collectBareMap(body: JsonObject, found: Findings): void {
	const { data, ...others } = body;
	if (isObject(data)) collectFieldMap(data, found);
	collectFieldMap(ofFields(isObject(data) ? others : body), found);
}

function collect(value: JsonValue | undefined, found: Findings): void {
	if (typeof value === 'string') {
		found.say(value);
	} else if (Array.isArray(value)) {
		for (const entry of value) collectEntry(entry, found);
	} else if (isObject(value)) {
		collectObject(value, found);
	}
}

function collectObject(object: JsonObject, found: Findings): void {
	const values = byPlainKey(object);
	for (const key of SENTENCES) {
		if (key !== 'error' || !isCode(values)) collect(values.get(key), found);
	}
	for (const key of GROUPS) {
		const value = values.get(key);
		if (!isObject(value)) collect(value, found);
		else collectFieldMap(key === 'details' ? ofFields(value) : value, found);
	}
}

/** `error` is often a code such as `invalid_token` beside a sentence: the sentence says it better. */
function isCode(values: ReadonlyMap<string, JsonValue>): boolean {
	return (
		typeof values.get('error') === 'string' &&
		['message', 'errordescription', 'detail'].some((key) => typeof values.get(key) === 'string')
	);
}

/** One entry of a list: a sentence, or an object that may name the field that it speaks of. */
function collectEntry(entry: JsonValue, found: Findings): void {
	if (!isObject(entry)) {
		collect(entry, found);
		return;
	}
	const values = byPlainKey(entry);
	const field = fieldOf(values);
	const sentence = sentenceOf(values);
	if (field === undefined || sentence === undefined) {
		collectObject(entry, found);
		return;
	}
	found.sayOf(field, sentence);
	// An error object of JSON:API says in its title what kind it is, and in its detail what it is.
	if (values.has('source')) for (const key of ['title', 'detail']) collect(values.get(key), found);
}

/** A map from a field's name to its message, its list of messages, or an object with one. */
function collectFieldMap(map: JsonObject, found: Findings, within: readonly string[] = []): void {
	for (const [key, value] of Object.entries(map)) {
		const path = [...within, key];
		for (const entry of Array.isArray(value) ? value : [value]) {
			const message = isObject(entry) ? sentenceOf(byPlainKey(entry)) : entry;
			if (typeof message === 'string') found.sayOf(path.join('.'), message);
			else if (isObject(entry) && path.length < DEEPEST_FIELD) collectFieldMap(entry, found, path);
		}
	}
}

/** What of a map that speaks of more than fields is about fields. */
function ofFields(map: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(map).filter(
			([key, value]) => Array.isArray(value) || !ABOUT_THE_ANSWER.has(plain(key)),
		),
	);
}

/** A bare map from field to messages, even where a field is called `title` or `text`. */
function isMapOfLists(body: JsonObject): boolean {
	const entries = Object.entries(body);
	return (
		entries.length > 0 &&
		entries.every(
			([key, value]) =>
				!SPEAKS_OF_THE_WHOLE.has(plain(key)) &&
				Array.isArray(value) &&
				value.every((entry) => typeof entry === 'string'),
		)
	);
}

const SPEAKS_OF_THE_WHOLE = new Set(['message', 'detail', 'error', ...GROUPS]);

function sentenceOf(values: ReadonlyMap<string, JsonValue>): string | undefined {
	return ENTRY_SENTENCES.map((key) => values.get(key)).find((text) => typeof text === 'string');
}

function fieldOf(values: ReadonlyMap<string, JsonValue>): string | undefined {
	const source = values.get('source');
	if (isObject(source)) {
		const place = source['pointer'] ?? source['parameter'];
		return typeof place === 'string' ? lastOfPointer(place) : undefined;
	}
	for (const key of FIELD_NAMES) {
		const name = values.get(key);
		if (typeof name === 'string' && name !== '')
			return key === 'pointer' ? lastOfPointer(name) : name;
		const last = Array.isArray(name) ? name.at(-1) : undefined;
		if (typeof last === 'string' || typeof last === 'number') return String(last);
	}
	return undefined;
}

/** The last name in a JSON pointer (RFC 6901), or the text itself where it is none. */
function lastOfPointer(pointer: string): string {
	return (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** An object's values by keys in one way of writing: `error_description` and `ErrorDescription` alike. */
function byPlainKey(object: JsonObject): ReadonlyMap<string, JsonValue> {
	return new Map(Object.entries(object).map(([key, value]) => [plain(key), value]));
}

function plain(key: string): string {
	return key.replace(/[_-]/g, '').toLowerCase();
}

const LONGEST_HEAD = 20_000;

function pageTitle(html: string): string {
	const head = html.slice(0, LONGEST_HEAD);
	const [, title] = /<title[^>]*>([^<]*)</i.exec(head) ?? /<h1[^>]*>([^<]*)</i.exec(head) ?? [];
	return (title ?? '').replace(/\s+/g, ' ').trim();
}
