import type { INodeParameters } from 'n8n-workflow';

import { callTool } from './agent.ts';
import { restoreClock, skipWaits } from './clock.ts';
import { assignments, FREE_FORM, locator } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

beforeEach(() => {
	skipWaits();
});

afterEach(restoreClock);

/** What an agent's calls of the node answered, in words where they ended in an error. */
async function answersOf(
	parameters: INodeParameters,
	calls: readonly object[],
	maxTries?: number,
): Promise<string[]> {
	const { answers } = await callTool(used.service.credential, parameters, calls, maxTries);
	return answers.map(String);
}

const create = {
	operation: 'create',
	form: locator(FREE_FORM),
	fieldData: assignments(['name', "={{ $fromAI('name', 'Name', 'string') }}"]),
};

const bodies = () => used.service.log.entries.map(({ body }) => body.toString());

test('two calls of one agent create two submissions, each with its own arguments', async () => {
	const answers = await answersOf(create, [{ name: 'Ada' }, { name: 'Ben' }]);
	expect(bodies()).toStrictEqual(['{"name":"Ada"}', '{"name":"Ben"}']);
	const permalinks = used.service.log.entries.map(({ stored }) => stored);
	expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject(
		permalinks.map((submissionPermalink) => [{ created: true, submissionPermalink }]),
	);
});

test('the same arguments twice are two calls all the same', async () => {
	await answersOf(create, [{ name: 'Ada' }, { name: 'Ada' }]);
	expect(bodies()).toStrictEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
});

test('a create that may exist is not sent again by the tries of its call', async () => {
	used.service.faults.set({
		rules: [{ when: { nth: 1 }, then: { kind: 'failAfterStoring', status: 500 } }],
	});
	const answers = await answersOf(create, [{ name: 'Ada' }, { name: 'Ben' }], 3);
	expect(bodies()).toStrictEqual(['{"name":"Ada"}', '{"name":"Ben"}']);
	expect(answers[0]).toContain('The submission may still have been created');
	expect(answers[1]).toContain('"created":true');
});

test('a refused call is tried again, and succeeds once', async () => {
	used.service.faults.set({ rules: [{ when: { nth: 1 }, then: { kind: 'refuse', status: 409 } }] });
	const answers = await answersOf(create, [{ name: 'Ada' }], 3);
	expect(bodies()).toStrictEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
	expect(answers[0]).toContain('"created":true');
});

test('map automatically sends the arguments of the call', async () => {
	await answersOf(
		{
			...create,
			fieldDataMode: 'autoMap',
			ignoreFields: "={{ $fromAI('ignored', 'Names to leave out', 'string') }}",
		},
		[{ ignored: 'nothing' }],
	);
	expect(bodies()).toStrictEqual(['{"ignored":"nothing"}']);
});

test('a refusal reaches the agent in words it can act on', async () => {
	const [answer] = await answersOf(
		{
			operation: 'get',
			form: locator(FREE_FORM),
			submission: locator("={{ $fromAI('submission', 'x', 'string') }}"),
		},
		[{ submission: 'short' }],
	);
	expect(answer).toContain('Submission is "short", which has 5 characters');
	expect(answer).toContain('A permalink has exactly 10 characters');
	expect(bodies()).toStrictEqual([]);
});
