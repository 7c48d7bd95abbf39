import type { JsonObject } from './json';
import { emptyObject } from './json';

/** A request's body with the content type that says how it is written. */
export interface Body {
	readonly contentType: string;
	readonly content: string;
}

/** How field data can be written; a new format is one entry here and one in the options. */
const FORMATS: Record<string, (fieldData: JsonObject) => Body> = {
	json: (fieldData) => ({ contentType: 'application/json', content: JSON.stringify(fieldData) }),
};

/**
 * Writes field data in a body format.
 *
 * @param fieldData the fields by name
 * @param format a value of the Body Format option
 * @throws Error for a format that does not exist; people cannot choose one
 */
export function encodeBody(fieldData: JsonObject, format: string): Body {
	const encode = FORMATS[format];
	if (encode === undefined) throw new Error(`There is no body format "${format}"`);
	return encode(fieldData);
}

/**
 * Puts field data under a path, for services that expect it inside another object.
 *
 * @param fieldData the fields by name
 * @param path names separated by dots, such as `submission.fields`; empty for no wrapping
 */
export function wrap(fieldData: JsonObject, path: string): JsonObject {
	return path
		.split('.')
		.filter((name) => name !== '')
		.reduceRight((inner, name) => {
			const outer = emptyObject();
			outer[name] = inner;
			return outer;
		}, fieldData);
}
