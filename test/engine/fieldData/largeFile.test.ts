import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Busboy } from '@fastify/busboy';

import { runNode } from '../engine.ts';
import { FREE_FORM, locator } from '../service.ts';
import { useBinaryStorage } from './binaryStorage.ts';

const storage = useBinaryStorage();

const MEBIBYTE = 1024 * 1024;
const SIZE = 64 * MEBIBYTE;
/** What the node may hold of a file at any time: far less than the file, more than some chunks. */
const MOST_HELD = 16 * MEBIBYTE;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes outside of JavaScript's heap that are in use, as buffers are. */
function bytesHeld(): number {
	collectGarbage();
	return process.memoryUsage().arrayBuffers;
}

function* chunksOfFile(): Generator<Buffer> {
	for (let index = 0; index < SIZE / MEBIBYTE; index++) yield Buffer.alloc(MEBIBYTE, index);
}

/** Takes one file and keeps nothing of it but its digest, and how much memory was held meanwhile. */
async function receiveFile() {
	const received = { size: 0, sha256: '', mostHeld: 0 };
	const server = createServer((request, response) => {
		const parser = new Busboy({
			headers: { 'content-type': request.headers['content-type'] ?? '' },
		});
		const hash = createHash('sha256');
		let nextLook = 0;
		parser.on('file', (_name, stream) => {
			stream.on('data', (chunk: Buffer) => {
				hash.update(chunk);
				received.size += chunk.length;
				if (received.size < nextLook) return;
				nextLook += 4 * MEBIBYTE;
				received.mostHeld = Math.max(received.mostHeld, bytesHeld());
			});
		});
		parser.on('finish', () => {
			received.sha256 = hash.digest('hex');
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end('{"permalink":"RECEiVED12"}');
		});
		request.pipe(parser);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		received,
		address: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			}),
	};
}

test('a file of 64 MB on disk is streamed: its bytes arrive, and are never held all at once', async () => {
	const hash = createHash('sha256');
	for (const chunk of chunksOfFile()) hash.update(chunk);
	const file = await storage.store(Readable.from(chunksOfFile()), 'video/mp4', 'film.mp4');
	const { received, address, close } = await receiveFile();
	const heldBefore = bytesHeld();
	try {
		const { error, output } = await runNode({
			credential: {
				baseUrl: address,
				authentication: 'accessToken',
				accessToken: 'token',
				sendIn: 'header',
			},
			parameters: {
				operation: 'create',
				form: locator(FREE_FORM),
				fieldDataMode: 'autoMap',
				options: {
					bodyFormat: 'multipart',
					files: { file: [{ name: 'film', property: 'data' }] },
				},
			},
			items: [{ json: { title: 'Film' }, binary: { data: file } }],
		});
		expect(error).toBeUndefined();
		expect(output).toMatchObject([{ json: { created: true, submissionPermalink: 'RECEiVED12' } }]);
		expect(received).toMatchObject({ size: SIZE, sha256: hash.digest('hex') });
		expect(received.mostHeld - heldBefore).toBeLessThan(MOST_HELD);
		process.stdout.write(
			`Held of a file of 64 MB while it was sent: ${((received.mostHeld - heldBefore) / MEBIBYTE).toFixed(1)} MB at most\n`,
		);
	} finally {
		await close();
	}
}, 60_000);
