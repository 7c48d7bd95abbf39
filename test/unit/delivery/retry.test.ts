import type { RepeatFacts, RepeatUnknown } from '../../../nodes/Submissions/delivery/retry.ts';
import { mayRepeat, mayRepeatUnknown } from '../../../nodes/Submissions/delivery/retry.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import { FAILURE_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';
import type { Operation } from '../examples.ts';
import { described, failureWith, OPERATIONS } from '../examples.ts';

type Code = Failure['code'];

const CODES = [...Object.keys(FAILURE_WORDS), 'input'] as Code[];
const CHOICES: RepeatUnknown[] = ['never', 'updates', 'all'];
const CASES = OPERATIONS.flatMap((operation) =>
	CHOICES.map((repeatUnknown) => ({ operation, repeatUnknown })),
);

interface Case {
	readonly operation: Operation;
	readonly repeatUnknown: RepeatUnknown;
}

/** The table of the contract: what may be repeated where something may have been done. */
function isAllowed({ operation, repeatUnknown }: Case): boolean {
	if (operation === 'get' || operation === 'delete') return true;
	return repeatUnknown === 'all' || (operation === 'update' && repeatUnknown === 'updates');
}

function repeats(given: Case, code: Code, differing: Partial<RepeatFacts> = {}): boolean {
	return mayRepeat({
		failure: failureWith({ code, certainty: 'unknown' }),
		kind: described(given.operation).kind,
		repeatUnknown: given.repeatUnknown,
		attempts: 1,
		maxAttempts: 3,
		...differing,
	});
}

const PASSING: readonly Code[] = ['connectionLost', 'gateway', 'gaveUp', 'timeout', 'unavailable'];

it.each(CASES)(
	'$operation with $repeatUnknown: a passing trouble only where it does no harm',
	(given) => {
		for (const code of PASSING)
			expect([code, repeats(given, code)]).toStrictEqual([code, isAllowed(given)]);
		const { kind } = described(given.operation);
		expect(mayRepeatUnknown(kind, given.repeatUnknown)).toBe(isAllowed(given));
	},
);

it('nothing else is ever repeated', () => {
	const others = CODES.filter((code) => !PASSING.includes(code));
	expect(others).toStrictEqual(
		expect.arrayContaining(['invalid', 'denied', 'html', 'serviceFault']),
	);
	for (const code of others) {
		for (const given of CASES) expect([code, repeats(given, code)]).toStrictEqual([code, false]);
	}
});

it.each([
	[1, 1, false],
	[1, 2, true],
	[2, 2, false],
	[3, 10, true],
])('after %i attempts of %i: %s', (attempts, maxAttempts, is) => {
	const given = { operation: 'get', repeatUnknown: 'never' } as const;
	expect(repeats(given, 'timeout', { attempts, maxAttempts })).toBe(is);
});
