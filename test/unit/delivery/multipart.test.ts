import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

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

const bytesOf = async (body: MultipartBody): Promise<Buffer> => await buffer(body.stream());

/** Reads a body with a parser that servers use. */
async function parse(body: MultipartBody): Promise<object[]> {
	const read: object[] = [];
	const parser = new Busboy({ headers: { 'content-type': body.type } });
	parser.on('field', (name, text) => {
		read.push({ name, text });
	});
	parser.on('file', (name, stream, fileName, _encoding, type) => {
		const part = { name, bytes: Buffer.alloc(0), fileName, type };
		read.push(part);
		stream.on('data', (chunk: Buffer) => {
			part.bytes = Buffer.concat([part.bytes, chunk]);
		});
	});
	const finished = once(parser, 'finish');
	parser.end(await bytesOf(body));
	await finished;
	return read;
}

const inMemory = (differing: Partial<IBinaryData>): IBinaryData => ({
	data: Buffer.from('x').toString('base64'),
	mimeType: 'text/plain',
	...differing,
});

const onDisk = (id: string, differing: Partial<IBinaryData> = {}): IBinaryData => ({
	data: '',
	id,
	mimeType: 'text/plain',
	...differing,
});

const bodyOf = async (file: IBinaryData, from = context): Promise<MultipartBody> =>
	await toMultipartBody([{ name: 'a', file }], from);

it('passes for a Blob that knows its length and type', async () => {
	const body = await toMultipartBody([{ name: 'a', text: 'é' }], context);
	expect(Object.prototype.toString.call(body)).toBe('[object Blob]');
	expect(body.type).toMatch(/^multipart\/form-data; boundary=[\w-]{20,70}$/);
	expect(body.size).toBe((await bytesOf(body)).length);
});

it('is read by a real parser as the texts and files that it was made of, in order', async () => {
	const parts: Part[] = [
		{ name: 'name', text: 'Ada\r\n😀' },
		{ name: 'photo', file: inMemory({ mimeType: 'image/png', fileName: 'ü "x".png' }) },
		{ name: 'photo', file: onDisk('disk:1', { mimeType: 'application/pdf', fileName: 'a.pdf' }) },
		{ name: 'empty', text: '' },
		{ name: 'none', file: onDisk('disk:2', { fileName: 'b' }) },
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
	const body = await bodyOf(onDisk('disk:1'));
	expect(opened).toStrictEqual([]);
	const first = await bytesOf(body);
	expect(opened).toStrictEqual(['disk:1']);
	expect(await bytesOf(body)).toStrictEqual(first);
	expect(opened).toStrictEqual(['disk:1', 'disk:1']);
	expect(body.size).toBe(first.length);
});

it.each([{}, { fileName: '', mimeType: '' }])(
	'gives a file a name and a type where it has none: %j',
	async (differing) => {
		// As nodes make them, whatever n8n's own type says.
		const body = await bodyOf({ data: 'eA==', ...differing } as IBinaryData);
		expect(await parse(body)).toMatchObject([
			{ name: 'a', fileName: 'file', type: 'application/octet-stream' },
		]);
	},
);

function* brokenFile(): Generator<Buffer> {
	yield Buffer.from('on');
	throw new Error('EIO, /private/place');
}

it.each([
	['is shorter than n8n noted', () => [Buffer.from('on')]],
	['is longer', () => [Buffer.from('one\r\ntwo'), Buffer.alloc(10_000)]],
	[
		'is gone when its turn comes',
		() => {
			throw new Error('gone from /private/place');
		},
	],
	['breaks off', brokenFile],
])('breaks off itself where a stored file %s, and keeps its place to itself', async (_, open) => {
	const getBinaryStream = async () => await Promise.resolve(Readable.from(open()));
	const helpers = { ...context.helpers, getBinaryStream };
	const body = await bodyOf(onDisk('disk:1'), { ...context, helpers });
	let given = 0;
	const reading = (async () => {
		for await (const chunk of body.stream()) given += chunk.length;
	})();
	await expect(reading).rejects.toMatchObject({
		code: FILE_UNREADABLE,
		message: 'A file cannot be read',
	});
	// With as much as was announced, the service would have a whole request.
	expect(given).toBeLessThan(body.size);
});

it('fails before anything is sent where a stored file is gone', async () => {
	await expect(bodyOf(onDisk('disk:9'))).rejects.toThrow('gone');
});

it.each([
	['a"\r\nX-Other: 1', 'a%22%0D%0AX-Other: 1'],
	['a\rb', 'a%0Db'],
	['a\nb', 'a%0Ab'],
	['"; filename="x', '%22; filename=%22x'],
])('lets no name break out of its header, as browsers write it: %j', async (name, written) => {
	const parts = [
		{ name, text: 'x' },
		{ name, file: inMemory({ fileName: name }) },
	];
	expect(await parse(await toMultipartBody(parts, context))).toMatchObject([
		{ name: written, text: 'x' },
		{ name: written, fileName: written, type: 'text/plain' },
	]);
});

it.each(['text/plain\r\nX-Other: 1', 'тип'])('sends no odd MIME type on: %j', async (mimeType) => {
	expect(await parse(await bodyOf(inMemory({ mimeType })))).toMatchObject([
		{ type: 'application/octet-stream' },
	]);
});
