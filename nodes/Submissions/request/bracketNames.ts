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
 * @returns names and texts in order
 * @throws Refusal for an empty list or object, which these formats cannot say; for a list in a list or
 * an object in one, which `tags[]` cannot say; and for two fields that would have one name
 */
export function flatten(
	fieldData: JsonObject,
	path: readonly string[] = [],
	arrayFormat: ArrayFormat = 'indices',
): NamedText[] {
	const texts: NamedText[] = [];
	const names = new Set<string>();
	const add = (name: string, values: readonly JsonScalar[]) => {
		if (names.has(name)) throw writtenTwice(name);
		names.add(name);
		for (const value of values) texts.push([name, value === null ? '' : String(value)]);
	};
	const write = (name: string, value: JsonValue): void => {
		if (isScalar(value)) {
			add(name, [value]);
			return;
		}
		const entries = Object.entries(value);
		if (entries.length === 0) throw emptyContainer(name, value);
		if (Array.isArray(value) && arrayFormat === 'brackets') {
			if (!value.every(isScalar)) throw nestedList(name);
			add(`${name}[]`, value);
			return;
		}
		for (const [key, element] of entries) write(`${name}[${key}]`, element);
	};
	for (const [name, value] of Object.entries(fieldData)) write(nameUnder(path, name), value);
	return texts;
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
 */
export function nameUnder(path: readonly string[], name: string): string {
	const [outermost, ...inner] = path;
	if (outermost === undefined) return name;
	const bracket = name.endsWith(']') ? name.indexOf('[') : -1;
	const start = bracket > 0 ? name.slice(0, bracket) : name;
	return [
		outermost,
		...[...inner, start].map((part) => `[${part}]`),
		name.slice(start.length),
	].join('');
}
