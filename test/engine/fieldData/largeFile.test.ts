import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable, Transform } from 'node:stream';

import { Busboy } from '@fastify/busboy';

import { runNode } from '../engine.ts';
import { useListening } from '../listening.ts';
import { FREE_FORM, locator, tokenFor } from '../service.ts';
import { useBinaryStorage } from './binaryStorage.ts';

const { Container } = requireOutside('@n8n/di');
const { BinaryDataService } = requireOutside('n8n-core');

const storage = useBinaryStorage();
const listen = useListening();

const MEBIBYTE = 1024 * 1024;
const SIZE = 64 * MEBIBYTE;
/** How much of a file may be under way at any time: far less than the file, more than a socket takes. */
const MOST_UNDER_WAY = 8 * MEBIBYTE;

function* chunksOfFile(): Generator<Buffer> {
	for (let index = 0; index < SIZE / MEBIBYTE; index++) yield Buffer.alloc(MEBIBYTE, index);
}

/** Counts the bytes that are read of n8n's stored files from now on. */
function countReads(): { bytes: number } {
	const read = { bytes: 0 };
	const service = Container.get(BinaryDataService);
	const original = service.getAsStream.bind(service);
	service.getAsStream = async (...given) =>
		(await original(...given)).pipe(
			new Transform({
				transform(chunk: Buffer, _encoding, done) {
					read.bytes += chunk.length;
					done(null, chunk);
				},
			}),
		);
	return read;
}

test('a file of 64 MB on disk is streamed: its bytes arrive, and are never held all at once', async () => {
	const expected = createHash('sha256');
	for (const chunk of chunksOfFile()) expected.update(chunk);
	const file = await storage.store(Readable.from(chunksOfFile()), 'video/mp4', 'film.mp4');
	const read = countReads();
	const hash = createHash('sha256');
	let received = 0;
	let mostUnderWay = 0;
	const server = createServer((request, response) => {
		const headers = { 'content-type': request.headers['content-type'] ?? '' };
		const parser = new Busboy({ headers });
		parser.on('file', (_name, stream) => {
			stream.on('data', (chunk: Buffer) => {
				mostUnderWay = Math.max(mostUnderWay, read.bytes - received);
				hash.update(chunk);
				received += chunk.length;
			});
		});
		parser.on('finish', () => {
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end('{"permalink":"RECEiVED12"}');
		});
		request.pipe(parser);
	});
	const files = { file: [{ name: 'film', property: 'data' }] };
	const { error, output } = await runNode({
		credential: tokenFor(`http://${await listen(server)}`),
		parameters: {
			operation: 'create',
			form: locator(FREE_FORM),
			fieldDataMode: 'autoMap',
			options: { bodyFormat: 'multipart', files },
		},
		items: [{ json: { title: 'Film' }, binary: { data: file } }],
	});
	expect(error).toBeUndefined();
	expect(output).toMatchObject([{ json: { created: true, submissionPermalink: 'RECEiVED12' } }]);
	expect([received, hash.digest('hex')]).toStrictEqual([SIZE, expected.digest('hex')]);
	expect(read.bytes).toBe(SIZE);
	expect(mostUnderWay).toBeLessThan(MOST_UNDER_WAY);
});
