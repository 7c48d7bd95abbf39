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

interface Way {
	readonly data: ICredentialDataDecryptedObject;
	readonly query: Record<string, string>;
	readonly headers: Record<string, string>;
}

// What the other kind holds stays in the credential when the kind is changed, and is not sent.
const WAYS: Record<string, Way> = {
	'an access token in the header': {
		data: { ...account, ...token, sendIn: 'header' },
		query: {},
		headers: { authorization: 'Bearer the token+/=' },
	},
	'an access token in the query': {
		data: { ...account, ...token, sendIn: 'query' },
		query: { access_token: 'the token+/=' },
		headers: {},
	},
	'username and password in headers': {
		data: { ...token, ...account, sendIn: 'header' },
		query: {},
		headers: { 'authorization-username': 'the user', 'authorization-password': 'pass&word' },
	},
	'username and password in the query': {
		data: { ...token, ...account, sendIn: 'query' },
		query: { username: 'the user', password: 'pass&word' },
		headers: {},
	},
};

/** The rows of the paths table (interface, part 4). */
const ROUTES: readonly (readonly [
	operation: string,
	method: string,
	path: string,
	body: string,
])[] = [
	['create', 'POST', `/tenant/api/v1/forms/${FORM}/submissions/new`, '{"name":"Ada"}'],
	['get', 'GET', `/tenant/api/v1/forms/${FORM}/submissions/${SUBMISSION_SEGMENT}`, ''],
	[
		'update',
		'POST',
		`/tenant/api/v1/forms/${FORM}/submissions/${SUBMISSION_SEGMENT}`,
		'{"name":"Ada"}',
	],
	['delete', 'DELETE', `/tenant/api/v1/forms/${FORM}/submissions/${SUBMISSION_SEGMENT}`, ''],
];

const CREDENTIAL_HEADERS = ['authorization', 'authorization-username', 'authorization-password'];

const CASES = ROUTES.flatMap(([operation, method, path, body]) =>
	Object.entries(WAYS).map(([name, way]) => ({ operation, method, path, body, name, way })),
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

test.each(CASES)('$operation with $name', async ({ operation, method, path, body, way }) => {
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
				contentType: headers['content-type'],
				body: typeof sent === 'string' ? sent : JSON.stringify(sent),
			});
			return [200, { ok: true }];
		});
	const { error } = await run({ operation }, way.data);
	expect(error).toBeUndefined();
	expect(seen).toStrictEqual([
		{
			path,
			query: way.query,
			credentials: way.headers,
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
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			undefined,
			"The host's SSL certificate cannot be trusted",
			'notSent',
			1,
		],
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
