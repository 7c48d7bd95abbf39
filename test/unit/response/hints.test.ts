import type { NodeExecutionHint } from 'n8n-workflow';

import { hintsFor } from '../../../nodes/Submissions/response/hints.ts';
import type { SubmissionRequest } from '../../../nodes/Submissions/request/submissionRequest.ts';
import type { Certainty } from '../../../nodes/Submissions/response/verdict.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import type { Operation } from '../examples.ts';
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
const elsewherePort = doneWith({ request: requestOf('get', { hosts: [`${HOST}:8443`] }) });
const less = doneWith({ request: requestOf('update', { leftOut: ['age'] }) });

const created = (differing: Partial<SubmissionRequest> = {}) =>
	doneWith({ request: requestOf('create', differing) });
const missed = doneWith({ notFound: true });
const inPlace = requestOf('create', { createsSince: 'notFound' });
const createdInPlace = doneWith({ request: inPlace, notFound: true });
const noneGiven = created({ createsSince: 'noneGiven' });
const missing = { names: ['nmae'], there: ['name', 'email'] };
const failed = (certainty: Certainty, operation: Operation) =>
	failedWith({ request: requestOf(operation), failure: failureWith({ certainty }) });

it.each<[string, Outcome[]]>([
	['without items', []],
	['in which all is done', [created(), doneWith()]],
	['at the same host', [doneWith({ request: requestOf('get', { hosts: [HOST] }) })]],
	['in which one was found', [missed, doneWith()]],
	['in which nothing was sought', [created()]],
	['without a permalink, but of no create', [doneWith({ submission: null })]],
	['of an upsert of a single item', [noneGiven]],
	['of an upsert in which one submission is given', [noneGiven, doneWith()]],
])('says nothing of a run %s', (_, outcomes) => {
	expect(hints(...outcomes)).toStrictEqual([]);
});

it.each([
	['a permalink that was not found in the answer', nameless, 'Path of the New Permalink'],
	['an item that needed repeats', repeated, 'more than one attempt'],
	['an address on another host', elsewhere, `the requests went to ${HOST}`],
	['an address on another port', elsewherePort, `the requests went to ${HOST}`],
	['fields that were left out', less, 'age'],
	[
		'an item that its key knows',
		doneWith({ earlier: 'keyed' }),
		'was created before, as its key says',
	],
	[
		'an item of the execution before',
		doneWith({ earlier: 'retried' }),
		'was done by the execution',
	],
])('tells of %s, by the number of the item', (_, outcome, words) => {
	const found = hints(doneWith(), outcome);
	expect(found).toHaveLength(1);
	expect(found[0]?.message).toMatch(/^Item 1 /);
	expect(found[0]?.message).toContain(words);
	expect(found[0]).toMatchObject({ type: 'info', location: 'outputPane' });
});

it.each<[string, Outcome[], string[]]>([
	[
		'tells of several items in one hint',
		[repeated, doneWith(), repeated],
		['2 items (0, 2) needed more than one attempt.'],
	],
	[
		'says of what was done before that it was not sent again, and nothing else',
		(['keyed', 'keyed', 'retried', 'retried'] as const).map((earlier) =>
			doneWith({ ...(earlier === 'keyed' && nameless), earlier, attempts: 2 }),
		),
		[
			'2 items (0, 1) were created before, as their keys say, and were not sent again.',
			'2 items (2, 3) were done by the execution that this one retries, and were not sent again.',
		],
	],
	[
		'says no numbers of a single item that failed',
		[failed('refused', 'get')],
		['The item failed: refused.'],
	],
	[
		'tells of an upsert that is given no submission for any item, since an expression may be misspelled',
		[noneGiven, noneGiven],
		[
			'Submission is empty for all 2 items, so that none is an update. If some should be, check the expression in Submission.',
		],
	],
	[
		'of Dry Run says that nothing was sent, and what would have been',
		[checkedWith({ request: requestOf('create') }), checkedWith(), checkedWith()],
		['Dry Run: nothing was sent. Would have been sent: 1 created, 2 updated.'],
	],
	[
		'names the fields that the answers do not have, and those that there are',
		[doneWith({ missing }), doneWith({ missing }), doneWith()],
		['Fields to Return are not in the answer: nmae. It has: name, email.'],
	],
])('%s', (_, outcomes, told) => {
	expect(messages(...outcomes)).toStrictEqual(told);
});

it('tells each thing apart', () => {
	expect(hints(nameless, repeated, elsewhere, less)).toHaveLength(4);
	expect(hints({ ...checkedWith(), request: noneGiven.request }, noneGiven)).toHaveLength(2);
});

it('names ten items, not all of many', () => {
	const [hint] = hints(...Array.from({ length: 5000 }, () => repeated));
	expect(hint?.message).toMatch(/^5000 items \(0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 4990 more\) /);
});

it('names what is to be ignored and stands in no item, as it is spelled otherwise there', () => {
	const of = (...absent: string[]) => doneWith({ request: requestOf('create', { absent }) });
	const failed = failedWith({ request: requestOf('create', { absent: ['N', 'x'] }) });
	expect(messages(of('N', 'x', 'y'), failed, undefined)).toContain(
		'Fields to Ignore names what no item has: N, x. Names are compared by the letter, small and capital.',
	);
	expect(messages(of('N'), of())).not.toContainEqual(expect.stringContaining('Fields to Ignore'));
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

it('tells of the address of an item that failed, and not of one that was not sent', () => {
	const failedAt = (pasted: string, attempts: number) =>
		failedWith({ request: requestOf('get', { hosts: [pasted] }), attempts });
	const [, hint, ...others] = hints(failedAt('x.io', 1), failedAt('x.io', 0), failedAt(HOST, 1));
	expect(hint?.message).toMatch(/^Item 0 used an address on another host/);
	expect(others).toStrictEqual([]);
});

it('says of a run that goes on over failures how many failed, how, and which, as a warning', () => {
	const refused = failed('refused', 'update');
	const [hint] = hints(
		...[doneWith(), refused, refused, refused, doneWith(), failed('unknown', 'update')],
		...[failed('unknown', 'get'), failed('notSent', 'update'), undefined, doneWith()],
	);
	expect(hint?.message).toBe(
		'7 of 10 items failed: 3 refused (items 1–3), 1 unknown (item 5), 1 failed (item 6), 2 not sent (items 7, 8).',
	);
	expect(hint?.type).toBe('warning');
});

it.each([
	[[failed('refused', 'update')], 'The item failed: refused.'],
	[[failed('unknown', 'get')], 'The item failed.'],
	[[doneWith(), failed('unknown', 'get')], '1 of 2 items failed (item 1).'],
])('says of a run no more than there is to say: %#', (outcomes, message) => {
	expect(messages(...outcomes)).toStrictEqual([message]);
});

it('says to check the form and the address where nothing was found', () => {
	expect(messages(missed)[0]).toMatch(/^The submission was not found\. .*Base URL/);
	expect(messages(missed, createdInPlace, failedWith())[1]).toMatch(/^No submission was found\. /);
});

it('says that an answer has no fields', () => {
	const [message] = messages(doneWith({ missing: { names: ['a'], there: [] } }));
	expect(message).toMatch(/It has no fields\.$/);
});
