/*
 * Attacks by amount: answers without end, packed small or nested deep. What is held of them is bounded,
 * and what is told of them is short.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import type { Outcome } from '../engine.ts';
import { runNode } from '../engine.ts';
import { FORM, locator, SEEDED, TOKEN } from '../service.ts';
import { useServers } from './servers.ts';

const MB = 1024 * 1024;

// To make and send so much takes its time on a busy machine.
jest.setTimeout(60_000);

/** What n8n itself and the way through its helper take besides the 16 MB that an answer may have. */
const MOST_MEMORY = 160 * MB;

const startRawServer = useServers();
const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function startServer(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function get(baseUrl: string, parameters: INodeParameters = {}): Promise<Outcome> {
	return await runNode({
		credential: { baseUrl, authentication: 'accessToken', accessToken: TOKEN, sendIn: 'header' },
		parameters: {
			operation: 'get',
			form: locator(FORM),
			submission: locator(SEEDED),
			options: { maxAttempts: 1 },
			...parameters,
		},
	});
}

/** The most memory that was taken while some work was done, beyond what was taken before. */
async function memoryOf(work: Promise<unknown>): Promise<number> {
	const before = process.memoryUsage.rss();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, process.memoryUsage.rss());
	}, 2);
	await work;
	clearInterval(watch);
	return most - before;
}

/** Sends as much as is taken, and ends when the other side does. */
function pour(answer: Writable, megabytes: number): void {
	const chunk = Buffer.alloc(MB, ' ');
	let poured = 0;
	const more = () => {
		while (poured < megabytes && !answer.destroyed) {
			poured++;
			if (!answer.write(chunk)) return;
		}
		answer.end();
	};
	answer.on('drain', more);
	answer.on('error', () => undefined);
	more();
}

const PACKERS: readonly (readonly [encoding: string, pack: () => Transform])[] = [
	['gzip', () => createGzip()],
	['deflate', () => createDeflate()],
	['br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
];

describe('an answer without end', () => {
	test('is given up at 16 MB, and takes no more memory than that', async () => {
		const address = await startServer((_, answer) => {
			pour(answer, 2000);
		});
		const run = get(address);
		expect(await memoryOf(run)).toBeLessThan(MOST_MEMORY);
		expect((await run).error?.message).toContain('The answer is larger than 16 MB');
	});

	test.each(PACKERS)(
		'that is packed small by %s is given up at 16 MB unpacked',
		async (encoding, pack) => {
			let sent = 0;
			const address = await startServer((_, answer) => {
				answer.setHeader('content-encoding', encoding);
				answer.setHeader('content-type', 'application/json');
				const packed = pack();
				packed.on('data', (bytes: Buffer) => (sent += bytes.length));
				packed.pipe(answer);
				answer.on('close', () => {
					packed.destroy();
				});
				pour(packed, 400);
			});
			const run = get(address);
			expect(await memoryOf(run)).toBeLessThan(MOST_MEMORY);
			expect((await run).error?.message).toContain('The answer is larger than 16 MB');
			expect(sent).toBeLessThan(MB);
		},
	);

	test('of headers is given up', async () => {
		const server = await startRawServer((socket) => {
			socket.write('HTTP/1.1 200 OK\r\n');
			const more = () => {
				while (!socket.destroyed && socket.write(`X-Filler: ${'x'.repeat(1000)}\r\n`));
			};
			socket.on('drain', more);
			more();
		});
		const { error } = await get(`http://${server.host}`);
		expect(error?.message).toContain('The connection broke before the answer was complete');
	});
});

describe('an answer that is hard to read', () => {
	function bodies(megabytes: number): [what: string, type: string, body: () => string][] {
		const length = megabytes * MB;
		return [
			['of brackets', 'application/json', () => '['.repeat(length)],
			['of braces', 'application/json', () => '{"a":'.repeat(length / 5)],
			['of quotes and backslashes', 'application/json', () => '"\\'.repeat(length / 2)],
			['of numbers with exponents', 'application/json', () => `[${'1e1,'.repeat(length / 4)}1]`],
			['of beginnings of comments', 'text/html', () => '<!--'.repeat(length / 4)],
			['of beginnings of an XML line', 'text/plain', () => '<?xml '.repeat(length / 6)],
			['of white space', 'text/plain', () => `${' '.repeat(length)}x`],
			['of entities', 'text/plain', () => '&#x00000'.repeat(length / 8)],
			['of percent signs', 'text/plain', () => '%2525'.repeat(length / 5)],
			['of unfinished titles', 'text/html', () => `<html>${'<title'.repeat(length / 6)}`],
		];
	}

	test.each(bodies(8))('%s is read, or told of in a few words', async (_what, type, body) => {
		for (const status of [200, 422]) {
			const address = await startServer((_, answer) => {
				answer.writeHead(status, { 'content-type': type });
				answer.end(body());
			});
			const { error, run } = await get(address);
			const [task] = run.data.resultData.runData['Submissions'] ?? [];
			if (error === undefined) expect(task?.executionStatus).toBe('success');
			else expect(JSON.stringify(error).length).toBeLessThan(20_000);
		}
	});

	test('nested deep in a refusal is told of in a few words, and can be saved', async () => {
		const address = await startServer((_, answer) => {
			answer.writeHead(422, { 'content-type': 'application/json' });
			answer.end(`{"errors":${'{"a":'.repeat(300)}["deep"]${'}'.repeat(300)}}`);
		});
		const { output } = await runNode({
			credential: {
				baseUrl: address,
				authentication: 'accessToken',
				accessToken: TOKEN,
				sendIn: 'header',
			},
			parameters: { operation: 'get', form: locator(FORM), submission: locator(SEEDED) },
			onError: 'continueRegularOutput',
		});
		expect(output).toMatchObject([{ json: { details: { statusCode: 422 } } }]);
		expect(JSON.stringify(output).length).toBeLessThan(2000);
	});

	test('with thirty thousand sentences is told of in a few words', async () => {
		const address = await startServer((_, answer) => {
			answer.writeHead(422, { 'content-type': 'application/json' });
			const errors = Array.from({ length: 30_000 }, (_entry: unknown, index) => ({
				field: `field ${index}`,
				message: `is wrong ${'x'.repeat(50)}`,
			}));
			answer.end(JSON.stringify({ errors }));
		});
		const { error } = await get(address);
		expect(error?.message).toContain('field 0: is wrong');
		expect(JSON.stringify(error).length).toBeLessThan(50_000);
	});
});
