import fc from 'fast-check';

import { accountFor, countOutcomes } from '../../../nodes/Submissions/response/account.ts';
import type { Certainty } from '../../../nodes/Submissions/response/verdict.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { doneWith, failedWith, failureWith, OPERATIONS, requestOf } from '../examples.ts';
import { holdsFor } from '../property.ts';

function failed(operation: (typeof OPERATIONS)[number], certainty: Certainty): Outcome {
	return failedWith({ request: requestOf(operation), failure: failureWith({ certainty }) });
}

function created(submission: string | null): Outcome {
	return doneWith({ request: requestOf('create'), submission });
}

const anyOutcome: fc.Arbitrary<Outcome | undefined> = fc.oneof(
	fc.constant(undefined),
	fc.constantFrom(...OPERATIONS).map((operation) => doneWith({ request: requestOf(operation) })),
	fc
		.tuple(
			fc.constantFrom(...OPERATIONS),
			fc.constantFrom<Certainty>('refused', 'notSent', 'unknown'),
		)
		.map(([operation, certainty]) => failed(operation, certainty)),
	fc.constant(
		failedWith({ request: undefined, failure: failureWith({ certainty: 'notSent' }), attempts: 0 }),
	),
);

describe('the counts', () => {
	it('tell each outcome by its name', () => {
		expect(
			countOutcomes([
				doneWith(),
				failed('update', 'refused'),
				failed('get', 'refused'),
				failed('create', 'unknown'),
				failed('delete', 'unknown'),
				failed('get', 'unknown'),
				failed('update', 'notSent'),
				undefined,
			]),
		).toStrictEqual({ done: 1, refused: 2, unknown: 2, failed: 1, notSent: 2 });
	});

	it('add up to the number of items, always', () => {
		holdsFor(fc.array(anyOutcome), (outcomes) => {
			const counts: unknown[] = Object.values(countOutcomes(outcomes));
			expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(outcomes.length);
		});
	});
});

describe('the account', () => {
	it('says what became of every item, with the numbers of those that failed', () => {
		expect(
			accountFor([
				created('aaaaaaaaaa'),
				failed('create', 'refused'),
				created('bbbbbbbbbb'),
				failed('create', 'unknown'),
				undefined,
				undefined,
			]),
		).toBe(
			'Of 6 items: 2 done, 1 refused (item 1), 1 unknown (sent, without an answer that tells) (item 3), 2 not sent. Created: aaaaaaaaaa, bbbbbbbbbb.',
		);
	});

	it('of one item is in the singular', () => {
		expect(accountFor([failed('get', 'unknown')])).toBe('Of 1 item: 0 done, 1 failed (item 0).');
	});

	it('names the items of an outcome, and up to 20 of many', () => {
		const refused = failed('create', 'refused');
		expect(accountFor([refused, refused])).toBe('Of 2 items: 0 done, 2 refused (items 0, 1).');
		expect(accountFor(Array.from({ length: 22 }, () => refused))).toMatch(
			/\(items 0, 1, 2, [\d, ]+, 19 and 2 more\)\.$/,
		);
	});

	it('names the permalinks of what was created, and of nothing else', () => {
		const account = accountFor([
			doneWith({ request: requestOf('update'), submission: 'uuuuuuuuuu' }),
			doneWith({ request: requestOf('delete'), submission: 'dddddddddd' }),
			created('cccccccccc'),
		]);
		expect(account).toBe('Of 3 items: 3 done. Created: cccccccccc.');
	});

	it('tells of a created one whose permalink is not known', () => {
		expect(accountFor([created(null)])).toContain(
			'Created: one whose permalink the answer did not hold.',
		);
	});

	it('names up to 50 of those created, then a count', () => {
		const permalinks = Array.from({ length: 60 }, (_, index) => `created-${index}`);
		const account = accountFor(permalinks.map(created));
		expect(account).toContain('Of 60 items: 60 done.');
		expect(permalinks.filter((permalink) => account.includes(permalink))).toHaveLength(50);
		expect(account).toMatch(/created-49 and 10 more\.$/);
		expect(accountFor(permalinks.slice(0, 50).map(created))).not.toContain('more');
	});

	it('stays short in a run of many thousand items', () => {
		const outcomes = Array.from({ length: 10_000 }, () => failed('create', 'refused'));
		const account = accountFor(outcomes);
		expect(account).toContain('10000 refused');
		expect(account.length).toBeLessThan(300);
	});

	it('holds the numbers that add up, whatever the outcomes are', () => {
		holdsFor(fc.array(anyOutcome), (outcomes) => {
			const account = accountFor(outcomes);
			const numbers = [...account.matchAll(/(\d+) (?:done|refused|failed|unknown|not sent)/g)];
			const sum = numbers.reduce((total, [, number]) => total + Number(number), 0);
			expect(sum).toBe(outcomes.length);
			expect(account.startsWith(`Of ${outcomes.length} `)).toBe(true);
		});
	});
});
