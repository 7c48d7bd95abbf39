/*
 * Attacks by amount: answers without end, packed small or nested deep. What is held of them is bounded,
 * and what is told of them is short.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';

import type { Outcome, Setup } from '../engine.ts';
import { runNode } from '../engine.ts';
import { useListening } from '../listening.ts';
import { tokenFor } from '../service.ts';
import { GET_SEEDED } from '../useService.ts';
import { useServers } from './servers.ts';

const MB = 1024 * 1024;

const listen = useListening();
const startRawServer = useServers();

async function getFrom(host: string, onError: Setup['onError'] = 'stopWorkflow'): Promise<Outcome> {
	return await runNode({
		credential: tokenFor(`http://${host}`),
		parameters: { ...GET_SEEDED, options: { maxAttempts: 1 } },
		onError,
	});
}

async function answered(answer: RequestListener, onError?: Setup['onError']): Promise<Outcome> {
	return await getFrom(await listen(createServer(answer)), onError);
}

/** A refusal with this body. */
const refusal =
	(body: string): RequestListener =>
	(_, answer) => {
		answer.writeHead(422, { 'content-type': 'application/json' });
		answer.end(body);
	};

/** Packs to next to nothing. */
const spaces = () => Buffer.alloc(MB, ' ');

/** Packs to a sixteenth, so that what nobody takes is not under way as a whole. */
const someSpaces = () => Buffer.concat([randomBytes(MB / 16), Buffer.alloc((MB / 16) * 15, ' ')]);

/**
 * Sends as much as is taken, and ends when the other side does.
 *
 * @returns how many megabytes were taken so far
 */
function pour(answer: Writable, megabytes: number, megabyte = spaces): () => number {
	let poured = 0;
	const more = () => {
		while (poured < megabytes && !answer.destroyed) {
			poured++;
			if (!answer.write(megabyte())) return;
		}
		answer.end();
	};
	answer.on('drain', more);
	answer.on('error', () => undefined);
	more();
	return () => poured;
}

const PACKERS: readonly (readonly [encoding: string, pack: () => Transform])[] = [
	['gzip', () => createGzip()],
	['deflate', () => createDeflate()],
	['br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
];

describe('an answer without end', () => {
	test('is given up at 16 MB, and little more of it is taken', async () => {
		let poured = () => 0;
		const { error } = await answered((_, answer) => {
			poured = pour(answer, 2000);
		});
		expect(error?.message).toBe(
			'The answer is larger than 16 MB, so reading it was given up (status 200) [item 0]',
		);
		expect(poured()).toBeLessThan(100);
	});

	test.each(PACKERS)(
		'that is packed small by %s is given up at 16 MB unpacked',
		async (encoding, pack) => {
			let poured = () => 0;
			for (const megabyte of [spaces, someSpaces]) {
				const { error } = await answered((_, answer) => {
					answer.setHeader('content-encoding', encoding);
					answer.setHeader('content-type', 'application/json');
					const packed = pack();
					packed.pipe(answer);
					answer.on('close', () => {
						packed.destroy();
					});
					poured = pour(packed, 1000, megabyte);
				});
				expect(error?.message).toContain('The answer is larger than 16 MB');
			}
			expect(poured()).toBeLessThan(500);
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
		const { error } = await getFrom(server.host);
		expect(error?.message).toContain('The connection broke before the answer was complete');
	});
});

describe('an answer that is hard to read', () => {
	test.each([
		['of brackets', 'application/json', '['],
		['of braces', 'application/json', '{"a":'],
		['of quotes and backslashes', 'application/json', '"\\'],
		['of numbers with exponents', 'application/json', '1e1,', '[', '1]'],
		['of beginnings of comments', 'text/html', '<!--'],
		['of beginnings of an XML line', 'text/plain', '<?xml '],
		['of white space', 'text/plain', ' ', '', 'x'],
		['of entities', 'text/plain', '&#x00000'],
		['of percent signs', 'text/plain', '%2525'],
		['of unfinished titles', 'text/html', '<title', '<html>'],
	])('%s is read, or told of in a few words', async (_what, type, piece, start = '', end = '') => {
		for (const status of [200, 422]) {
			const { error, run } = await answered((_, answer) => {
				answer.writeHead(status, { 'content-type': type });
				answer.end(start + piece.repeat((8 * MB) / piece.length) + end);
			});
			const [task] = run.data.resultData.runData['Submissions'] ?? [];
			if (error === undefined) expect(task?.executionStatus).toBe('success');
			else expect(JSON.stringify(error).length).toBeLessThan(20_000);
		}
	});

	test('nested deep in a refusal is told of in a few words, and can be saved', async () => {
		const body = `{"errors":${'{"a":'.repeat(300)}["deep"]${'}'.repeat(300)}}`;
		const { output } = await answered(refusal(body), 'continueRegularOutput');
		expect(output).toMatchObject([{ json: { details: { statusCode: 422 } } }]);
		expect(JSON.stringify(output).length).toBeLessThan(2000);
	});

	test('with thirty thousand sentences is told of in a few words', async () => {
		const errors = Array.from({ length: 30_000 }, (_, index) => ({
			field: `field ${index}`,
			message: `is wrong ${'x'.repeat(50)}`,
		}));
		const { error } = await answered(refusal(JSON.stringify({ errors })));
		expect(error?.message).toContain('field 0: is wrong');
		expect(JSON.stringify(error).length).toBeLessThan(50_000);
	});
});
