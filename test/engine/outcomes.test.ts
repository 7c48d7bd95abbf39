import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import {
	VERDICTS_ON_ANSWERS,
	VERDICTS_ON_FAULTS,
} from '../../nodes/Submissions/response/verdict.ts';
import { runNode } from './engine.ts';
import { createSelfSigned, useListening } from './listening.ts';
import { FREE_FORM, locator, SEEDED, tokenFor } from './service.ts';

/** Where a request goes and how: it ends as the line of the table says. */
interface Way {
	readonly baseUrl: string;
	readonly options?: INodeParameters;
}
type Case = readonly [what: string, open: () => Way | Promise<Way>];

const listen = useListening();

/** A server that writes these very bytes to whatever it is asked, then ends or breaks the connection. */
function raw(answer: string | ((path: string) => string), end: 'end' | 'destroy' = 'end') {
	return async (): Promise<Way> => {
		const server = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.once('data', (bytes) => {
				const path = bytes.toString().split(' ', 2)[1] ?? '';
				socket.write(typeof answer === 'string' ? answer : answer(path), () => socket[end]());
			});
		});
		return { baseUrl: `http://${await listen(server)}` };
	};
}

function head(status: number, headers: Record<string, string> = {}): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} Whatever\r\nConnection: close\r\n${lines.join('')}`;
}

const answers = (status: number, body = '', headers: Record<string, string> = {}): Case => [
	`${status} ${body.slice(0, 60)} ${headers['Location'] ?? ''}`.trim(),
	raw(`${head(status, headers)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
];
const json = (status: number, body: unknown): Case =>
	answers(status, JSON.stringify(body), { 'Content-Type': 'application/json' });
const cut = (status: number): Case => [
	`${status} cut short`,
	raw(`${head(status)}Content-Length: 500\r\n\r\n{"message":"Too`, 'destroy'),
];
const redirects = (status: number, location: string): Case => [
	`${status} to ${location}`,
	raw((path) => `${head(status, { Location: location.replace('{path}', path) })}\r\n`),
];

/** A proxy that answers in these bytes to whatever it is asked, for a Base URL of either kind. */
const throughProxy = (scheme: 'http' | 'https', answer: string): Case => [
	`a proxy for ${scheme} that answers ${answer.slice(0, 13)}`,
	async () => {
		const { baseUrl } = await raw(answer)();
		return { baseUrl: `${scheme}://service.example.com`, options: { proxy: baseUrl } };
	},
];

const SILENT = () => createServer((socket) => socket.on('data', () => 0));

/** A port for https that takes a connection, and is more or less of one. */
const atTlsPort = (
	what: string,
	server: () => Server | Promise<Server>,
	options: INodeParameters = {},
): Case => [what, async () => ({ baseUrl: `https://${await listen(await server())}`, options })];

/** A port that does this at the first bytes that come. */
const atFirstBytes = (act: (socket: Socket) => unknown) => () =>
	createServer((socket) => socket.once('data', () => act(socket)));

const PROXY_REFUSAL = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';

/** The only line that is not about writes. */
const TO_A_GET = '2xx to a get that brings no submission';

/** By line of the table in the documentation. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
	'407: a proxy wants credentials of its own': [
		throughProxy('http', PROXY_REFUSAL),
		throughProxy('https', PROXY_REFUSAL),
	],
	'408, 460 or 499: a gateway gave up waiting': [408, 460, 499].map((status) => answers(status)),
	'Any other 4xx': [
		...[400, 401, 403, 404, 409, 410, 422, 429, 451].map((status) => answers(status)),
		cut(422),
	],
	'503 with `Retry-After`': [answers(503, 'Down', { 'Retry-After': '1' })],
	'Any other 5xx': [...[500, 501, 502, 503, 504, 520].map((status) => answers(status)), cut(500)],
	'301, 307 or 308': [redirects(301, '/elsewhere'), redirects(307, '{path}'), answers(308)],
	'302 or 303 to the same path at another address': [
		redirects(302, 'https://new.example.com{path}'),
		redirects(303, 'https://new.example.com{path}'),
	],
	'Any other 3xx': [
		redirects(303, 'kL9mN1pQ3r'),
		redirects(302, 'https://new.example.com/sign-in'),
		redirects(303, '{path}'),
		redirects(303, 'http://127.0.0.1{path}'),
		answers(302),
		answers(304),
	],
	'2xx of which not the whole came': [
		cut(200),
		cut(201),
		['201 cut between chunks', raw(`${head(201)}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`)],
	],
	'2xx that cannot be read: a web page, broken JSON, or too much of it': [
		answers(200, '<!doctype html><title>Welcome</title>', { 'Content-Type': 'text/html' }),
		answers(201, '{"permalink":"AB', { 'Content-Type': 'application/json' }),
		answers(200, '['.repeat(600)),
		answers(200, `[${'0,'.repeat(100_001)}0]`),
		answers(201, 'Sa\ufffd', { 'Content-Type': 'text/plain', 'Content-Encoding': 'x-snappy' }),
	],
	[TO_A_GET]: [answers(204), answers(200), json(200, null), json(200, false), json(200, [])],
	'2xx that says that it was not done': [
		json(200, { success: false, error: 'form is closed' }),
		json(201, { status: 'error', message: 'closed' }),
		json(200, { status: 'fail', data: { title: 'is required' } }),
		json(202, { code: 422, errors: { title: ['is required'] } }),
	],
	'2xx that only complains': [
		json(200, { message: 'Saved', errors: ['mail not sent'] }),
		json(201, { error: 'closed', code: 4 }),
		json(200, { success: true, errors: ['mail not sent'] }),
	],
	'Any other 2xx': [
		json(200, { permalink: 'kL9mN1pQ3r' }),
		json(201, { error: 'a field of the form', name: 'Ada' }),
		answers(202, 'Saved', { 'Content-Type': 'text/plain' }),
	],
	'A status below 200 or above 599': [answers(600), answers(999)],
	'No connection: refused, host not found or not reached, no secure connection, broken before anything was sent':
		[
			[
				'a port at which nothing listens',
				async () => {
					const server = createServer();
					const host = await listen(server);
					await once(server.close(), 'close');
					return { baseUrl: `http://${host}` };
				},
			],
			['a name that nobody has', () => ({ baseUrl: 'https://nobody.invalid' })],
			atTlsPort('https at a port for http', () => createHttpServer((_, reply) => reply.end('{}'))),
			atTlsPort(
				'a handshake that is cut',
				atFirstBytes((socket) => socket.destroy()),
			),
			atTlsPort(
				'a handshake that is reset',
				atFirstBytes((socket) => socket.resetAndDestroy()),
			),
			atTlsPort('a handshake without an answer', SILENT, { timeout: 150 }),
			atTlsPort('a certificate that nobody vouches for', () => createSelfSigned()),
			[
				'a proxy that makes no connection',
				async () => ({
					baseUrl: 'https://service.example.com',
					options: { proxy: `http://${await listen(atFirstBytes((socket) => socket.end())())}` },
				}),
			],
		],
	'No answer: not in time, or the connection broke': [
		['a connection that ends', raw('')],
		['a connection that is broken', raw('', 'destroy')],
		[
			'no answer in time',
			async () => ({ baseUrl: `http://${await listen(SILENT())}`, options: { timeout: 150 } }),
		],
	],
};

/** The table as the documentation prints it. */
const TABLE = readFileSync(resolve(__dirname, '../../docs/delivery.md'), 'utf8')
	.split('| What came back')[1]
	?.split('\n\n')[0]
	?.split('\n')
	.slice(2)
	.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | +\|?$/g, '').trim()))
	.map(([what = '', outcome = '']): [string, string] => [what, outcome.replaceAll('`', '')]);

test('the table in the documentation is the one in the code, line by line', () => {
	expect(TABLE).toStrictEqual(
		[...VERDICTS_ON_ANSWERS, ...VERDICTS_ON_FAULTS].map(({ what, means }) => [what, means]),
	);
	expect(Object.keys(CASES)).toStrictEqual(TABLE?.map(([what]) => what));
});

const ROWS = (TABLE ?? []).flatMap(([line, outcome]) =>
	(CASES[line] ?? []).map(([what, open]) => [line, what, outcome, open] as const),
);

test.each(ROWS)('%s – %s: %s', async (line, _what, outcome, open) => {
	for (const operation of ['create', 'update', 'delete', 'get'] as const) {
		const { baseUrl, options } = await open();
		const { output } = await runNode({
			credential: tokenFor(baseUrl),
			items: [{ json: { n: 1 } }],
			onError: 'continueRegularOutput',
			parameters: {
				operation,
				form: locator(FREE_FORM),
				submission: locator(SEEDED),
				fieldDataMode: 'autoMap',
				options: { maxAttempts: 1, maxWait: 0, timeout: 20_000, ...options },
			},
		});
		const details = Object(output[0]?.json['details']) as { readonly outcome?: string };
		const told = details.outcome ?? 'done';
		const ofWrite = line === TO_A_GET ? 'done' : outcome;
		const expected = operation === 'get' && outcome === 'unknown' ? 'failed' : ofWrite;
		expect([operation, told]).toStrictEqual([operation, expected]);
	}
});

test.each([
	{ success: false, status: 'locked', message: 'Somebody is at it.' },
	{ ok: false, status: 'not_found' },
	{ error: 'Not allowed', status: 'forbidden' },
])('what answers a delete in words of its own is no confirmation: %j', async (body) => {
	const { baseUrl } = await json(200, body)[1]();
	const { error } = await runNode({
		credential: tokenFor(baseUrl),
		parameters: { operation: 'delete', form: locator(FREE_FORM), submission: locator(SEEDED) },
	});
	expect(error).toMatchObject({ context: { details: { outcome: 'unknown' } } });
});
