/*
 * Attacks on the credential: a service, a proxy or a broken connection that may bring a secret to where
 * somebody sees it: the record of the run, errors and what hangs on them, hints, the answer to an AI.
 */
import type { INodeParameters } from 'n8n-workflow';

import { callTool } from '../agent.ts';
import { NODE } from '../engine.ts';
import type { Then } from '../useService.ts';
import { GET_SEEDED, numbered, useService } from '../useService.ts';
import { assignments, FORM, locator, PASSWORD, SEEDED, TOKEN, USERNAME, WAYS } from '../service.ts';
import { everyText, givesAway } from './everyText.ts';

const used = useService();

const SECRETS = [TOKEN, USERNAME, PASSWORD];

const FAULTS: readonly (readonly [what: string, then: Then])[] = [
	['a refusal that repeats it in every encoding', { kind: 'echoSecret', status: 403 }],
	['a 401 that repeats it', { kind: 'echoSecret', status: 401 }],
	['a breakdown that repeats it', { kind: 'echoSecret', status: 500 }],
	['a redirect to the same address, query and all', { kind: 'redirect', location: '{url}' }],
	[
		'a redirect with the query in a fragment and before the host',
		{ kind: 'redirect', location: 'https://{url}@example.com/#{url}' },
	],
	['a web page', { kind: 'html' }],
	['garbage', { kind: 'garbage' }],
	['a connection that breaks', { kind: 'resetBeforeReading' }],
	['an answer that breaks', { kind: 'truncate' }],
	['no answer', { kind: 'hang' }],
];

/** Two attempts, or until the service keeps silent. */
const OPTIONS: INodeParameters = { maxAttempts: 2, maxWait: 0, timeout: 200 };

/** A secret that is found is named by its number, so that this log does not give it away. */
function expectHidden(seen: unknown): void {
	const found = everyText(seen).flatMap((text) =>
		SECRETS.flatMap((secret, index) => (givesAway(text, secret) ? [`secret ${index}`] : [])),
	);
	expect(found).toStrictEqual([]);
}

test('what is looked for would be found', () => {
	const cause = new Error(Buffer.from(`Bearer ${TOKEN}`).toString('base64'));
	const error = new Error('x', { cause });
	expect(() => {
		expectHidden({ error });
	}).toThrow('secret 0');
	expect(() => {
		expectHidden(encodeURIComponent(encodeURIComponent(PASSWORD)));
	}).toThrow('secret 2');
	expectHidden({ error: new Error('x') });
});

test('an ordinary long token is blanked where a service repeats it, and every item is told of', async () => {
	const accessToken = Array.from({ length: 3300 }, (_, n) => 'eyJ0_-.'.charAt((n * n) % 7)).join(
		'',
	);
	used.service.faults.set({
		rules: [
			{ when: { nth: [4] }, then: { kind: 'echoSecret', status: 403 } },
			{ then: { kind: 'refuse', status: 201, body: { permalink: SEEDED } } },
		],
	});
	const credential = { ...used.service.credential, accessToken };
	const setup = { onError: 'continueRegularOutput', credential } as const;
	const outcome = await used.create(numbered(10), {}, setup);
	expect(used.service.log.entries).toHaveLength(10);
	expect(outcome.output.filter(({ json }) => json['created'] === true)).toHaveLength(9);
	expect(outcome.output[3]?.json['error']).toContain('[hidden]');
	expect(everyText(outcome).filter((text) => givesAway(text, accessToken))).toStrictEqual([]);
});

describe.each(WAYS)('$authentication in the $sendIn', (way) => {
	const credential = () => ({ baseUrl: used.service.address, ...way });

	describe.each(FAULTS)('%s', (_what, then) => {
		test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
			'shows no secret with %s',
			async (onError) => {
				used.answer(then);
				const outcome = await used.get(OPTIONS, {
					credential: credential(),
					items: [{ json: {} }, { json: {} }],
					onError,
				});
				expect(used.service.log.entries.length).toBeGreaterThan(0);
				expect(
					outcome.error !== undefined || outcome.output.length + outcome.errors.length === 2,
				).toBe(true);
				expectHidden(outcome);
			},
		);
	});

	test.each([
		['nobody listens', { baseUrl: 'http://127.0.0.1:1' }, {}],
		['a proxy that nobody listens at', {}, { proxy: 'http://127.0.0.1:1' }],
	])('%s: shows no secret', async (_what, address, options) => {
		const setup = { credential: { ...credential(), ...address } };
		const outcome = await used.get({ ...OPTIONS, maxAttempts: 1, ...options }, setup);
		expect(outcome.error?.message).toContain('Connection refused');
		expectHidden(outcome);
	});

	test('a run that succeeds shows no secret, in its output and its hints', async () => {
		const form = locator(`https://forms.example.com/forms/${FORM}/responses`, 'url');
		const parameters = { ...GET_SEEDED, form, options: { output: 'full' } };
		const outcome = await used.run(parameters, undefined, { credential: credential() });
		expect(outcome.output).toMatchObject([{ json: { statusCode: 200 } }]);
		expect(outcome.hints).toHaveLength(1);
		expectHidden(outcome);
	});

	test('the password of a proxy is not shown either', async () => {
		const outcome = await used.get(
			{ ...OPTIONS, maxAttempts: 1, proxy: '={{ $json.proxy }}' },
			{
				credential: credential(),
				items: [{ json: { proxy: 'http://user:s3cret-of-the-proxy@127.0.0.1:1' } }],
			},
		);
		const [task] = outcome.run.data.resultData.runData[NODE] ?? [];
		const shown = everyText([outcome.error, outcome.errors, outcome.hints, task?.error]);
		expect(shown.filter((text) => givesAway(text, 's3cret-of-the-proxy'))).toStrictEqual([]);
	});
});

test.each(WAYS)('an AI is told no secret: $authentication in the $sendIn', async (way) => {
	used.answer({ kind: 'echoSecret', status: 403 });
	const { answers, run } = await callTool(
		{ baseUrl: used.service.address, ...way },
		{
			operation: 'create',
			form: locator(FORM),
			fieldData: assignments(['name', "={{ $fromAI('name', 'Name', 'string') }}"]),
		},
		[{ name: 'Ada' }],
	);
	expect(used.service.log.entries).toHaveLength(1);
	expect(String(answers[0])).toContain('status 403');
	expectHidden([answers, run]);
});
