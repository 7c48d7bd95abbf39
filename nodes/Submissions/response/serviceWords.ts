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

const LONGEST_MESSAGE = 500;
const MOST_FIELDS = 50;
const MOST_MESSAGES_A_FIELD = 10;

/** Keys under which services put sentences, in the order in which a person would want to read them. */
const SENTENCE_KEYS = [
	'title',
	'message',
	'error_description',
	'detail',
	'error',
	'reason',
	'msg',
	'description',
	'text',
];

/** Keys under which services put what is wrong with single fields. */
const FIELD_LIST_KEYS = ['errors', 'fieldErrors', 'field_errors', 'details', 'violations'];

/** Keys that name the field inside one entry of a list of objects. */
const FIELD_NAME_KEYS = ['field', 'name', 'property', 'path', 'param', 'attribute', 'loc'];

/** Names that frameworks use for what concerns no single field. */
const NO_FIELD = new Set(['base', 'non_field_errors', 'nonFieldErrors', '_', '__all__', 'general']);

/**
 * Finds the service's own words in an answer: JSON in any of the usual shapes, text, or the title of
 * an HTML page. The interface shows no error body, so none is taken for granted.
 *
 * @param reading the answer's body
 */
export function findServiceWords(reading: Reading): ServiceWords {
	if (reading.kind === 'html') return { message: cut(pageTitle(reading.text)), fieldErrors: {} };
	if (reading.kind !== 'body') return { message: cut(reading.text.trim()), fieldErrors: {} };
	const found = new Findings();
	collect(reading.body, found, true);
	return { message: cut(found.sentences.join(' ')), fieldErrors: found.fieldErrors() };
}

/**
 * Whether the body of a 2xx answer says that nothing was done: it holds only `error`, `errors`,
 * `message` or `details`, and `error` or `errors` is not empty.
 *
 * @param body the answer's body
 */
export function isOnlyAnError(body: JsonValue | undefined): boolean {
	if (!isObject(body)) return false;
	const says = ['error', 'errors'].some((key) => Object.hasOwn(body, key) && !isEmpty(body[key]));
	return says && Object.keys(body).every((key) => ONLY_IN_ERRORS.has(key));
}

const ONLY_IN_ERRORS = new Set(['error', 'errors', 'message', 'details']);

function isEmpty(value: JsonValue | undefined): boolean {
	if (value === undefined || value === null || value === false || value === '' || value === 0)
		return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Gathers each sentence once, and messages by field. */
class Findings {
	readonly sentences: string[] = [];
	private readonly byField = new Map<string, string[]>();

	say(sentence: string): void {
		const text = sentence.trim();
		if (text !== '' && !this.sentences.includes(text)) this.sentences.push(text);
	}

	sayOf(field: string, message: string): void {
		if (NO_FIELD.has(field)) {
			this.say(message);
			return;
		}
		const messages = this.byField.get(field) ?? [];
		if (this.byField.size >= MOST_FIELDS || messages.length >= MOST_MESSAGES_A_FIELD) return;
		this.byField.set(field, [...messages, cut(message)]);
	}

	fieldErrors(): Record<string, string[]> {
		return Object.assign(
			Object.create(null) as Record<string, string[]>,
			Object.fromEntries(this.byField),
		);
	}
}

function collect(value: JsonValue | undefined, found: Findings, isWholeBody: boolean): void {
	if (typeof value === 'string') {
		found.say(value);
	} else if (Array.isArray(value)) {
		for (const entry of value) collectEntry(entry, found);
	} else if (isObject(value)) {
		collectObject(value, found, isWholeBody);
	}
}

function collectObject(body: JsonObject, found: Findings, isWholeBody: boolean): void {
	const known = [...SENTENCE_KEYS, ...FIELD_LIST_KEYS].filter((key) => Object.hasOwn(body, key));
	if (isWholeBody && (known.length === 0 || isMapOfLists(body))) {
		collectFieldMap(body, found);
		return;
	}
	for (const key of known) {
		const value = body[key];
		if (FIELD_LIST_KEYS.includes(key) && isObject(value)) collectFieldMap(value, found);
		else if (typeof value !== 'string' || !isCodeFor(body, key)) collect(value, found, false);
	}
}

/** A bare map from field to messages, even where a field is called `title` or `text`. */
function isMapOfLists(body: JsonObject): boolean {
	return Object.entries(body).every(
		([key, value]) =>
			!SPEAKS_OF_THE_WHOLE.has(key) &&
			Array.isArray(value) &&
			value.every((entry) => typeof entry === 'string'),
	);
}

const SPEAKS_OF_THE_WHOLE = new Set(['message', 'detail', 'error', ...FIELD_LIST_KEYS]);

/** `error` is often a code such as `invalid_token` beside a sentence: the sentence says it better. */
function isCodeFor(body: JsonObject, key: string): boolean {
	return (
		key === 'error' &&
		['message', 'error_description', 'detail'].some((other) => typeof body[other] === 'string')
	);
}

/** One entry of a list: a sentence, or an object that may name the field that it speaks of. */
function collectEntry(entry: JsonValue, found: Findings): void {
	if (!isObject(entry)) {
		collect(entry, found, false);
		return;
	}
	const field = fieldOf(entry);
	if (field === undefined) {
		collectObject(entry, found, false);
		return;
	}
	const sentence = ['detail', 'message', 'msg', 'error', 'description', 'reason', 'title']
		.map((key) => entry[key])
		.find((text) => typeof text === 'string');
	if (sentence !== undefined) found.sayOf(field, sentence);
	// JSON:API (RFC-like error objects) says in `title` what kind it is and in `detail` what it is.
	if (isObject(entry['source'])) {
		for (const key of ['title', 'detail']) collect(entry[key], found, false);
	}
}

function fieldOf(entry: JsonObject): string | undefined {
	const source = entry['source'];
	const pointer = isObject(source) ? (source['pointer'] ?? source['parameter']) : undefined;
	if (typeof pointer === 'string') return pointer.split('/').at(-1);
	for (const key of FIELD_NAME_KEYS) {
		const name = entry[key];
		if (typeof name === 'string' && name !== '') return name;
		const last = Array.isArray(name) ? name.at(-1) : undefined;
		if (typeof last === 'string' || typeof last === 'number') return String(last);
	}
	return undefined;
}

/** A map from a field's name to its message, its list of messages, or an object with one. */
function collectFieldMap(map: JsonObject, found: Findings): void {
	for (const [field, value] of Object.entries(map)) {
		for (const entry of Array.isArray(value) ? value : [value]) {
			const message = isObject(entry)
				? (entry['message'] ?? entry['detail'] ?? entry['msg'])
				: entry;
			if (typeof message === 'string') found.sayOf(field, message);
		}
	}
}

function pageTitle(html: string): string {
	const title =
		/<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1];
	return (title ?? '').replace(/\s+/g, ' ').trim();
}

function cut(text: string): string {
	const characters = Array.from(text.slice(0, LONGEST_MESSAGE * 2));
	return characters.length > LONGEST_MESSAGE
		? `${characters.slice(0, LONGEST_MESSAGE).join('')}…`
		: text;
}
