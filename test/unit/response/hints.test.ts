import type { NodeExecutionHint } from 'n8n-workflow';

import { hintsFor } from '../../../nodes/Submissions/response/hints.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { checkedWith, doneWith, failedWith, failureWith, requestOf } from '../examples.ts';

const HOST = 'forms.example.com';

function hints(...outcomes: (Outcome | undefined)[]): NodeExecutionHint[] {
	return hintsFor(outcomes, HOST);
}

const messages = (...outcomes: (Outcome | undefined)[]) =>
	hints(...outcomes).map(({ message }) => message);
const nameless = doneWith({ request: requestOf('create'), submission: null });
const repeated = doneWith({ attempts: 2 });
const elsewhere = doneWith({ request: requestOf('get', { hosts: [HOST, 'other.example.com'] }) });
const less = doneWith({ request: requestOf('update', { leftOut: ['age'] }) });

it('says nothing of a run in which there is nothing to know', () => {
	expect(hints()).toStrictEqual([]);
	expect(hints(doneWith({ request: requestOf('create') }), doneWith())).toStrictEqual([]);
	expect(hints(doneWith({ request: requestOf('get', { hosts: [HOST] }) }))).toStrictEqual([]);
});

it.each([
	['a permalink that was not found in the answer', nameless, 'Path of the New Permalink'],
	['an item that needed repeats', repeated, 'more than one attempt'],
	['an address on another host', elsewhere, `the requests went to ${HOST}`],
	['fields that were left out', less, 'age'],
])('tells of %s, by the number of the item', (_, outcome, words) => {
	const found = hints(doneWith(), outcome);
	expect(found).toHaveLength(1);
	expect(found[0]?.message).toMatch(/^Item 1 /);
	expect(found[0]?.message).toContain(words);
	expect(found[0]).toMatchObject({ type: 'info', location: 'outputPane' });
});

it('tells of several items in one hint', () => {
	expect(hints(repeated, doneWith(), repeated).map(({ message }) => message)).toStrictEqual([
		'2 items (0, 2) needed more than one attempt.',
	]);
});

it('tells each thing apart', () => {
	expect(hints(nameless, repeated, elsewhere, less)).toHaveLength(4);
});

it('names ten items, not all of many', () => {
	const [hint] = hints(...Array.from({ length: 5000 }, () => repeated));
	expect(hint?.message).toMatch(/^5000 items \(0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 4990 more\) /);
});

it('names each field that was left out once, and not all of many', () => {
	const of = (leftOut: string[]) => doneWith({ request: requestOf('update', { leftOut }) });
	expect(hints(of(['age', 'name']), of(['age']))[0]?.message).toMatch(/: age, name\.$/);
	const many = Array.from({ length: 300 }, (_, index) => `field number ${index}`);
	const [hint] = hints(of(many));
	expect(hint?.message).toMatch(/, field number 9 and 290 more\.$/);
	expect(hint?.message).not.toContain('field number 10');
});

it('shows a name as words, whatever n8n would make of it, and not the whole of a long one', () => {
	const leftOut = ['<<a>img src=x>', 'x'.repeat(100_000)];
	const [hint] = hints(doneWith({ request: requestOf('update', { leftOut }) }));
	expect(hint?.message).toContain(`nothing: ‹‹a›img src=x›, ${'x'.repeat(60)}….`);
});

describe('an address on another host', () => {
	const failedAt = (pasted: string, attempts: number) =>
		failedWith({ request: requestOf('get', { hosts: [pasted] }), attempts });

	it('is one with another port too', () => {
		const request = requestOf('get', { hosts: [`${HOST}:8443`] });
		expect(hints(doneWith({ request }))).toHaveLength(1);
	});

	it('is told of an item that failed, and not of one that was not sent', () => {
		const [, hint, ...others] = hints(failedAt('x.io', 1), failedAt('x.io', 0), failedAt(HOST, 1));
		expect(hint?.message).toMatch(/^Item 0 used an address on another host/);
		expect(others).toStrictEqual([]);
	});
});

describe('a run that goes on over failures', () => {
	const failed = (certainty: 'refused' | 'unknown' | 'notSent', operation: 'get' | 'update') =>
		failedWith({ request: requestOf(operation), failure: failureWith({ certainty }) });

	it('says how many failed, how, and which, as a warning', () => {
		const refused = failed('refused', 'update');
		const [hint] = hints(
			...[doneWith(), refused, refused, refused, doneWith(), failed('unknown', 'update')],
			...[failed('unknown', 'get'), failed('notSent', 'update'), undefined, doneWith()],
		);
		expect(hint?.message).toBe(
			'7 of 10 items failed: 3 refused (items 1–3), 1 unknown (item 5), 1 without an answer (item 6), 2 not sent (items 7, 8).',
		);
		expect(hint?.type).toBe('warning');
	});

	it('says no numbers of a single item', () => {
		expect(messages(failed('refused', 'get'))).toStrictEqual(['The item failed: refused.']);
	});
});

describe('a run in which nothing was found', () => {
	const missed = doneWith({ notFound: true });
	const inPlace = doneWith({
		request: requestOf('create', { createsSince: 'notFound' }),
		notFound: true,
	});

	it('says to check the form and the address', () => {
		expect(messages(missed)[0]).toMatch(/^The submission was not found\. .*Base URL/);
		expect(messages(missed, inPlace, failedWith())[1]).toMatch(/^No submission was found\. /);
	});

	it('is not one in which something was, or nothing was sought', () => {
		expect(messages(missed, doneWith())).toStrictEqual([]);
		expect(messages(doneWith({ request: requestOf('create') }))).toStrictEqual([]);
	});
});

describe('an upsert that is given no submission for any item', () => {
	const noneGiven = requestOf('create', { createsSince: 'noneGiven' });
	const created = doneWith({ request: noneGiven });

	it('is told, since an expression may be misspelled', () => {
		expect(messages(created, created)).toStrictEqual([
			'Submission is empty for all 2 items, so that none is an update. If some should be, check the expression in Submission.',
		]);
		expect(messages(checkedWith({ request: noneGiven }), created)).toHaveLength(2);
	});

	it('is not one with a single item, nor one in which one is given', () => {
		expect(messages(created)).toStrictEqual([]);
		expect(messages(created, doneWith())).toStrictEqual([]);
	});
});

it('of Dry Run says that nothing was sent, and what would have been', () => {
	const create = checkedWith({ request: requestOf('create') });
	expect(messages(create, checkedWith(), create)).toStrictEqual([
		'Dry Run: nothing was sent. Would have been sent: 2 created, 1 updated.',
	]);
});

it('names the fields that the answers do not have, and those that there are', () => {
	const missing = { names: ['nmae'], there: ['name', 'email'] };
	expect(messages(doneWith({ missing }), doneWith({ missing }), doneWith())).toStrictEqual([
		'Fields to Return are not in the answer: nmae. It has: name, email.',
	]);
	expect(messages(doneWith({ missing: { names: ['a'], there: [] } }))[0]).toMatch(
		/It has no fields\.$/,
	);
});
