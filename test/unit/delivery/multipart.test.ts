import { Readable } from 'node:stream';

import Busboy from '@fastify/busboy';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { MultipartBody } from '../../../nodes/Submissions/delivery/multipart.ts';
import { toMultipartBody } from '../../../nodes/Submissions/delivery/multipart.ts';
import type { Part } from '../../../nodes/Submissions/request/body.ts';
import { FILE_UNREADABLE } from '../../../nodes/Submissions/response/fault.ts';

/** Files that n8n keeps on disk, by their id. */
const STORED: Record<string, Buffer> = {
	'disk:1': Buffer.from('one\r\ntwo'),
	'disk:2': Buffer.alloc(0),
};

const stored = { data: '', id: 'disk:1', mimeType: 'text/plain' };

const opened: string[] = [];
const context = {
	helpers: {
		getBinaryMetadata: async (id: string) => {
			const file = STORED[id];
			if (file === undefined) throw new Error('gone');
			return await Promise.resolve({ fileSize: file.length });
		},
		getBinaryStream: async (id: string) => {
			opened.push(id);
			return await Promise.resolve(Readable.from([STORED[id] ?? Buffer.alloc(0)]));
		},
	},
} as unknown as IExecuteFunctions;

beforeEach(() => opened.splice(0));

async function bytesOf(body: MultipartBody): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body.stream()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

interface Read {
	readonly name: string;
	readonly text?: string;
	readonly bytes?: Buffer;
	readonly fileName?: string;
	readonly type?: string;
}

/** Reads a body with a parser that servers use. */
async function parse(body: MultipartBody): Promise<Read[]> {
	const read: Read[] = [];
	const parser = new Busboy({ headers: { 'content-type': body.type } });
	parser.on('field', (name, text) => {
		read.push({ name, text });
	});
	parser.on('file', (name, stream, fileName, _encoding, type) => {
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		const place = read.push({ name }) - 1;
		stream.on('end', () => {
			read[place] = { name, bytes: Buffer.concat(chunks), fileName, type };
		});
	});
	const finished = new Promise((resolve, reject) => {
		parser.on('finish', resolve);
		parser.on('error', reject);
	});
	parser.end(await bytesOf(body));
	await finished;
	return read;
}

function inMemory(content: string | Buffer, differing: Partial<IBinaryData> = {}): IBinaryData {
	return {
		data: Buffer.from(content).toString('base64'),
		mimeType: 'text/plain',
		fileName: 'file.txt',
		...differing,
	};
}

it('passes for a Blob that knows its length and type', async () => {
	const body = await toMultipartBody([{ name: 'a', text: 'é' }], context);
	expect(Object.prototype.toString.call(body)).toBe('[object Blob]');
	expect(body.type).toMatch(/^multipart\/form-data; boundary=[\w-]{20,70}$/);
	expect(body.size).toBe((await bytesOf(body)).length);
});

it('is read by a real parser as the texts and files that it was made of, in order', async () => {
	const parts: Part[] = [
		{ name: 'name', text: 'Ada\r\n😀' },
		{ name: 'photo', file: inMemory('x', { mimeType: 'image/png', fileName: 'ü "x".png' }) },
		{ name: 'photo', file: { ...stored, mimeType: 'application/pdf', fileName: 'a.pdf' } },
		{ name: 'empty', text: '' },
		{ name: 'none', file: { data: '', id: 'disk:2', mimeType: 'text/plain', fileName: 'b' } },
	];
	expect(await parse(await toMultipartBody(parts, context))).toStrictEqual([
		{ name: 'name', text: 'Ada\r\n😀' },
		{ name: 'photo', bytes: Buffer.from('x'), fileName: 'ü %22x%22.png', type: 'image/png' },
		{ name: 'photo', bytes: STORED['disk:1'], fileName: 'a.pdf', type: 'application/pdf' },
		{ name: 'empty', text: '' },
		{ name: 'none', bytes: Buffer.alloc(0), fileName: 'b', type: 'text/plain' },
	]);
});

it('opens a stored file only when its turn comes, and again for a repeat', async () => {
	const body = await toMultipartBody([{ name: 'a', file: stored }], context);
	expect(opened).toStrictEqual([]);
	const first = await bytesOf(body);
	expect(opened).toStrictEqual(['disk:1']);
	expect(await bytesOf(body)).toStrictEqual(first);
	expect(opened).toStrictEqual(['disk:1', 'disk:1']);
	expect(body.size).toBe(first.length);
});

it.each<[string, object]>([
	['none', {}],
	['empty ones', { fileName: '', mimeType: '' }],
	['undefined', { fileName: undefined, mimeType: undefined }],
])('gives a file a name and a type where it has %s', async (_, differing) => {
	// As nodes make them, whatever n8n's own type says.
	const file = { data: 'eA==', ...differing } as IBinaryData;
	const body = await toMultipartBody([{ name: 'a', file }], context);
	expect(await parse(body)).toMatchObject([
		{ name: 'a', fileName: 'file', type: 'application/octet-stream' },
	]);
});

it.each([
	['is shorter than n8n noted', () => Promise.resolve(Readable.from([Buffer.from('on')]))],
	[
		'is longer',
		() => Promise.resolve(Readable.from([Buffer.from('one\r\ntwo'), Buffer.from('!')])),
	],
	['is gone when its turn comes', () => Promise.reject(new Error('gone from /private/place'))],
	['breaks off', () => Promise.resolve(Readable.from(brokenFile()))],
])('breaks off itself where a stored file %s, and keeps its place to itself', async (_, open) => {
	const helpers = { ...context.helpers, getBinaryStream: open };
	const body = await toMultipartBody([{ name: 'a', file: stored }], { ...context, helpers });
	await expect(bytesOf(body)).rejects.toMatchObject({
		code: FILE_UNREADABLE,
		message: 'A file cannot be read',
	});
});

function* brokenFile(): Generator<Buffer> {
	yield Buffer.from('on');
	throw new Error('EIO, /private/place');
}

it('fails before anything is sent where a stored file is gone', async () => {
	const file = { ...stored, id: 'disk:9' };
	await expect(toMultipartBody([{ name: 'a', file }], context)).rejects.toThrow('gone');
});

it.each(['a"\r\nX-Other: 1', 'a\r\n\r\nb', '"; filename="x', 'a\nb'])(
	'lets no name break out of its header: %j',
	async (name) => {
		const parts = [
			{ name, text: 'x' },
			{ name, file: inMemory('x', { fileName: name }) },
		];
		const body = await toMultipartBody(parts, context);
		expect((await bytesOf(body)).toString()).not.toContain('\nX-Other');
		const read = await parse(body);
		expect(read.map((part) => part.name)).toStrictEqual([escaped(name), escaped(name)]);
	},
);

it.each(['text/plain\r\nX-Other: 1', 'тип'])('sends no odd MIME type on: %j', async (mimeType) => {
	const body = await toMultipartBody([{ name: 'a', file: inMemory('x', { mimeType }) }], context);
	expect(await parse(body)).toMatchObject([{ type: 'application/octet-stream' }]);
});

/** As browsers write a name. */
function escaped(name: string): string {
	return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
