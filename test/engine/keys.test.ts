/*
 * Create Once Per Key: what one execution sent, no other sends again.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { RuleInput } from '../../sandbox/faults/rule.ts';
import type { Outcome, Setup } from './engine.ts';
import { FREE_FORM, locator } from './service.ts';
import { useDeduplicator } from './useDeduplicator.ts';
import { numbered, onNumber, useService } from './useService.ts';

const used = useService();
const memory = useDeduplicator();

/** An execution, from the trigger. */
async function execute(
	rules: readonly RuleInput[] = [],
	setup: Partial<Setup> = {},
	options: INodeParameters = {},
): Promise<Outcome> {
	used.service.faults.set({ rules: [...rules] });
	return await used.create(numbered(6), { createOnceKey: '={{ $json.n }}', ...options }, setup);
}

/** The numbers that were sent since this was last asked, in order. */
function sent(): number[] {
	const numbers = used.numbersSent();
	used.service.log.clear();
	return numbers.toSorted((one, other) => one - other);
}

const standings = ({ output }: Outcome) =>
	output.map(({ json }) => {
		if ('details' in json) return Reflect.get(Object(json['details']), 'outcome') as unknown;
		return json['created'] === true ? 'created' : json['alreadyCreated'] === true && 'known';
	});

test('a second execution sends nothing again, and says so for each item', async () => {
	await execute();
	expect(sent()).toStrictEqual([0, 1, 2, 3, 4, 5]);
	const { output, hints } = await execute();
	expect(sent()).toStrictEqual([]);
	expect(output[4]).toStrictEqual({
		json: {
			created: false,
			alreadyCreated: true,
			formPermalink: FREE_FORM,
			submissionPermalink: null,
		},
		pairedItem: { item: 4 },
	});
	expect(hints).toStrictEqual([
		'6 items (0, 1, 2, 3, 4, 5) were created before, as their keys say, and were not sent again.',
	]);
});

test('what was refused or not sent is sent by the next execution', async () => {
	await execute([onNumber(2, { kind: 'refuse', status: 422 })], {}, { requestsAtOnce: 1 });
	expect(sent()).toStrictEqual([0, 1, 2]);
	const { output } = await execute();
	expect(sent()).toStrictEqual([2, 3, 4, 5]);
	expect(output).toHaveLength(6);
});

test('what got no answer stays unknown, holds nothing up, and goes again only where that is allowed', async () => {
	const lost = onNumber(2, { kind: 'resetBeforeReading' });
	await execute([lost], {}, { requestsAtOnce: 1 });
	expect(sent()).toStrictEqual([0, 1, 2]);
	const again = await execute([], { maxTries: 2 });
	expect(sent()).toStrictEqual([3, 4, 5]);
	expect(again.error).toMatchObject({
		message: expect.stringMatching(
			/^The key was sent before, and no answer to that is known \[item 2\]; 5 of 6 items are done/,
		) as string,
		description: expect.stringContaining('done 0, 1, 3–5; unknown 2.') as string,
	});
	const allowed = await execute([], {}, { repeatUnknown: 'all' });
	expect(sent()).toStrictEqual([2]);
	expect(standings(allowed).indexOf('created')).toBe(2);
	expect(standings(allowed).filter((standing) => standing === 'known')).toHaveLength(5);
	await execute();
	expect(sent()).toStrictEqual([]);
});

test('a later refusal says nothing of an earlier request that may have been stored', async () => {
	await execute([onNumber(0, { kind: 'resetAfterStoring' })], {}, { requestsAtOnce: 1 });
	await execute([onNumber(0, { kind: 'refuse', status: 409 })], {}, { repeatUnknown: 'all' });
	sent();
	const { output } = await execute([], { onError: 'continueRegularOutput' });
	expect(output[0]).toMatchObject({ json: { details: { outcome: 'unknown' } } });
	expect(sent()).not.toContain(0);
});

test('what an answer denies and shows as stored is unknown, and no later execution sends it', async () => {
	const body = {
		success: false,
		errors: ['The notification could not be sent.'],
		data: { permalink: 'kL9mN1pQ3r', n: '2' },
	};
	const denied = onNumber(2, { kind: 'refuse', status: 200, body });
	const setup = { onError: 'continueRegularOutput' } as const;
	expect(standings(await execute([denied], setup))[2]).toBe('unknown');
	sent();
	expect(standings(await execute([], setup))[2]).toBe('unknown');
	expect(sent()).toStrictEqual([]);
});

test('two executions at once send each item once', async () => {
	const outcomes = await Promise.all([execute(), execute(), execute()]);
	expect(sent()).toStrictEqual([0, 1, 2, 3, 4, 5]);
	const all = outcomes.flatMap(standings);
	expect(all.filter((standing) => standing === 'created')).toHaveLength(6);
	expect(all.filter((standing) => standing === 'known')).toHaveLength(12);
});

test('Retry On Fail and Retry go by what they know, and send the rest', async () => {
	const refused = [onNumber(2, { kind: 'refuse', status: 422 })];
	const first = await execute(refused, { maxTries: 2 }, { requestsAtOnce: 1 });
	expect(sent()).toStrictEqual([0, 1, 2, 2]);
	await execute([], { retryOf: { run: first.run, workflow: 'original' } });
	expect(sent()).toStrictEqual([2, 3, 4, 5]);
	await execute();
	expect(sent()).toStrictEqual([]);
});

test('the same key elsewhere is another one', async () => {
	await execute();
	sent();
	const baseUrl = used.service.address.replace('127.0.0.1', 'localhost');
	await execute([], { credential: { ...used.service.credential, baseUrl } });
	expect(sent()).toHaveLength(6);
});

test.each([
	['a field that is not there', '={{ $json.none }}'],
	['an expression that gives empty text', '={{ ($json.none ?? "").trim() }}'],
	['nothing', ''],
])('%s is no key: nothing is sent', async (_, createOnceKey) => {
	const { error } = await execute([], {}, { createOnceKey });
	expect(error?.message).toContain(
		'The option Create Once Per Key is empty for this item [item 0]',
	);
	expect(sent()).toStrictEqual([]);
	expect(memory.calls).toStrictEqual([]);
});

test('it holds for creates alone', async () => {
	const update = {
		operation: 'update',
		submission: locator(used.put({ n: 1 })),
		fieldDataMode: 'autoMap',
		options: { createOnceKey: 'one' },
	};
	const items = numbered(6).map((json) => ({ json }));
	await used.run(update, items);
	await used.run(update, items);
	expect(sent()).toHaveLength(12);
});
