import nock from 'nock';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { restoreClock, skipWaits } from './clock.ts';
import type { Outcome } from './engine.ts';
import { runNode } from './engine.ts';
import { assignments, locator } from './service.ts';

// A deployment behind a path prefix, over https, as no test server on this machine can be.
const HOST = 'https://forms.example.com';
const BASE_URL = `${HOST}/tenant`;
const FORM = 'aB3dE5gH7j';
const SUBMISSION = "kL9m&'(é~*";
const SUBMISSION_SEGMENT = encodeURIComponent(SUBMISSION);

const token = { authentication: 'accessToken', accessToken: 'the token+/=' };
const account = { authentication: 'usernamePassword', username: 'the user', password: 'pass&word' };

// What the other kind holds stays in the credential when the kind is changed, and is not sent.
const WAYS: readonly (readonly [
	name: string,
	data: ICredentialDataDecryptedObject,
	sent: { readonly query?: object; readonly headers?: object },
])[] = [
	[
		'an access token in the header',
		{ ...account, ...token, sendIn: 'header' },
		{ headers: { authorization: 'Bearer the token+/=' } },
	],
	[
		'an access token in the query',
		{ ...account, ...token, sendIn: 'query' },
		{ query: { access_token: 'the token+/=' } },
	],
	[
		'username and password in headers',
		{ ...token, ...account, sendIn: 'header' },
		{ headers: { 'authorization-username': 'the user', 'authorization-password': 'pass&word' } },
	],
	[
		'username and password in the query',
		{ ...token, ...account, sendIn: 'query' },
		{ query: { username: 'the user', password: 'pass&word' } },
	],
];

/** The rows of the paths table (interface, part 4). */
const PATH = `/tenant/api/v1/forms/${FORM}/submissions`;
const ROUTES: readonly (readonly [
	operation: string,
	method: string,
	path: string,
	body: string,
])[] = [
	['create', 'POST', `${PATH}/new`, '{"name":"Ada"}'],
	['get', 'GET', `${PATH}/${SUBMISSION_SEGMENT}`, ''],
	['update', 'POST', `${PATH}/${SUBMISSION_SEGMENT}`, '{"name":"Ada"}'],
	['delete', 'DELETE', `${PATH}/${SUBMISSION_SEGMENT}`, ''],
];

const CREDENTIAL_HEADERS = ['authorization', 'authorization-username', 'authorization-password'];

const CASES = ROUTES.flatMap(([operation, ...route]) =>
	WAYS.map(([name, ...way]) => [operation, name, route, way] as const),
);

beforeAll(() => {
	nock.disableNetConnect();
});

afterEach(() => {
	nock.cleanAll();
	restoreClock();
});

afterAll(() => {
	nock.enableNetConnect();
	nock.restore();
});

async function run(
	parameters: INodeParameters,
	data: ICredentialDataDecryptedObject = { ...token, sendIn: 'header' },
): Promise<Outcome> {
	return await runNode({
		credential: { baseUrl: `${BASE_URL}/`, ...data },
		parameters: {
			operation: 'get',
			form: locator(FORM),
			submission: locator(SUBMISSION),
			fieldData: assignments(['name', 'Ada']),
			...parameters,
		},
	});
}

test.each(CASES)('%s with %s', async (operation, _name, [method, path, body], [data, expected]) => {
	const seen: unknown[] = [];
	nock(HOST)
		.intercept(/.*/, method)
		.reply(function (uri, sent) {
			const url = new URL(uri, HOST);
			const { headers } = this.req;
			seen.push({
				path: url.pathname,
				query: Object.fromEntries(url.searchParams),
				credentials: Object.fromEntries(
					CREDENTIAL_HEADERS.filter((name) => name in headers).map((name) => [name, headers[name]]),
				),
				accept: headers['accept'],
				contentType: headers['content-type'],
				body: typeof sent === 'string' ? sent : JSON.stringify(sent),
			});
			return [200, { ok: true }];
		});
	const { error } = await run({ operation }, data);
	expect(error).toBeUndefined();
	expect(seen).toStrictEqual([
		{
			path,
			query: expected.query ?? {},
			credentials: expected.headers ?? {},
			accept: 'application/json',
			contentType: body === '' ? undefined : 'application/json',
			body,
		},
	]);
});

test('a redirect to another host gets no second request, so the credentials stay', async () => {
	const elsewhere = nock('https://evil.example.com').get(/.*/).reply(200, {});
	nock(HOST).get(/.*/).reply(301, '', { Location: 'https://evil.example.com/x?y=1' });
	const { error } = await run({});
	expect(error?.message).toBe(
		'The address answers with a redirect, which is never followed (status 301) [item 0]',
	);
	expect(elsewhere.isDone()).toBe(false);
});

describe('network faults', () => {
	const fault = (code: string, syscall?: string) =>
		Object.assign(new Error(`${code} 10.0.0.1`), { code, ...(syscall && { syscall }) });

	test.each([
		['ENOTFOUND', 'getaddrinfo', 'The host name could not be found', 'notSent', 2],
		['ECONNREFUSED', 'connect', 'Connection refused', 'notSent', 2],
		['ECONNRESET', undefined, 'The connection broke before the answer was complete', 'unknown', 1],
	])(
		'%s of a create is told in words, and sent as often as is safe',
		async (code, syscall, message, outcome, attempts) => {
			skipWaits();
			let sent = 0;
			nock(HOST)
				.post(/.*/, () => {
					sent++;
					return true;
				})
				.times(10)
				.replyWithError(fault(code, syscall));
			const { error } = await run({ operation: 'create', options: { maxWait: 0 } });
			expect(error).toMatchObject({
				message: `${message} [item 0]`,
				context: { details: { outcome, attempts } },
			});
			expect(sent).toBe(attempts);
		},
	);
});
