import type { IBinaryData } from 'n8n-workflow';

import type { ArrayFormat } from './bracketNames';
import { flatten, nameUnder } from './bracketNames';
import { readNames } from './fieldPath';
import { checkWritten } from './fieldSize';
import { HALF_CHARACTER_REMEDY, holdsHalfCharacter } from './halfCharacter';
import type { JsonObject } from './json';
import { percentEncode, percentEncodedLength } from './percent';
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

/**
 * How long a body is, in characters; files do not count.
 *
 * @param body none for a request without one
 */
export function lengthOf(body: Body | undefined): number {
	if (body === undefined) return 0;
	if (body.kind === 'text') return body.content.length;
	return body.parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
}

/** What is written, and how. */
interface Contents {
	readonly fieldData: JsonObject;
	readonly files: readonly NamedFile[];
	/** Names that all is put under, from the outside in. */
	readonly path: readonly string[];
	readonly arrayFormat: ArrayFormat;
}

type Encode = (contents: Contents) => Body;

/** How field data can be written; a new format is one entry here and one in the options. */
const FORMATS: Readonly<Record<string, Encode>> = {
	json: withoutFiles(({ fieldData, path }) => {
		const written = JSON.stringify(fieldData);
		checkWritten(written);
		return {
			kind: 'text',
			contentType: 'application/json',
			content: [
				...path.map((name) => `{${JSON.stringify(name)}:`),
				written,
				'}'.repeat(path.length),
			].join(''),
		};
	}),
	form: withoutFiles(({ fieldData, path, arrayFormat }) => ({
		kind: 'text',
		contentType: 'application/x-www-form-urlencoded',
		content: flatten(fieldData, path, arrayFormat, percentEncodedLength)
			.map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`)
			.join('&'),
	})),
	multipart: ({ fieldData, files, path, arrayFormat }) => {
		const texts = flatten(fieldData, path, arrayFormat, quotedLength).map(([name, text]) => ({
			name,
			text,
		}));
		const fileParts = files.map(({ name, file }) => ({ name: nameUnder(path, name), file }));
		checkNames(texts, fileParts);
		return { kind: 'parts', parts: [...texts, ...fileParts] };
	},
};

/**
 * Writes field data in a body format.
 *
 * @param fieldData the fields by name
 * @param files files to send along
 * @param format a value of the Body Format option
 * @param wrapIn a path under which the service expects the field data; empty for none
 * @param arrayFormat how lists are written in the formats form and multipart
 * @throws Refusal for what the format cannot hold, a format that does not exist, or a path that is none
 */
export function encodeBody(
	fieldData: JsonObject,
	files: readonly NamedFile[],
	format: string,
	wrapIn: string,
	arrayFormat: ArrayFormat = 'indices',
): Body {
	const encode = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
	if (encode === undefined) {
		throw new Refusal(
			'Body Format',
			`There is no body format ${quote(format)}.`,
			`Give one of: ${Object.keys(FORMATS).join(', ')}.`,
		);
	}
	if (wrapIn.length > LONGEST_PATH) {
		throw new Refusal(
			'Put Fields Under',
			`Put Fields Under has more than ${LONGEST_PATH} characters.`,
			'Give the names that the service expects around the field data, such as submission.fields.',
		);
	}
	const path = readNames(wrapIn, 'Put Fields Under');
	if (holdsHalfCharacter(wrapIn)) {
		throw new Refusal(
			'Put Fields Under',
			'Put Fields Under holds half of a character, which cannot be sent.',
			HALF_CHARACTER_REMEDY,
		);
	}
	return encode({ fieldData, files, path, arrayFormat });
}

/** It is repeated in the name of every field. */
const LONGEST_PATH = 1000;

/** As it would be in quotes, where some characters take three. */
function quotedLength(text: string): number {
	let length = Buffer.byteLength(text);
	for (const character of ['\r', '\n', '"']) {
		for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
			length += 2;
		}
	}
	return length;
}

/** A service keeps one of them. Several files of one name are several values of one field. */
function checkNames(texts: readonly Part[], files: readonly Part[]): void {
	const ofFiles = new Set(files.map(({ name }) => name));
	const both = texts.find(({ name }) => ofFiles.has(name));
	if (both === undefined) return;
	throw new Refusal(
		'Files',
		`A file and a field would both be written as ${quote(both.name)}.`,
		'Rename one of them, or leave the field out.',
	);
}

function withoutFiles(encode: Encode): Encode {
	return (contents) => {
		if (contents.files.length > 0) {
			throw new Refusal(
				'Files',
				'Files can only be sent in the body format Multipart.',
				'Set Body Format under Options to Multipart, or remove the files.',
			);
		}
		return encode(contents);
	};
}
