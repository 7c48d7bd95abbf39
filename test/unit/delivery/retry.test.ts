import fc from 'fast-check';

import { operations } from '../../../nodes/Submissions/description/operations.ts';
import type { RepeatFacts, RepeatUnknown } from '../../../nodes/Submissions/delivery/retry.ts';
import {
	decideRepeat,
	mayRepeatUnknown,
	readRetryAfter,
} from '../../../nodes/Submissions/delivery/retry.ts';
import { routeOf } from '../../../nodes/Submissions/request/route.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import type { Certainty } from '../../../nodes/Submissions/response/verdict.ts';
import { FAILURE_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';
import type { Operation } from '../examples.ts';
import { failureWith, OPERATIONS } from '../examples.ts';
import { holdsFor } from '../property.ts';

type Code = Failure['code'];

const CODES = [...Object.keys(FAILURE_WORDS), 'input'] as Code[];
const CERTAINTIES: Certainty[] = ['refused', 'notSent', 'unknown'];
const CHOICES: RepeatUnknown[] = ['never', 'updates', 'all'];

interface Case {
	readonly operation: Operation;
	readonly code: Code;
	readonly certainty: Certainty;
	readonly repeatUnknown: RepeatUnknown;
}

function factsOf(given: Case, differing: Partial<RepeatFacts> = {}): RepeatFacts {
	const { operation, code, certainty, repeatUnknown } = given;
	return {
		failure: failureWith({ code, certainty }),
		route: routeOf(operations, operation),
		repeatUnknown,
		attempts: 1,
		maxAttempts: 3,
		askedWait: undefined,
		chance: 0.5,
		...differing,
	};
}

function isRepeated(given: Case, differing: Partial<RepeatFacts> = {}): boolean {
	return decideRepeat(factsOf(given, differing)).repeat;
}

/** The table of the contract: what may be repeated where something may have been done. */
function isAllowedWhenUnknown(operation: Operation, repeatUnknown: RepeatUnknown): boolean {
	if (operation === 'get' || operation === 'delete') return true;
	return repeatUnknown === 'all' || (operation === 'update' && repeatUnknown === 'updates');
}

/** For any operation: the request surely did nothing, and it may go well next time. */
const SURELY_NOTHING: readonly (readonly [Code, Certainty])[] = [
	['connectionRefused', 'notSent'],
	['hostNotFound', 'notSent'],
	['notConnected', 'notSent'],
	['tooManyRequests', 'refused'],
	['unavailable', 'refused'],
];

/** For get and delete, and for writes where that is allowed: 502, 503, 504, resets and timeouts. */
const PERHAPS_SOMETHING: readonly Code[] = ['gateway', 'unavailable', 'connectionLost', 'timeout'];

describe('what surely did nothing is repeated for any operation', () => {
	it.each(SURELY_NOTHING)('%s (%s)', (code, certainty) => {
		for (const operation of OPERATIONS) {
			for (const repeatUnknown of CHOICES) {
				expect(isRepeated({ operation, code, certainty, repeatUnknown })).toBe(true);
			}
		}
	});
});

describe('what may have done something is repeated only where that can do no harm', () => {
	const table = OPERATIONS.flatMap((operation) =>
		CHOICES.map((repeatUnknown) => ({ operation, repeatUnknown })),
	);

	it.each(table)(
		'$operation, Repeat Without Answer $repeatUnknown',
		({ operation, repeatUnknown }) => {
			for (const code of PERHAPS_SOMETHING) {
				expect(isRepeated({ operation, code, certainty: 'unknown', repeatUnknown })).toBe(
					isAllowedWhenUnknown(operation, repeatUnknown),
				);
			}
		},
	);

	it('never a create whose answer was lost, by default', () => {
		for (const code of CODES) {
			const given = { operation: 'create', code, repeatUnknown: 'never' } as const;
			expect(isRepeated({ ...given, certainty: 'unknown' })).toBe(false);
		}
	});
});

describe('a get or delete is repeated', () => {
	it.each(['timeout', 'connectionLost'] as const)(
		'after a %s that came while it was still connecting',
		(code) => {
			for (const operation of ['get', 'delete'] as const) {
				const given = { operation, code, repeatUnknown: 'never' } as const;
				expect(isRepeated({ ...given, certainty: 'notSent' })).toBe(true);
			}
		},
	);

	it.each(['tooManyRequests', 'connectionRefused', 'hostNotFound'] as const)(
		'after a %s that follows a try without an answer',
		(code) => {
			for (const operation of ['get', 'delete'] as const) {
				const given = { operation, code, repeatUnknown: 'never' } as const;
				expect(isRepeated({ ...given, certainty: 'unknown' })).toBe(true);
			}
		},
	);
});

it('a write is not repeated after a refusal that follows a try without an answer, unless allowed', () => {
	for (const operation of ['create', 'update'] as const) {
		for (const repeatUnknown of CHOICES) {
			const given = { operation, repeatUnknown, certainty: 'unknown' } as const;
			const isAllowed = isAllowedWhenUnknown(operation, repeatUnknown);
			expect(isRepeated({ ...given, code: 'tooManyRequests' })).toBe(isAllowed);
		}
	}
});

it('nothing else is ever repeated', () => {
	const never = CODES.filter(
		(code) =>
			!PERHAPS_SOMETHING.includes(code) && !SURELY_NOTHING.some(([passing]) => passing === code),
	);
	expect(never).toStrictEqual(
		expect.arrayContaining(['badRequest', 'unauthorized', 'notFound', 'invalid', 'redirected']),
	);
	expect(never).toStrictEqual(
		expect.arrayContaining([
			'denied',
			'complaint',
			'gaveUp',
			'serviceFault',
			'html',
			'notJson',
			'certificate',
		]),
	);
	expect(never).toStrictEqual(
		expect.arrayContaining(['cancelled', 'heldBack', 'stopped', 'input', 'answerTooLarge']),
	);
	for (const code of never) {
		for (const operation of OPERATIONS) {
			for (const repeatUnknown of CHOICES) {
				for (const certainty of CERTAINTIES) {
					expect(isRepeated({ operation, code, certainty, repeatUnknown })).toBe(false);
				}
			}
		}
	}
});

describe('the number of attempts', () => {
	const passing = {
		operation: 'get',
		code: 'timeout',
		certainty: 'unknown',
		repeatUnknown: 'never',
	} as const;

	it('is never more than Max Attempts, the first one included', () => {
		const counts = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 10 }));
		holdsFor(counts, ([attempts, maxAttempts]) => {
			expect(isRepeated(passing, { attempts, maxAttempts })).toBe(attempts < maxAttempts);
		});
	});

	it('of 1 means no repeat', () => {
		expect(isRepeated(passing, { attempts: 1, maxAttempts: 1 })).toBe(false);
	});
});

describe('the wait', () => {
	const given = {
		operation: 'get',
		code: 'unavailable',
		certainty: 'refused',
		repeatUnknown: 'never',
	} as const;

	function waitOf(differing: Partial<RepeatFacts>): number {
		const verdict = decideRepeat(factsOf(given, { maxAttempts: 10, ...differing }));
		if (!verdict.repeat) throw new Error('It was not repeated');
		return verdict.wait;
	}

	it.each([
		[1, 500],
		[2, 1000],
		[3, 2000],
		[6, 16_000],
		[7, 30_000],
		[9, 30_000],
	])('after attempt %i is a random one below %i ms', (attempts, limit) => {
		expect(waitOf({ attempts, chance: 0 })).toBe(0);
		expect(waitOf({ attempts, chance: 0.5 })).toBe(limit / 2);
		holdsFor(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
			const wait = waitOf({ attempts, chance });
			expect(wait).toBeGreaterThanOrEqual(0);
			expect(wait).toBeLessThan(limit);
		});
	});

	it('spreads over the whole span, so that lanes do not come back together', () => {
		const waits = [0.1, 0.3, 0.9].map((chance) => waitOf({ attempts: 2, chance }));
		expect(new Set(waits).size).toBe(3);
	});

	it.each([
		[0, 0],
		[1500, 1500],
		[60_000, 60_000],
		[60_001, 60_000],
		[86_400_000, 60_000],
		[Infinity, 60_000],
	])('is what the answer asks for (%i ms), at most 60 s', (askedWait, wait) => {
		expect(waitOf({ askedWait })).toBe(wait);
	});
});

it('pauses every lane for a 429, and for nothing else', () => {
	for (const code of CODES) {
		for (const certainty of CERTAINTIES) {
			const verdict = decideRepeat(
				factsOf({ operation: 'get', code, certainty, repeatUnknown: 'never' }),
			);
			if (verdict.repeat) expect(verdict.pauseAll).toBe(code === 'tooManyRequests');
		}
	}
});

it('what may be repeated without an answer depends on the operation and the choice alone', () => {
	for (const operation of OPERATIONS) {
		for (const repeatUnknown of CHOICES) {
			expect(mayRepeatUnknown(routeOf(operations, operation), repeatUnknown)).toBe(
				isAllowedWhenUnknown(operation, repeatUnknown),
			);
		}
	}
});

describe('Retry-After', () => {
	const now = Date.UTC(2015, 9, 21, 7, 27, 0);

	it.each([
		['0', 0],
		['120', 120_000],
		[' 5 ', 5000],
		['007', 7000],
	])('as seconds: %j is %i ms', (header, wait) => {
		expect(readRetryAfter(header, now)).toBe(wait);
	});

	it.each([
		['Wed, 21 Oct 2015 07:28:00 GMT', 60_000],
		['Wednesday, 21-Oct-15 07:28:00 GMT', 60_000],
		['Wed Oct 21 07:28:00 2015', 60_000],
		['Wed, 21 Oct 2015 07:27:00 GMT', 0],
		['Wed, 21 Oct 2015 07:26:00 GMT', 0],
		['Sun, 06 Nov 1994 08:49:37 GMT', 0],
	])('as a date in each of the three forms: %j is in %i ms', (header, wait) => {
		expect(readRetryAfter(header, now)).toBe(wait);
	});

	it('as a date without a zone means GMT on a machine of any zone', () => {
		const parse = Date.parse.bind(Date);
		const inNewYork = (text: string) => parse(/GMT|Z$/.test(text) ? text : `${text} GMT-0400`);
		const spy = jest.spyOn(Date, 'parse').mockImplementation(inNewYork);
		try {
			expect(readRetryAfter('Wed Oct 21 07:28:00 2015', now)).toBe(60_000);
		} finally {
			spy.mockRestore();
		}
	});

	it.each([
		undefined,
		'',
		' ',
		'soon',
		'-5',
		'+5',
		'1.5',
		'1e3',
		'0x10',
		'5 s',
		'5, 6',
		'NaN',
		'Infinity',
		'2015-10-21',
		'2015-10-21T07:28:00Z',
		'21 Oct 2015 07:28:00 GMT',
		'on Wed, 21 Oct 2015 07:28:00 GMT',
		'Wed, 99 Oct 2015 07:28:00 GMT',
		'Wed, soon',
		'Wednesdayish',
	])('that cannot be read is as if it were not there: %j', (header) => {
		expect(readRetryAfter(header, now)).toBeUndefined();
	});

	it('never gives a negative wait or none that is no number', () => {
		const headers = fc.oneof(
			fc.string(),
			fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
			fc.bigInt({ min: 0n }).map(String),
		);
		holdsFor(fc.tuple(headers, fc.nat()), ([header, time]) => {
			const wait = readRetryAfter(header, time);
			if (wait !== undefined) expect(wait).toBeGreaterThanOrEqual(0);
		});
	});
});
