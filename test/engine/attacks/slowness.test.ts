/*
 * Attacks by slowness: a service that keeps a connection busy without ever answering. A request ends
 * when its time is up, whatever trickles in, and no more connections are held than were allowed.
 */
import type { Socket } from 'node:net';

import { runNode } from '../engine.ts';
import { FREE_FORM, locator, tokenFor } from '../service.ts';
import { GET_SEEDED } from '../useService.ts';
import { useServers } from './servers.ts';

const startServer = useServers();

/** RFC 1952, section 2.3, and RFC 1951, section 3.2.4. */
const GZIP_START = '\x1f\x8b\b\0\0\0\0\0\0\x03';
const GZIP_EMPTY_BLOCK = '\0\0\0\xff\xff';

/** Sends a piece now and then, for ever. */
function drip(start: string, piece: string): (socket: Socket) => void {
	return (socket) => {
		socket.write(start, 'latin1');
		const timer = setInterval(() => socket.write(piece, 'latin1'), 20);
		socket.on('close', () => {
			clearInterval(timer);
		});
	};
}

const TRICKLES: readonly (readonly [what: string, answer: (socket: Socket) => void])[] = [
	['nothing', () => undefined],
	['its status line', drip('HTTP/1.1 200 ', 'O')],
	['headers', drip('HTTP/1.1 200 OK\r\n', 'X-Y: z\r\n')],
	['one header', drip('HTTP/1.1 200 OK\r\nX-Y: ', 'z')],
	['early hints', drip('', 'HTTP/1.1 103 Early Hints\r\nX-Y: z\r\n\r\n')],
	['a body of known length', drip('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', ' ')],
	['chunks', drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n')],
	[
		'a body, and then nothing',
		(socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{'),
	],
	[
		'another protocol',
		(socket) =>
			socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
	],
	[
		'packed bytes that hold nothing',
		drip('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n' + GZIP_START, GZIP_EMPTY_BLOCK),
	],
];

test.each(TRICKLES)(
	'a service that sends %s is given up when the time is up, and its connection with it',
	async (_, answer) => {
		const server = await startServer(answer);
		const { error } = await runNode({
			credential: tokenFor(`http://${server.host}`),
			parameters: { ...GET_SEEDED, options: { maxAttempts: 1, timeout: 200 } },
		});
		expect(error?.message).toMatch(
			/^No complete answer arrived in time( \(status 200\)(: \{)?)? \[item 0\]$/,
		);
		await server.closed();
	},
);

test('a service that never answers holds no more connections than are allowed at once', async () => {
	let most = 0;
	const server = await startServer(() => {
		most = Math.max(most, server.open());
	});
	const { output } = await runNode({
		credential: tokenFor(`http://${server.host}`),
		items: Array.from({ length: 30 }, (_, n) => ({ json: { n } })),
		parameters: {
			operation: 'create',
			form: locator(FREE_FORM),
			fieldDataMode: 'autoMap',
			options: { requestsAtOnce: 4, timeout: 100, maxWait: 0 },
		},
		onError: 'continueRegularOutput',
	});
	expect(output).toHaveLength(30);
	// Who has no answer is unknown; where the service does not answer a question either, the rest is not sent.
	for (const [index, { json }] of output.entries()) {
		const outcome = index < 4 ? 'unknown' : 'notSent';
		expect(json['details']).toMatchObject({ outcome, attempts: index < 4 ? 1 : 0 });
	}
	expect(server.heard.filter((said) => said.startsWith('POST'))).toHaveLength(4);
	// The end of one connection may still be on its way when the next begins.
	expect(most).toBeLessThanOrEqual(8);
});
