/*
 * What n8n's Retry of a failed execution sends again.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { RuleInput } from '../../sandbox/faults/rule.ts';
import type { Submission } from '../../sandbox/store/submissions.ts';
import type { Outcome, RetryOf, Setup } from './engine.ts';
import { FREE_FORM, locator, TOKEN } from './service.ts';
import { numbered, onNumber, useService } from './useService.ts';

const used = useService();

const ALL = [0, 1, 2, 3, 4, 5];
const ONCE_EACH = [1, 1, 1, 1, 1, 1];

const refused = onNumber(3, { kind: 'refuse', status: 422, body: { message: 'Too odd.' } });
const lost = onNumber(2, { kind: 'resetAfterStoring' });

async function create(
	rules: readonly RuleInput[],
	setup: Partial<Setup> = {},
	options: INodeParameters = {},
): Promise<Outcome> {
	used.service.faults.set({ rules: [...rules] });
	used.service.log.clear();
	return await used.create(numbered(6), { requestsAtOnce: 1, ...options }, setup);
}

function left(): Submission[] {
	return [...used.service.store.submissions.all()].filter(
		({ form, deleted }) => form === FREE_FORM && deleted === null,
	);
}

/** How often each number is stored. */
function stored(): number[] {
	const all = left().map(({ data }) => data['n']);
	return ALL.map((n) => all.filter((other) => other === n).length);
}

beforeEach(() => {
	for (const { permalink } of left()) used.service.store.submissions.delete(permalink);
});

describe.each<RetryOf['workflow']>(['currentlySaved', 'original'])(
	'with %s workflow',
	(workflow) => {
		test('only what was not done is sent, and every item comes out in its place', async () => {
			const { run, error } = await create([refused]);
			expect(error?.message).toBe(
				'The service did not accept the field data (status 422): Too odd. [item 3]; 3 of 6 items are done, and Retry under Executions does not send them again, a new run does',
			);
			const { output, hints } = await create([], { retryOf: { run, workflow } });
			expect(used.numbersSent()).toStrictEqual([3, 4, 5]);
			expect(stored()).toStrictEqual(ONCE_EACH);
			expect(output.map(({ json, pairedItem }) => [json['created'], pairedItem])).toStrictEqual(
				ALL.map((item) => [true, { item }]),
			);
			expect(hints).toStrictEqual([
				'3 items (0, 1, 2) were done by the execution that this one retries, and were not sent again.',
			]);
		});

		test('a second Retry after one that failed again sends only what is left', async () => {
			const first = await create([refused]);
			const second = await create([onNumber(5, { kind: 'refuse', status: 422 })], {
				retryOf: { run: first.run, workflow },
			});
			expect(second.error?.message).toContain('; 5 of 6 items are done, and Retry');
			const third = await create([], { retryOf: { run: second.run, workflow } });
			expect(used.numbersSent()).toStrictEqual([5]);
			expect(stored()).toStrictEqual(ONCE_EACH);
			expect(third.error).toBeUndefined();
		});

		test('what is unknown is not sent, holds nothing up, and is in the account', async () => {
			const first = await create([lost]);
			expect(first.error).toMatchObject({
				description: expect.stringContaining(
					'Retry does not send what is unknown either.',
				) as string,
			});
			const second = await create([], { retryOf: { run: first.run, workflow }, maxTries: 3 });
			expect(used.numbersSent()).toStrictEqual([3, 4, 5]);
			expect(stored()).toStrictEqual(ONCE_EACH);
			expect(second.error).toMatchObject({
				message:
					'The connection broke before the answer was complete [item 2]; 5 of 6 items are done, and Retry under Executions does not send them again, a new run does',
				description: expect.stringContaining('Of 6 items: done 0, 1, 3–5; unknown 2.') as string,
			});
		});
	},
);

test('what is unknown is sent again where somebody who has looked allows it now', async () => {
	const { run } = await create([onNumber(2, { kind: 'resetBeforeReading' })]);
	const { output } = await create(
		[],
		{ retryOf: { run, workflow: 'currentlySaved' } },
		{ repeatUnknown: 'all' },
	);
	expect(used.numbersSent()).toStrictEqual([2, 3, 4, 5]);
	expect(stored()).toStrictEqual(ONCE_EACH);
	expect(output).toHaveLength(6);
});

test('what is unknown is passed by where it was found, with Continue', async () => {
	const { run } = await create([lost]);
	const { output, error } = await create([], {
		retryOf: { run, workflow: 'currentlySaved' },
		onError: 'continueRegularOutput',
	});
	expect(used.numbersSent()).toStrictEqual([3, 4, 5]);
	expect(error).toBeUndefined();
	expect(output[2]).toMatchObject({ json: { details: { outcome: 'unknown', attempts: 1 } } });
	expect(output).toHaveLength(6);
});

test('another operation than then is carried out for all items', async () => {
	const { run } = await create([refused]);
	const permalink = used.put({ n: 9 });
	used.service.faults.set({});
	used.service.log.clear();
	await used.run(
		{ operation: 'update', submission: locator(permalink), fieldDataMode: 'autoMap' },
		numbered(6).map((json) => ({ json })),
		{ retryOf: { run, workflow: 'currentlySaved' } },
	);
	expect(used.numbersSent()).toStrictEqual(ALL);
});

test('nothing of a request or a credential is kept', async () => {
	const { run } = await create([refused]);
	const kept = JSON.stringify(run.data.executionData?.contextData);
	expect(kept).toContain('"submission":"');
	expect(kept).not.toContain(TOKEN);
	expect(kept).not.toContain('"body"');
});

test('nothing is kept of a run that ended well', async () => {
	const { run } = await create([refused], { onError: 'continueRegularOutput' });
	expect(JSON.stringify(run.data.executionData?.contextData)).not.toContain('hash');
});
