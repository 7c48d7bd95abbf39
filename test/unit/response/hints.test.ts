import type { NodeExecutionHint } from 'n8n-workflow';

import { hintsFor } from '../../../nodes/Submissions/response/hints.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { doneWith, failedWith, requestOf } from '../examples.ts';

const HOST = 'forms.example.com';

function hints(...outcomes: (Outcome | undefined)[]): NodeExecutionHint[] {
	return hintsFor(outcomes, HOST);
}

const nameless = doneWith({ request: requestOf('create'), submission: null });
const repeated = doneWith({ attempts: 2 });
const elsewhere = doneWith({ request: requestOf('get', { hosts: [HOST, 'other.example.com'] }) });
const less = doneWith({ request: requestOf('update', { leftOut: ['age'] }) });

it('says nothing of a run in which there is nothing to know', () => {
	expect(hints()).toStrictEqual([]);
	expect(hints(doneWith(), undefined, failedWith({ attempts: 3 }))).toStrictEqual([]);
	expect(hints(doneWith({ request: requestOf('get', { hosts: [HOST] }) }))).toStrictEqual([]);
});

it.each([
	['a permalink that was not found in the answer', nameless, 'Permalink Path'],
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
		const [hint, ...others] = hints(failedAt('x.io', 1), failedAt('x.io', 0), failedAt(HOST, 1));
		expect(hint?.message).toMatch(/^Item 0 used an address on another host/);
		expect(others).toStrictEqual([]);
		expect(hints(failedWith({ request: undefined, attempts: 0 }))).toStrictEqual([]);
	});
});
