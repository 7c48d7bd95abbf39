import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import { percentDecode } from '../request/percent';
import { isPermalink } from '../request/permalink';
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

/** How many keys and list entries are looked at in all; whoever sends more is heard for the first of them. */
const MOST_VISITED = 5000;

/** No key of an object beyond these is looked at. */
const MOST_KEYS = 1000;

/** Longer than what is searched for secrets, so that a text that is cut here is known to be cut. */
const LONGEST_TEXT = 5001;

/** No more is kept of all texts together: to search them for secrets takes its time. */
const MOST_CHARACTERS = 100_000;

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

/** What can begin a path to a field, and is no field: the part of the request that holds them all. */
const PARTS = new Set<string | number>([
	'body',
	'query',
	'params',
	'path',
	'header',
	'headers',
	'cookie',
	'cookies',
]);

/** What can follow `data` at the beginning of such a path, in the way of JSON:API. */
const PARTS_OF_DATA = new Set<string | number>(['attributes', 'relationships']);

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
 * @param statusCode the answer's status, which says whether a map without a word around it is about fields
 */
export function findServiceWords(reading: Reading, statusCode: number): ServiceWords {
	if (reading.kind === 'html') return { message: pageTitle(reading.text), fieldErrors: {} };
	if (reading.kind !== 'body') return { message: reading.text.trim(), fieldErrors: {} };
	const found = new Findings();
	collectBody(reading.body, statusCode, found);
	return found.words();
}

/** With any other, a map that says nothing of itself may be somebody's submission, unless it holds lists alone. */
const OF_FIELDS = new Set([400, 422]);

/** Whether an object with nothing around it speaks of fields. */
function isOfFields(map: JsonObject, statusCode: number): boolean {
	if (isSubmission(map)) return false;
	return OF_FIELDS.has(statusCode) || (statusCode >= 400 && isMapOfLists(map));
}

/** Gathers each sentence once, and messages by field. */
class Findings {
	private readonly sentences = new Set<string>();
	private readonly byField = new Map<string, string[]>();
	private visited = 0;
	private room = MOST_CHARACTERS;

	say(sentence: string): void {
		const text = sentence.trim().slice(0, LONGEST_TEXT);
		const isNew = text !== '' && !this.sentences.has(text);
		if (isNew && this.sentences.size < MOST_SENTENCES && this.hasRoomFor(text)) {
			this.sentences.add(text);
		}
	}

	/** @returns whether the message was kept, so that a further one may be too */
	sayOf(field: string, message: string): boolean {
		if (NO_FIELD.has(field)) {
			this.say(message);
			return true;
		}
		const name = field.slice(0, LONGEST_TEXT);
		const text = message.slice(0, LONGEST_TEXT);
		const messages = this.byField.get(name) ?? [];
		if (messages.length === 0 && this.byField.size >= MOST_FIELDS) return false;
		if (messages.length >= MOST_MESSAGES_A_FIELD) return false;
		if (!this.hasRoomFor(messages.length === 0 ? name + text : text)) return false;
		this.byField.set(name, [...messages, text]);
		return true;
	}

	private hasRoomFor({ length }: string): boolean {
		if (length > this.room) return false;
		this.room -= length;
		return true;
	}

	/** @returns whether one more key or entry may be looked at */
	mayVisit(): boolean {
		return this.visited++ < MOST_VISITED;
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

function collectBody(body: JsonValue | undefined, statusCode: number, found: Findings): void {
	if (!isObject(body)) {
		collect(body, found);
	} else if (isOfFields(body, statusCode) && isMapOfFields(body)) {
		collectFieldMap(body, found);
	} else {
		collect(body, found);
		if (found.isEmpty() && !isSubmission(body)) collectBareMap(body, statusCode, found);
	}
}

/** A map from fields to messages with nothing around it; JSend has them under `data`, and says that it failed. */
function collectBareMap(body: JsonObject, statusCode: number, found: Findings): void {
	const data = Object.hasOwn(body, 'data') ? body['data'] : undefined;
	const isFailed = saysFailed(body);
	if (isObject(data) && (isOfFields(data, statusCode) || (isFailed && !isSubmission(data)))) {
		collectFieldMap(data, found, isNoSubmission);
	}
	if (!isOfFields(body, statusCode)) return;
	collectFieldMap(
		body,
		found,
		(key, value) => isOfField(key, value) && value !== data && isNoSubmission(key, value),
	);
}

function saysFailed(body: JsonObject): boolean {
	const values = byPlainKey(body);
	const status = values.get('status');
	return (
		['success', 'ok'].some((flag) => values.get(flag) === false) ||
		(typeof status === 'string' && /^(?:fail|failed|error)$/i.test(status))
	);
}

function isNoSubmission(_: string, value: JsonValue): boolean {
	return !isObject(value) || !isSubmission(value);
}

/** What has a permalink is what is stored there, and its values are what somebody entered. */
function isSubmission(map: JsonObject): boolean {
	return firstEntries(map).some(
		([key, value]) => PERMALINKS.has(plain(key)) && namesSubmission(value),
	);
}

const PERMALINKS = new Set(['permalink', 'submissionpermalink']);

/** A message about a field of that name is none, even one of ten characters, such as `duplicated`. */
function namesSubmission(value: JsonValue): boolean {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string') return false;
	return (isPermalink(text) && /[\d\p{Lu}]/u.test(text)) || /^https?:\/\//i.test(text);
}

function collect(value: JsonValue | undefined, found: Findings): void {
	if (typeof value === 'string') {
		found.say(value);
	} else if (Array.isArray(value)) {
		for (const entry of value) {
			if (!found.mayVisit()) return;
			collectEntry(entry, found);
		}
	} else if (isObject(value)) {
		collectObject(value, found);
	}
}

function collectObject(object: JsonObject, found: Findings): void {
	if (!found.mayVisit()) return;
	const values = byPlainKey(object);
	for (const key of SENTENCES) {
		if (key !== 'error' || !isCode(values)) collect(values.get(key), found);
	}
	for (const key of GROUPS) {
		const value = values.get(key);
		if (!isObject(value)) collect(value, found);
		else if (key === 'details') collectDetails(value, found);
		else collectFieldMap(value, found);
	}
}

function collectDetails(details: JsonObject, found: Findings): void {
	if (!isSubmission(details)) collectFieldMap(details, found, isOfField);
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

/**
 * A map from a field's name to its message, its list of messages, or an object with one.
 *
 * @param isMeant which of its keys are about fields
 * @param around the names of the fields that the map lies in, and how many they are
 */
function collectFieldMap(
	map: JsonObject,
	found: Findings,
	isMeant: (key: string, value: JsonValue) => boolean = isOfAny,
	around = { names: '', depth: 0 },
): void {
	for (const [key, value] of firstEntries(map)) {
		if (!found.mayVisit()) return;
		if (!isMeant(key, value)) continue;
		const field = `${around.names}${key}`.slice(0, LONGEST_TEXT);
		for (const entry of Array.isArray(value) ? value : [value]) {
			if (!found.mayVisit()) return;
			const message = isObject(entry) ? sentenceOf(byPlainKey(entry)) : entry;
			if (typeof message === 'string') {
				if (!found.sayOf(field, message)) break;
			} else if (isObject(entry) && around.depth < DEEPEST_FIELD - 1) {
				collectFieldMap(entry, found, isOfAny, {
					names: `${field}.`,
					depth: around.depth + 1,
				});
			}
		}
	}
}

function isOfAny(): boolean {
	return true;
}

/** Whether a key of a map that speaks of more than fields is about a field. */
function isOfField(key: string, value: JsonValue): boolean {
	return Array.isArray(value) || !ABOUT_THE_ANSWER.has(plain(key));
}

/**
 * A bare map from field to messages, even where a field is called `title` or `text`. Texts that are no
 * lists are one where some of them stand under keys that are neither about the answer nor its sentences.
 */
function isMapOfFields(body: JsonObject): boolean {
	if (isMapOfLists(body)) return true;
	const entries = firstEntries(body);
	return (
		entries.every(
			([key, value]) =>
				!SPEAKS_OF_THE_WHOLE.has(plain(key)) &&
				(isListOfTexts(value) || (typeof value === 'string' && !SPEAKS_OF_ITSELF.has(plain(key)))),
		) && entries.some(([key]) => !MAY_BE_A_FIELD.has(plain(key)))
	);
}

function isMapOfLists(body: JsonObject): boolean {
	const entries = firstEntries(body);
	return (
		entries.length > 0 &&
		entries.every(([key, value]) => !SPEAKS_OF_THE_WHOLE.has(plain(key)) && isListOfTexts(value))
	);
}

function isListOfTexts(value: JsonValue): boolean {
	return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

const SPEAKS_OF_THE_WHOLE = new Set(['message', 'detail', 'error', ...GROUPS]);

/** Sentences of an answer that fields are as often called as. */
const MAY_BE_A_FIELD = new Set(['title', 'text']);

/** As a text, what stands there is about the answer, and what stands beside it, too. */
const SPEAKS_OF_ITSELF = new Set([
	...SENTENCES.filter((key) => !MAY_BE_A_FIELD.has(key)),
	...ABOUT_THE_ANSWER,
	...['data', 'id', 'errorid', 'errorcode', 'url', 'link', 'help', 'hint', 'docs'],
	...['documentation', 'documentationurl', 'moreinfo', 'support', 'correlationid', 'name'],
	...['exception', 'faultcode', 'host', 'server', 'method', 'version'],
]);

function sentenceOf(values: ReadonlyMap<string, JsonValue>): string | undefined {
	return ENTRY_SENTENCES.map((key) => values.get(key)).find((text) => typeof text === 'string');
}

/** What an entry names as its field; undefined where it names none, or all of them. */
function fieldOf(values: ReadonlyMap<string, JsonValue>): string | undefined {
	const source = values.get('source');
	const name = isObject(source)
		? namedBySource(source)
		: FIELD_NAMES.map((key) => namedBy(key, values.get(key))).find((found) => found !== '');
	return name === '' ? undefined : name;
}

function namedBySource({ pointer, parameter }: JsonObject): string {
	if (typeof pointer === 'string') return nameAt(stepsOfPointer(pointer));
	return typeof parameter === 'string' ? parameter : '';
}

function namedBy(key: string, name: JsonValue | undefined): string {
	if (Array.isArray(name)) return nameAt(name.slice(0, MOST_KEYS).filter(isStep));
	if (typeof name !== 'string' || isOfThrown(key, name) || isOfRequest(key, name)) return '';
	return key === 'pointer' || /^#?\//.test(name) ? nameAt(stepsOfPointer(name)) : name;
}

/** What was thrown names its class. */
function isOfThrown(key: string, name: string): boolean {
	return key === 'name' && /(?:Error|Exception)$/.test(name);
}

/** The path that was asked for, and none to a field. */
function isOfRequest(key: string, name: string): boolean {
	return key === 'path' && name.startsWith('/api/');
}

function isStep(value: JsonValue): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}

/** The path of a field, without the parts of the request that it lies in. */
function nameAt(steps: readonly (string | number)[]): string {
	const isBefore = (index: number, parts: ReadonlySet<string | number>) =>
		index < steps.length - 1 && parts.has(steps[index] ?? '');
	let first = isBefore(0, PARTS) ? 1 : 0;
	if (isBefore(first, DATA)) first += isBefore(first + 1, PARTS_OF_DATA) ? 2 : 1;
	return steps.slice(first).join('.');
}

const DATA = new Set<string | number>(['data']);

const LONGEST_POINTER = 1000;

/** The names in a JSON pointer (RFC 6901), which may be written as a fragment. */
function stepsOfPointer(pointer: string): string[] {
	const isFragment = pointer.startsWith('#');
	// Nobody's fields lie so deep: it is told as it is.
	if (pointer.length > LONGEST_POINTER) return [pointer];
	const steps = pointer.replace(/^#?\/?/, '').split('/');
	return steps.map((step) => {
		const text = isFragment ? (percentDecode(step) ?? step) : step;
		return text.replaceAll('~1', '/').replaceAll('~0', '~');
	});
}

/** An object's values by keys in one way of writing: `error_description` and `ErrorDescription` alike. */
function byPlainKey(object: JsonObject): ReadonlyMap<string, JsonValue> {
	return new Map(firstEntries(object).map(([key, value]) => [plain(key), value]));
}

function firstEntries(object: JsonObject): [key: string, value: JsonValue][] {
	const entries: [string, JsonValue][] = [];
	for (const key of Object.keys(object).slice(0, MOST_KEYS)) {
		const value = object[key];
		if (value !== undefined) entries.push([key, value]);
	}
	return entries;
}

/**
 * A key in one way of writing: `error_description` and `ErrorDescription` are the same.
 *
 * @param key as the service writes it
 */
export function plain(key: string): string {
	return key.slice(0, LONGEST_TEXT).replace(/[_-]/g, '').toLowerCase();
}

const LONGEST_HEAD = 20_000;

function pageTitle(html: string): string {
	const head = html.slice(0, LONGEST_HEAD);
	const title = textAfter(head, /<title[\s>]/i) ?? textAfter(head, /<h1[\s>]/i) ?? '';
	return title.replace(/\s+/g, ' ').trim();
}

/** The text after the first tag of a kind; undefined where there is no such tag, or it never ends. */
function textAfter(html: string, tag: RegExp): string | undefined {
	const start = html.search(tag);
	const open = start === -1 ? -1 : html.indexOf('>', start);
	const end = open === -1 ? -1 : html.indexOf('<', open);
	return end === -1 ? undefined : html.slice(open + 1, end);
}
