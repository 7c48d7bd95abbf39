import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { toMultipartBody } from '../../../nodes/Submissions/delivery/multipart.ts';
import { flatten } from '../../../nodes/Submissions/request/bracketNames.ts';
import type { Part } from '../../../nodes/Submissions/request/body.ts';
import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { fieldDataWith, names, texts } from './fieldDataValues.ts';
import { holds } from './seeded.ts';

/** What a parser makes of a part; a file has its name, type and bytes. */
type Read = readonly [name: string, text: string] | readonly [name: string, file: ReadFile];

interface ReadFile {
	readonly fileName: string;
	readonly type: string;
	readonly bytes: string;
}

/** Reads a body with a parser that web servers use. */
function readWithBusboy(body: Buffer, contentType: string): Promise<Read[]> {
	return new Promise((resolve, reject) => {
		const parts: Read[] = [];
		const parser = new Busboy({
			headers: { 'content-type': contentType },
			preservePath: true,
			limits: { fieldSize: Infinity, fieldNameSize: Infinity, headerSize: 1_000_000 },
		});
		parser.on('field', (name, text) => parts.push([name, text]));
		parser.on('file', (name, stream, fileName, _encoding, type) => {
			const chunks: Buffer[] = [];
			const index = parts.push([name, '']) - 1;
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				parts[index] = [name, { fileName, type, bytes: Buffer.concat(chunks).toString('hex') }];
			});
		});
		parser.on('error', reject);
		parser.on('finish', () => {
			resolve(parts);
		});
		parser.end(body);
	});
}

/** What n8n gives a node; not asked for anything where files are in memory. */
const context = Object.create(null) as IExecuteFunctions;

async function written(parts: readonly Part[]): Promise<{ body: Buffer; type: string }> {
	const multipart = await toMultipartBody(parts, context);
	const body = await allOf(multipart.stream());
	expect(body.length).toBe(multipart.size);
	// A repeat opens it anew.
	expect(body.equals(await allOf(multipart.stream()))).toBe(true);
	return { body, type: multipart.type };
}

async function allOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** As browsers write names, and servers get them (WHATWG HTML, multipart/form-data encoding algorithm). */
function asBrowsersWrite(name: string): string {
	return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/**
 * Names that parsers agree on. Browsers send a backslash as it is, and parsers take one before another
 * or at the end for an escape; an empty name is no name to them.
 */
const agreedNames = names.filter(
	(name) => name !== '' && !/\\(\\|$)/.test(name) && !name.includes('\0'),
);

const files: fc.Arbitrary<IBinaryData> = fc
	.tuple(
		fc.uint8Array({ maxLength: 200 }),
		agreedNames,
		fc.constantFrom('image/png', 'text/plain', 'application/x-anything+json'),
	)
	.map(([bytes, fileName, mimeType]) => ({
		data: Buffer.from(bytes).toString('base64'),
		mimeType,
		fileName,
	}));

const part: fc.Arbitrary<Part> = fc.oneof(
	fc.record({ name: agreedNames, text: texts }),
	fc.record({ name: agreedNames, file: files }),
);

function expected(part: Part): Read {
	const name = asBrowsersWrite(part.name);
	if (!('file' in part)) return [name, part.text];
	const { data, mimeType, fileName = 'file' } = part.file;
	const bytes = Buffer.from(data, 'base64').toString('hex');
	return [name, { fileName: asBrowsersWrite(fileName), type: mimeType, bytes }];
}

holds(
	'writes parts that a multipart parser reads back as they were',
	fc.array(part, { minLength: 1, maxLength: 5 }),
	async (parts) => {
		const { body, type } = await written(parts);
		expect(await readWithBusboy(body, type)).toStrictEqual(parts.map(expected));
	},
);

holds(
	'writes field data as a form does, part by part',
	fieldDataWith(agreedNames.filter((name) => !name.includes('\\'))),
	async (fieldData) => {
		fc.pre(Object.keys(fieldData).length > 0);
		const encoded = encodeBody(fieldData, [], 'multipart', '');
		if (encoded.kind !== 'parts') throw new Error('Multipart gave no parts');
		const { body, type } = await written(encoded.parts);
		expect(await readWithBusboy(body, type)).toStrictEqual(
			flatten(fieldData).map(([name, text]) => [asBrowsersWrite(name), text]),
		);
	},
);
