import type { INodeParameters } from 'n8n-workflow';

import type { RuleInput } from '../../sandbox/faults/rule.ts';
import { restoreClock, skipWaits } from './clock.ts';
import type { Outcome, Setup } from './engine.ts';
import { FREE_FORM } from './service.ts';
import { numbered, onNumber, useService } from './useService.ts';

const used = useService();
let waits: number[];

beforeEach(() => {
	waits = skipWaits();
});

afterEach(restoreClock);

/** Creates a submission for each of some numbered items. */
async function create(
	count: number,
	rule: RuleInput,
	setup: Partial<Setup> = {},
	options: INodeParameters = {},
): Promise<Outcome> {
	used.service.faults.set({ rules: [rule] });
	return await used.create(numbered(count), { requestsAtOnce: 1, ...options }, setup);
}

describe('On Error = Stop', () => {
	test('stops sending at the first failure and accounts for every item', async () => {
		const refusal = { kind: 'refuse', status: 422, body: { message: 'Too odd.' } } as const;
		const { error, output } = await create(6, onNumber(2, refusal));
		expect(output).toStrictEqual([]);
		expect(used.service.log.entries).toHaveLength(3);
		const created = used.service.log.entries.flatMap(({ stored }) => stored ?? []);
		expect(error?.message).toBe(
			'The service did not accept the field data (status 422): Too odd. [item 2]; 2 of 6 items are done, and Retry under Executions does not send them again, a new run does',
		);
		expect(error).toMatchObject({
			description: `Correct the fields that it names. Of 6 items: done 0, 1; refused 2; not sent 3–5. Created: 0 → ${created[0]}, 1 → ${created[1]}.`,
			context: { itemIndex: 2, details: { statusCode: 422, outcome: 'refused' } },
		});
	});

	test('a create whose answer was lost is not repeated, and may exist', async () => {
		const { error } = await create(2, onNumber(0, { kind: 'resetAfterStoring' }));
		expect(used.numbersSent()).toStrictEqual([0]);
		expect(error?.message).toBe(
			'The connection broke before the answer was complete [item 0]; none of 2 items is done',
		);
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/The submission may still have been created: look for it among the form's responses.* Of 2 items: unknown 0; not sent 1\./,
			) as string,
			context: { details: { outcome: 'unknown', attempts: 1 } },
		});
	});
});

describe('Retry On Fail', () => {
	const refusedTwice = (n: number) => onNumber(n, { kind: 'refuse', status: 409 }, 2);

	test('with Stop, sends only what was refused or not sent, and gives every item in the end', async () => {
		const { error, output } = await create(4, refusedTwice(1), { maxTries: 4 });
		expect(error).toBeUndefined();
		expect(used.numbersSent()).toStrictEqual([0, 1, 1, 1, 2, 3]);
		expect(output.map(({ json, pairedItem }) => [json['created'], pairedItem])).toStrictEqual(
			[0, 1, 2, 3].map((item) => [true, { item }]),
		);
	});

	test('with Continue, sends only what was refused', async () => {
		const setup = { maxTries: 3, onError: 'continueRegularOutput' } as const;
		// With Continue n8n tries again only where the first item failed.
		const { output } = await create(3, refusedTwice(0), setup);
		expect(used.numbersSent()).toStrictEqual([0, 1, 2, 0, 0]);
		expect(output.map(({ json }) => json['created'])).toStrictEqual([true, true, true]);
	});

	test('fails again at once, with the same account, where a create may exist', async () => {
		const lost = onNumber(1, { kind: 'failAfterStoring', status: 500 });
		const { error } = await create(3, lost, { maxTries: 3 });
		expect(used.numbersSent()).toStrictEqual([0, 1]);
		expect(error).toMatchObject({
			description: expect.stringContaining('Of 3 items: done 0; unknown 1; not sent 2.') as string,
		});
	});

	test('sends it again where repeatUnknown allows it', async () => {
		const lost = onNumber(0, { kind: 'resetBeforeReading' }, 1);
		const options = { repeatUnknown: 'all', maxAttempts: 1 };
		const { output } = await create(1, lost, { maxTries: 2 }, options);
		expect(used.numbersSent()).toStrictEqual([0, 0]);
		expect(output).toMatchObject([{ json: { created: true } }]);
	});
});

describe('On Error = Continue', () => {
	const refusal = onNumber(1, {
		kind: 'refuse',
		status: 422,
		body: { message: 'The given data was invalid.', errors: { n: ['must be even'] } },
	});

	const failedItem = {
		json: {
			error:
				'The service did not accept the field data (status 422): The given data was invalid. n: must be even [item 1]',
			message: 'Correct the fields that it names.',
			details: {
				operation: 'create',
				formPermalink: FREE_FORM,
				submissionPermalink: null,
				statusCode: 422,
				serviceMessage: 'The given data was invalid.',
				fieldErrors: { n: ['must be even'] },
				attempts: 1,
				outcome: 'refused',
			},
		},
		pairedItem: { item: 1 },
	};

	test('gives failed items in their places among the good ones', async () => {
		const { output } = await create(3, refusal, { onError: 'continueRegularOutput' });
		expect(output.map(({ json }) => json['created'])).toStrictEqual([true, undefined, true]);
		expect(output[1]).toStrictEqual(failedItem);
	});

	test('gives failed items at the error output, with the input beneath, both outputs linked', async () => {
		const { output, errors } = await create(3, refusal, { onError: 'continueErrorOutput' });
		expect(output.map(({ pairedItem }) => pairedItem)).toStrictEqual([{ item: 0 }, { item: 2 }]);
		expect(errors).toStrictEqual([{ ...failedItem, json: { n: 1, ...failedItem.json } }]);
	});
});

test('a 429 is repeated after the time that it names', async () => {
	const { output } = await create(1, onNumber(0, { kind: 'tooMany', retryAfter: 7 }, 1));
	expect(used.numbersSent()).toStrictEqual([0, 0]);
	expect(Math.max(...waits)).toBeGreaterThan(6_900);
	expect(Math.max(...waits)).toBeLessThanOrEqual(7_100);
	expect(output).toMatchObject([{ json: { created: true } }]);
});
