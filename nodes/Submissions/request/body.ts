import type { IBinaryData } from 'n8n-workflow';

import { flatten, nameUnder } from './bracketNames';
import { readNames } from './fieldPath';
import type { JsonObject } from './json';
import { emptyObject } from './json';
import { percentEncode } from './percent';
import { quote, Refusal } from './refusal';

/** A request's body: written already, or in parts that are put together while they are sent. */
export type Body =
	| { readonly kind: 'text'; readonly contentType: string; readonly content: string }
	| { readonly kind: 'parts'; readonly parts: readonly Part[] };

/** One part of a multipart body. */
export type Part =
	| { readonly name: string; readonly text: string }
	| { readonly name: string; readonly file: IBinaryData };

/** A file of the input item, and the field that it is for. */
export interface NamedFile {
	readonly name: string;
	readonly file: IBinaryData;
}

type Encode = (fieldData: JsonObject, files: readonly NamedFile[]) => Body;

/** How field data can be written; a new format is one entry here and one in the options. */
const FORMATS: Readonly<Record<string, Encode>> = {
	json: withoutFiles((fieldData) => ({
		kind: 'text',
		contentType: 'application/json',
		content: JSON.stringify(fieldData),
	})),
	form: withoutFiles((fieldData) => ({
		kind: 'text',
		contentType: 'application/x-www-form-urlencoded',
		content: flatten(fieldData)
			.map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`)
			.join('&'),
	})),
	multipart: (fieldData, files) => ({
		kind: 'parts',
		parts: [...flatten(fieldData).map(([name, text]) => ({ name, text })), ...files],
	}),
};

/**
 * Writes field data in a body format.
 *
 * @param fieldData the fields by name
 * @param files files to send along
 * @param format a value of the Body Format option
 * @param wrapIn a path under which the service expects the field data; empty for none
 * @throws Refusal for what the format cannot hold, a format that does not exist, or a path that is none
 */
export function encodeBody(
	fieldData: JsonObject,
	files: readonly NamedFile[],
	format: string,
	wrapIn: string,
): Body {
	const encode = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
	if (encode === undefined) {
		throw new Refusal(
			'Body Format',
			`There is no body format ${quote(format)}.`,
			`Give one of: ${Object.keys(FORMATS).join(', ')}.`,
		);
	}
	const path = readNames(wrapIn, 'Wrap In');
	// An empty object beside files, whose names hold the path already, is what no format of theirs can say.
	const isFilesOnly = files.length > 0 && Object.keys(fieldData).length === 0;
	return encode(
		isFilesOnly ? fieldData : wrap(fieldData, path),
		files.map(({ name, file }) => ({ name: nameUnder(path, name), file })),
	);
}

function wrap(fieldData: JsonObject, path: readonly string[]): JsonObject {
	return path.reduceRight((inner, name) => {
		const outer = emptyObject();
		outer[name] = inner;
		return outer;
	}, fieldData);
}

function withoutFiles(encode: (fieldData: JsonObject) => Body): Encode {
	return (fieldData, files) => {
		if (files.length > 0) {
			throw new Refusal(
				'Files',
				'Files can only be sent in the body format Multipart.',
				'Set Body Format under Options to Multipart, or remove the files.',
			);
		}
		return encode(fieldData);
	};
}
