/*
 * What the test of a credential says, sent by n8n's own function for such tests.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { generate } from 'selfsigned';

import type { RuleInput } from '../../sandbox/faults/rule.ts';
import { everyText, givesAway } from './attacks/everyText.ts';
import { submissionsType } from './engine.ts';
import { useService } from './useService.ts';
import { PASSWORD, TOKEN, USERNAME } from './service.ts';

const { CredentialTestContext } = requireOutside('n8n-core');

const used = useService();

async function tested(changes: ICredentialDataDecryptedObject) {
	const test = (await submissionsType()).methods?.credentialTest?.['testSubmissionsCredential'];
	if (test === undefined) throw new Error('The node has no test for its credential');
	return await test.call(new CredentialTestContext(), {
		id: '1',
		name: 'Submissions',
		type: 'submissionsApi',
		data: { ...used.service.credential, ...changes },
	});
}

const ACCOUNT = { authentication: 'usernamePassword', username: USERNAME, password: PASSWORD };

test.each([
	{ sendIn: 'header' },
	{ sendIn: 'query' },
	{ ...ACCOUNT, sendIn: 'header' },
	{ ...ACCOUNT, sendIn: 'query' },
])('a good credential is not refused: %j', async (changes) => {
	expect(await tested(changes)).toMatchObject({
		status: 'OK',
		message: expect.stringContaining('answered and did not refuse') as string,
	});
	const path = '/api/v1/forms/__________/submissions/__________';
	const [read, bare, ...others] = used.service.log.entries;
	expect(others).toStrictEqual([]);
	expect(read).toMatchObject({
		method: 'GET',
		status: 404,
		url: expect.stringMatching(new RegExp(`^${path}(\\?|$)`)) as string,
	});
	// The second one carries none of it, in no place.
	expect(bare).toMatchObject({ method: 'GET', status: 401, url: path });
	expect(Object.keys(bare?.headers ?? {}).filter((name) => name.startsWith('auth'))).toStrictEqual(
		[],
	);
});

test("a credential whose allowed domains leave out its Base URL's host is not sent anywhere", async () => {
	const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'forms.example.com' };
	expect(await tested(restricted)).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining('n8n blocked the request') as string,
	});
	expect(used.service.log.entries).toStrictEqual([]);
	expect(await tested({ ...restricted, allowedDomains: '127.0.0.1' })).toMatchObject({
		status: 'OK',
	});
});

type Then = Exclude<RuleInput, string>['then'];

const refuse = (status: number, body: string | number | object = {}): Then => ({
	kind: 'refuse',
	status,
	body,
});
const NOT_THERE = { message: 'There is no such submission.' };

const ANSWERS: readonly (readonly [what: string, then: Then, says: string])[] = [
	['a 401', refuse(401), 'did not accept the credentials'],
	['a 500', refuse(500), 'broke down'],
	['a 429', { kind: 'tooMany' }, 'status 429'],
	['a web page', { kind: 'html' }, 'A web page came back instead of data'],
	['garbage', { kind: 'garbage' }, 'claims to be JSON but is not'],
	['a redirect', { kind: 'redirect', location: 'https://example.com/' }, 'Correct the Base URL'],
	['a connection that breaks', { kind: 'resetBeforeReading' }, 'The connection broke'],
];

test.each(ANSWERS)('%s is told of, and nothing is asked twice', async (_what, then, says) => {
	used.service.faults.set({ rules: [{ then }] });
	expect(await tested({})).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining(says) as string,
	});
	expect(used.service.log.entries).toHaveLength(1);
});

/** What is answered to who has credentials, and to who has none. */
function answerTo(withCredentials: Then, withoutAny: Then): void {
	used.service.faults.set({
		rules: [
			{ match: { header: { authorization: '.' } }, then: withCredentials },
			{ then: withoutAny },
		],
	});
}

test.each<[what: string, answer: Then, without: Then]>([
	['an object', refuse(200, { permalink: '__________' }), refuse(401)],
	['what must not be seen', refuse(403), refuse(401)],
	['what is not there', refuse(404, NOT_THERE), { kind: 'redirect', location: '/sign_in' }],
	['what is not there, in other words', refuse(404, NOT_THERE), refuse(404, '"Sign in"')],
	['what is not there', refuse(404, NOT_THERE), { kind: 'html', status: 404 }],
])('%s is no refusal, where who has no credentials is refused', async (_what, answer, without) => {
	answerTo(answer, without);
	expect(await tested({})).toMatchObject({ status: 'OK' });
});

test.each<[what: string, answer: Then, without?: Then]>([
	['a 404', refuse(404)],
	['a 404 in other words', refuse(404, NOT_THERE), refuse(404, { message: 'No such page.' })],
	['a 403', refuse(403)],
	['hello', refuse(200, '"hello"')],
	['an empty object', refuse(200)],
	['nothing', refuse(204, '')],
	['data for whoever asks', refuse(200, ''), refuse(200, { any: 'thing' })],
	['data for who has no credentials alone', refuse(403), refuse(200)],
])('%s without credentials too says nothing of them', async (_what, answer, without = answer) => {
	answerTo(answer, without);
	expect(await tested({ accessToken: 'rubbish' })).toStrictEqual({
		status: 'Error',
		message: expect.stringMatching(
			/^The address answers the same without credentials, so they were not checked \(status \d+\)\. Check the Base URL/,
		) as string,
	});
	expect(used.service.log.entries).toHaveLength(2);
});

test.each<[what: string, without: Then, says: string]>([
	['too many requests', { kind: 'tooMany' }, 'status 429'],
	['a service that broke down', refuse(503), 'not available'],
	['no answer', { kind: 'resetBeforeReading' }, 'The connection broke'],
])('%s without credentials proves nothing', async (_what, without, says) => {
	answerTo(refuse(404), without);
	expect(await tested({})).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining(says) as string,
	});
});

test('a certificate that nobody vouches for is refused, unless SSL issues are ignored', async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	const server = createServer({ key, cert }, (request, answer) => {
		answer.statusCode = request.headers.authorization === undefined ? 401 : 404;
		answer.end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
		expect(await tested({ baseUrl })).toStrictEqual({
			status: 'Error',
			message: expect.stringMatching(
				/certificate cannot be trusted.*turn on Ignore SSL Issues in the credential/,
			) as string,
		});
		expect(await tested({ baseUrl, allowUnauthorizedCerts: true })).toMatchObject({
			status: 'OK',
		});
	} finally {
		server.closeAllConnections();
		server.close();
	}
});

test.each([
	['no credential at all', { baseUrl: '' }, 'The Base URL is empty'],
	['nobody at the address', { baseUrl: 'http://127.0.0.1:1' }, 'Connection refused'],
])('%s is told of, and the service sees nothing', async (_what, changes, says) => {
	expect(await tested(changes)).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining(says) as string,
	});
	expect(used.service.log.entries).toStrictEqual([]);
});

test.each([{}, { sendIn: 'query' }, ACCOUNT, { ...ACCOUNT, sendIn: 'query' }])(
	'no secret is told, whoever repeats it: %#',
	async (changes) => {
		for (const then of [
			{ kind: 'echoSecret' },
			{ kind: 'redirect', location: 'https://example.com/{url}' },
			{ kind: 'resetBeforeReading' },
		] satisfies Then[]) {
			used.service.faults.set({ rules: [{ then }] });
			const result = await tested(changes);
			expect(result.status).toBe('Error');
			const shown = everyText(result);
			for (const secret of [TOKEN, USERNAME, PASSWORD]) {
				expect(shown.some((text) => givesAway(text, secret))).toBe(false);
			}
		}
	},
);
