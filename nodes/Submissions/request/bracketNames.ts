import { createDistinctNames } from './distinctNames';
import { createRoom } from './fieldSize';
import type { JsonObject, JsonValue } from './json';
import { isObject } from './json';
import { quote, Refusal } from './refusal';

/** How the elements of a list are named: `tags[0]`, or `tags[]` for each. */
export type ArrayFormat = 'indices' | 'brackets';

/** A field, or an element of a list, as it is written. */
export type NamedText = readonly [name: string, text: string];

/**
 * Writes nested field data as a flat list of names and texts, for the formats that know nothing else:
 * `{ "address": { "city": "Oslo" }, "tags": ["a"] }` becomes `address[city]` and `tags[0]` or `tags[]`,
 * as the library qs writes it. `null` becomes the empty text.
 *
 * @param fieldData the fields by name
 * @param path names that all fields are put under, from the outside in
 * @param arrayFormat how the elements of lists are named
 * @param sizeOf how many bytes a name or a text takes as it is written
 * @returns names and texts in order
 * @throws Refusal for an empty list or object and a name that is empty or, within an object, holds a
 * bracket, which these formats cannot say; for a list in a list or
 * an object in one, which `tags[]` cannot say; for two fields that would have one name; and for more
 * than may be sent, since each element repeats the names of all that it lies in
 */
export function flatten(
	fieldData: JsonObject,
	path: readonly string[] = [],
	arrayFormat: ArrayFormat = 'indices',
	sizeOf: SizeOf = (text) => Buffer.byteLength(text),
): NamedText[] {
	const texts: NamedText[] = [];
	const isNew = createDistinctNames();
	const room = createRoom();
	const add = ({ text: name, size }: Sized, values: readonly JsonScalar[]) => {
		for (const value of values) {
			const text = value === null ? '' : String(value);
			room.take(size + sizeOf(text), () => name);
			texts.push([name, text]);
		}
		if (!isNew(name)) throw writtenTwice(name);
	};
	const write = (name: Sized, value: JsonValue): void => {
		if (isScalar(value)) {
			add(name, [value]);
			return;
		}
		const entries = Object.entries(value);
		if (entries.length === 0) throw emptyContainer(name.text, value);
		if (Array.isArray(value) && arrayFormat === 'brackets') {
			if (!value.every(isScalar)) throw nestedList(name.text);
			add(inBrackets(name, '', sizeOf), value);
			return;
		}
		for (const [key, element] of entries) {
			if (key === '' || HAS_BRACKET.test(key)) throw unspeakable(key, name.text);
			write(inBrackets(name, key, sizeOf), element);
		}
	};
	for (const [name, value] of Object.entries(fieldData)) {
		if (name === '') throw unspeakable(name, undefined);
		const text = nameUnder(path, name);
		write({ text, size: sizeOf(text) }, value);
	}
	return texts;
}

type SizeOf = (text: string) => number;

/** A name as far as it is put together, and how many bytes it takes as it is written. */
interface Sized {
	readonly text: string;
	readonly size: number;
}

function inBrackets(name: Sized, key: string, sizeOf: SizeOf): Sized {
	const step = `[${key}]`;
	return { text: name.text + step, size: name.size + sizeOf(step) };
}

type JsonScalar = Exclude<JsonValue, object>;

function isScalar(value: JsonValue): value is JsonScalar {
	return typeof value !== 'object' || value === null;
}

function emptyContainer(name: string, value: JsonValue): Refusal {
	return new Refusal(
		'Field Data',
		`The field ${quote(name)} is an empty ${isObject(value) ? 'object' : 'list'}, which this body format cannot hold.`,
		'Give null to clear the field, undefined to leave it out, or set Body Format to JSON.',
	);
}

const HAS_BRACKET = /[[\]]/;

/** Services would read a list, or another object, in its place. */
function unspeakable(key: string, within: string | undefined): Refusal {
	const place = within === undefined ? 'Field Data' : `The field ${quote(within)}`;
	return new Refusal(
		'Field Data',
		`${place} holds a name that this body format cannot say: ${key === '' ? 'an empty one' : quote(key)}.`,
		'Rename it or leave it out, or set Body Format to JSON.',
	);
}

function nestedList(name: string): Refusal {
	return new Refusal(
		'Field Data',
		`The field ${quote(name)} is a list that holds lists or objects, which the Array Format Brackets Only cannot say.`,
		'Set Array Format under Options to Brackets with Indices, or Body Format to JSON.',
	);
}

function writtenTwice(name: string): Refusal {
	return new Refusal(
		'Field Data',
		`Two fields would both be written as ${quote(name)} in this body format.`,
		'Rename or remove one of them, or set Body Format to JSON.',
	);
}

/**
 * The name of a field that is put under a path. Brackets at the end of its own name go on nesting:
 * `docs[]` under `submission` is `submission[docs][]`.
 *
 * @param path names from the outside in; none for no wrapping
 * @param name the field's own name
 * @throws Refusal for a name with a bracket elsewhere
 */
export function nameUnder(path: readonly string[], name: string): string {
	const [outermost, ...inner] = path;
	if (outermost === undefined) return name;
	const bracket = name.endsWith(']') ? name.indexOf('[') : -1;
	const start = bracket > 0 ? name.slice(0, bracket) : name;
	if (HAS_BRACKET.test(start)) throw unspeakable(name, outermost);
	return [
		outermost,
		...[...inner, start].map((part) => `[${part}]`),
		name.slice(start.length),
	].join('');
}
