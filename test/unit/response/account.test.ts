import fc from 'fast-check';

import {
	accountFor,
	accountForRetry,
	countOutcomes,
	progressOf,
} from '../../../nodes/Submissions/response/account.ts';
import type { Certainty } from '../../../nodes/Submissions/response/verdict.ts';
import type { Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import {
	checkedWith,
	doneWith,
	failedWith,
	failureWith,
	OPERATIONS,
	requestOf,
} from '../examples.ts';
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
		).toStrictEqual({ done: 1, checked: 0, refused: 2, unknown: 2, failed: 1, notSent: 2 });
	});

	it('add up to the number of items, always', () => {
		holdsFor(fc.array(anyOutcome), (outcomes) => {
			const counts: unknown[] = Object.values(countOutcomes(outcomes));
			expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(outcomes.length);
		});
	});
});

describe('the account', () => {
	it('says what became of every item, by its number', () => {
		const outcomes = [
			created('aaaaaaaaaa'),
			failed('create', 'refused'),
			created('bbbbbbbbbb'),
			failed('create', 'unknown'),
			undefined,
			undefined,
			undefined,
			checkedWith(),
		];
		expect(accountFor(outcomes, false)).toBe(
			'Of 8 items: done 0, 2; only checked 7; refused 1; unknown 3; not sent 4–6. Created: 0 → aaaaaaaaaa, 2 → bbbbbbbbbb.',
		);
		expect(progressOf(outcomes)).toBe('2 of 8 items are done');
		expect(accountForRetry(outcomes, false, false).clause).toBe(
			'and Retry under Executions does not send them again, a new run does',
		);
	});

	it('says of a Dry Run what could be sent', () => {
		const outcomes = [
			checkedWith(),
			failed('create', 'notSent'),
			failed('create', 'notSent'),
			undefined,
		];
		expect(accountFor(outcomes, true)).toBe(
			'Dry Run, of 4 items: could be sent 0; could not be sent 1, 2; not checked 3.',
		);
	});

	it('is empty for a single item, of which the error says all', () => {
		expect(accountFor([failed('get', 'unknown')], false)).toBe('');
		expect(progressOf([failed('get', 'unknown')])).toBe('');
	});

	it('says how far a run came in which nothing, or one item, is done', () => {
		expect(progressOf([undefined, undefined])).toBe('none of 2 items is done');
		expect(progressOf([doneWith(), undefined])).toBe('1 of 2 items is done');
	});

	it('says what Retry leaves out', () => {
		expect(accountForRetry([undefined, undefined], false, false)).toStrictEqual({
			clause: '',
			sentence: '',
		});
		expect(accountForRetry([doneWith(), undefined], true, false)).toStrictEqual({
			clause: 'and Retry under Executions does not send it again, a new run does',
			sentence: expect.stringContaining('Retry does not send what is unknown either.') as string,
		});
	});

	it('does not say of what has a key that a new run sends it again', () => {
		expect(accountForRetry([created(null), undefined], false, true).clause).toBe(
			'and Retry under Executions does not send it again',
		);
	});

	it('names up to 20 items and ranges of an outcome', () => {
		const scattered = Array.from({ length: 61 }, (_, index) =>
			index % 2 === 0 ? failed('create', 'refused') : doneWith(),
		);
		expect(accountFor(scattered, false)).toMatch(/refused 0, 2, [\d, ]+, 38 and 11 more\./);
	});

	it('names the permalinks of what was created, and of nothing else', () => {
		const account = accountFor(
			[
				doneWith({ request: requestOf('update'), submission: 'uuuuuuuuuu' }),
				doneWith({ request: requestOf('delete'), submission: 'dddddddddd' }),
				created('cccccccccc'),
				doneWith({ request: requestOf('create'), submission: 'eeeeeeeeee', earlier: 'keyed' }),
			],
			false,
		);
		expect(account).toBe('Of 4 items: done 0–3. Created: 2 → cccccccccc.');
		expect(accountFor([undefined, undefined], false)).toBe('Of 2 items: not sent 0, 1.');
	});

	it('tells of a created one whose permalink is not known', () => {
		expect(accountFor([doneWith(), created(null)], false)).toContain(
			'Created: 1 → permalink not in the answer.',
		);
	});

	it('names up to 50 of those created, then a count', () => {
		const permalinks = Array.from({ length: 60 }, (_, index) => `created-${index}`);
		const account = accountFor(permalinks.map(created), false);
		expect(account).toContain('Of 60 items: done 0–59.');
		expect(permalinks.filter((permalink) => account.includes(permalink))).toHaveLength(50);
		expect(account).toMatch(/created-49 and 10 more\.$/);
		expect(accountFor(permalinks.slice(0, 50).map(created), false)).not.toContain('more');
	});

	it('names every item once, whatever the outcomes are', () => {
		holdsFor(fc.array(anyOutcome, { minLength: 2, maxLength: 19 }), (outcomes) => {
			const [, text = ''] = /: (.*?)\./.exec(accountFor(outcomes, false)) ?? [];
			const named = Array.from(text.matchAll(/(\d+)(?:–(\d+))?/g), ([, from, to = from]) =>
				Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n),
			);
			expect(named.flat().sort((one, other) => one - other)).toStrictEqual([...outcomes.keys()]);
		});
	});
});
