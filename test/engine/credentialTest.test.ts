/*
 * What the test of a credential says, sent by n8n's own function for such tests.
 */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { everyText, givesAway } from './attacks/everyText.ts';
import { submissionsType } from './engine.ts';
import { createSelfSigned, useListening } from './listening.ts';
import { PASSWORD, TOKEN, USERNAME, WAYS } from './service.ts';
import type { Then } from './useService.ts';
import { useService } from './useService.ts';

const { CredentialTestContext } = requireOutside('n8n-core');

const used = useService();
const listen = useListening();

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

/** How the test says that something is wrong. */
const wrong = (says: string | RegExp) => ({
	status: 'Error',
	message: (typeof says === 'string'
		? expect.stringContaining(says)
		: expect.stringMatching(says)) as string,
});

test.each(WAYS)(
	'a good credential is not refused: $authentication in the $sendIn',
	async (changes) => {
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
		expect(
			Object.keys(bare?.headers ?? {}).filter((name) => name.startsWith('auth')),
		).toStrictEqual([]);
	},
);

test("a credential whose allowed domains leave out its Base URL's host is not sent anywhere", async () => {
	const restricted = { allowedHttpRequestDomains: 'domains', allowedDomains: 'forms.example.com' };
	expect(await tested(restricted)).toStrictEqual(wrong('n8n blocked the request'));
	expect(used.service.log.entries).toStrictEqual([]);
	expect(await tested({ ...restricted, allowedDomains: '127.0.0.1' })).toMatchObject({
		status: 'OK',
	});
});

const refuse = (status: number, body: string | number | object = {}): Then => ({
	kind: 'refuse',
	status,
	body,
});
const NOT_THERE = { message: 'There is no such submission.' };

test.each<[what: string, then: Then, says: string]>([
	['a 401', refuse(401), 'did not accept the credentials'],
	['a 500', refuse(500), 'broke down'],
	['a 429', { kind: 'tooMany' }, 'status 429'],
	['a web page', { kind: 'html' }, 'A web page came back instead of data'],
	['garbage', { kind: 'garbage' }, 'claims to be JSON but is not'],
	['a redirect', { kind: 'redirect', location: 'https://example.com/' }, 'Correct the Base URL'],
	['a connection that breaks', { kind: 'resetBeforeReading' }, 'The connection broke'],
])('%s is told of, and nothing is asked twice', async (_what, then, says) => {
	used.answer(then);
	expect(await tested({})).toStrictEqual(wrong(says));
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
	expect(await tested({ accessToken: 'rubbish' })).toStrictEqual(
		wrong(
			/^The address answers the same without credentials, so they were not checked \(status \d+\)\. Check the Base URL/,
		),
	);
	expect(used.service.log.entries).toHaveLength(2);
});

test.each<[what: string, without: Then, says: string]>([
	['too many requests', { kind: 'tooMany' }, 'status 429'],
	['a service that broke down', refuse(503), 'not available'],
	['no answer', { kind: 'resetBeforeReading' }, 'The connection broke'],
])('%s without credentials proves nothing', async (_what, without, says) => {
	answerTo(refuse(404), without);
	expect(await tested({})).toStrictEqual(wrong(says));
});

test('a certificate that nobody vouches for is refused, unless SSL issues are ignored', async () => {
	const server = await createSelfSigned((request, answer) => {
		answer.statusCode = request.headers.authorization === undefined ? 401 : 404;
		answer.end('{}');
	});
	const baseUrl = `https://${await listen(server)}`;
	expect(await tested({ baseUrl })).toStrictEqual(
		wrong(/certificate cannot be trusted.*turn on Ignore SSL Issues in the credential/),
	);
	expect(await tested({ baseUrl, allowUnauthorizedCerts: true })).toMatchObject({ status: 'OK' });
});

test.each([
	['no credential at all', { baseUrl: '' }, 'The Base URL is empty'],
	['nobody at the address', { baseUrl: 'http://127.0.0.1:1' }, 'Connection refused'],
])('%s is told of, and the service sees nothing', async (_what, changes, says) => {
	expect(await tested(changes)).toStrictEqual(wrong(says));
	expect(used.service.log.entries).toStrictEqual([]);
});

test.each(WAYS)(
	'no secret is told, whoever repeats it: $authentication in the $sendIn',
	async (changes) => {
		for (const then of [
			{ kind: 'echoSecret' },
			{ kind: 'redirect', location: 'https://example.com/{url}' },
			{ kind: 'resetBeforeReading' },
		] satisfies Then[]) {
			used.answer(then);
			const result = await tested(changes);
			expect(result.status).toBe('Error');
			const shown = everyText(result);
			for (const secret of [TOKEN, USERNAME, PASSWORD]) {
				expect(shown.some((text) => givesAway(text, secret))).toBe(false);
			}
		}
	},
);
