import { mayRepeat, mayRepeatUnknown } from '../../../nodes/Submissions/delivery/retry.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import { FAILURE_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';
import type { Operation } from '../examples.ts';
import { described, failureWith } from '../examples.ts';

const CODES = [...Object.keys(FAILURE_WORDS), 'input'] as Failure['code'][];

const READ = {
	failure: failureWith({ code: 'timeout', certainty: 'unknown' }),
	kind: described('get').kind,
	repeatUnknown: 'never',
	attempts: 1,
	maxAttempts: 3,
} as const;

it.each<[Operation, never: boolean, updates: boolean, all: boolean]>([
	['get', true, true, true],
	['delete', true, true, true],
	['update', false, true, true],
	['create', false, false, true],
])('%s is repeated with never: %s, with updates: %s, with all: %s', (operation, ...allowed) => {
	const { kind } = described(operation);
	const choices = ['never', 'updates', 'all'] as const;
	expect(choices.map((choice) => mayRepeatUnknown(kind, choice))).toStrictEqual(allowed);
	expect(choices.map((repeatUnknown) => mayRepeat({ ...READ, kind, repeatUnknown }))).toStrictEqual(
		allowed,
	);
});

it('only a passing trouble is repeated', () => {
	const repeated = CODES.filter((code) => mayRepeat({ ...READ, failure: failureWith({ code }) }));
	expect(repeated.sort()).toStrictEqual([
		'connectionLost',
		'gateway',
		'gaveUp',
		'timeout',
		'unavailable',
	]);
});

it.each([
	[1, 1, false],
	[1, 2, true],
	[2, 2, false],
	[3, 10, true],
])('after %i attempts of %i: %s', (attempts, maxAttempts, is) => {
	expect(mayRepeat({ ...READ, attempts, maxAttempts })).toBe(is);
});
