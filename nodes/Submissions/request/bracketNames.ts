import type { JsonObject, JsonValue } from './json';
import { isObject } from './json';
import { quote, Refusal } from './refusal';

/**
 * Writes nested field data as a flat list of names and texts, for the formats that know nothing else:
 * `{ "address": { "city": "Oslo" }, "tags": ["a"] }` becomes `address[city]` and `tags[0]`, as the
 * library qs writes it. `null` becomes the empty text.
 *
 * @param fieldData the fields by name
 * @returns names and texts in order
 * @throws Refusal for an empty list or object, which these formats cannot say: it would go missing
 */
export function flatten(fieldData: JsonObject): (readonly [name: string, text: string])[] {
	return Object.entries(fieldData).flatMap(([name, value]) => flattenValue(name, value));
}

function flattenValue(name: string, value: JsonValue): (readonly [string, string])[] {
	if (typeof value !== 'object' || value === null)
		return [[name, value === null ? '' : String(value)]];
	const entries = Object.entries(value);
	if (entries.length === 0) {
		throw new Refusal(
			'Field Data',
			`The field ${quote(name)} is an empty ${isObject(value) ? 'object' : 'list'}, which this body format cannot hold.`,
			'Give null to clear the field, undefined to leave it out, or set Body Format to JSON.',
		);
	}
	return entries.flatMap(([key, element]) => flattenValue(`${name}[${key}]`, element));
}

/**
 * The name of a field that is put under a path, as `flatten` writes it.
 *
 * @param path names from the outside in; none for no wrapping
 * @param name the field's own name
 */
export function nameUnder(path: readonly string[], name: string): string {
	return [...path, name].map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
}
