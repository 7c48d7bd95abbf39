/*
 * What the test of a credential says, sent by n8n's own function for such tests.
 */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

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
	expect(used.onlyRequest()).toMatchObject({
		method: 'GET',
		status: 404,
		url: expect.stringMatching(/^\/api\/v1\/forms\/_{10}\/submissions\/_{10}(\?|$)/) as string,
	});
});

type Then = Exclude<RuleInput, string>['then'];

const ANSWERS: readonly (readonly [what: string, then: Then, says: string])[] = [
	['a 401', { kind: 'refuse', status: 401, body: {} }, 'did not accept the credentials'],
	['a 500', { kind: 'refuse', status: 500, body: {} }, 'broke down'],
	['a 429', { kind: 'tooMany' }, 'status 429'],
	['a web page', { kind: 'html' }, 'A web page came back instead of data'],
	['a web page for what is not there', { kind: 'html', status: 404 }, 'A web page came back'],
	['a web page for what must not be seen', { kind: 'html', status: 403 }, 'status 403'],
	['garbage', { kind: 'garbage' }, 'says it is JSON, and it is not'],
	['a redirect', { kind: 'redirect', location: 'https://example.com/' }, 'Correct the Base URL'],
	['a connection that breaks', { kind: 'resetBeforeReading' }, 'The connection broke'],
];

test.each(ANSWERS)('%s is told of', async (_what, then, says) => {
	used.service.faults.set({ rules: [{ then }] });
	expect(await tested({})).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining(says) as string,
	});
	expect(used.service.log.entries).toHaveLength(1);
});

test.each([
	['an object', { status: 200, body: { permalink: '__________' } }],
	['nothing', { status: 200, body: '' }],
	['a number', { status: 200, body: 5 }],
	['what is gone', { status: 410, body: {} }],
])('%s from behind the check of the credentials is no refusal', async (_what, answer) => {
	used.service.faults.set({ rules: [{ then: { kind: 'refuse', ...answer } }] });
	expect(await tested({})).toMatchObject({ status: 'OK' });
});

test.each([
	['no credential at all', { baseUrl: '' }, 'The Base URL is empty'],
	['a base URL without a scheme', { baseUrl: '127.0.0.1' }, 'does not start with https://'],
	['a token with a line break', { accessToken: 'one\ntwo' }, 'line break'],
	['nobody at the address', { baseUrl: 'http://127.0.0.1:1' }, 'Nothing takes connections'],
])('%s is told of, and the service sees nothing', async (_what, changes, says) => {
	expect(await tested(changes)).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining(says) as string,
	});
	expect(used.service.log.entries).toStrictEqual([]);
});

test('a credential without data is told of', async () => {
	const type = await submissionsType();
	const test = type.methods?.credentialTest?.['testSubmissionsCredential'];
	expect(
		await test?.call(new CredentialTestContext(), { id: '1', name: 'x', type: 'submissionsApi' }),
	).toStrictEqual({
		status: 'Error',
		message: expect.stringContaining('The Base URL is empty') as string,
	});
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
