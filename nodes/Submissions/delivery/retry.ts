import type { Route } from '../request/route';
import { addressesSubmission } from '../request/route';
import type { Failure } from '../response/failure';

/** Whether writes whose outcome is unknown may be sent again: the values of that option. */
export type RepeatUnknown = 'never' | 'updates' | 'all';

/** What a decision on a repeat needs to know. All spans are in milliseconds. */
export interface RepeatFacts {
	readonly failure: Failure;
	readonly route: Route;
	readonly repeatUnknown: RepeatUnknown;
	/** How often the request was sent by now, at least 1. */
	readonly attempts: number;
	readonly maxAttempts: number;
	/** What the answer asked for in Retry-After; undefined where it did not. */
	readonly askedWait: number | undefined;
	/** A number from 0 up to 1, for the jitter. */
	readonly chance: number;
}

/** Send it again after `wait`, or not; `pauseAll` where every other request must wait as long. */
export type RepeatVerdict =
	| { readonly repeat: false }
	| { readonly repeat: true; readonly wait: number; readonly pauseAll: boolean };

const NO: RepeatVerdict = { repeat: false };

/** Surely nothing was done, and it may go well next time. */
const PASSING_REFUSALS = new Set<Failure['code']>([
	'connectionRefused',
	'hostNotFound',
	'notConnected',
	'tooManyRequests',
	'unavailable',
]);

/** Something may have been done, and it may go well next time. */
const PASSING_UNKNOWNS = new Set<Failure['code']>(['gateway', 'connectionLost', 'timeout']);

const FIRST_STEP = 500;
const LONGEST_STEP = 30_000;
const LONGEST_ASKED_WAIT = 60_000;

/**
 * Decides whether a failed request is sent again, and when.
 *
 * @param facts the failure and what is allowed
 */
export function decideRepeat(facts: RepeatFacts): RepeatVerdict {
	const { failure, attempts, maxAttempts, askedWait, chance } = facts;
	if (attempts >= maxAttempts) return NO;
	const isHarmless =
		failure.certainty === 'notSent' || mayRepeatUnknown(facts.route, facts.repeatUnknown);
	// A repeated create whose first try was stored makes a second submission.
	if (failure.certainty === 'unknown' && !isHarmless) return NO;
	const isPassing =
		PASSING_REFUSALS.has(failure.code) || (isHarmless && PASSING_UNKNOWNS.has(failure.code));
	if (!isPassing) return NO;
	const wait =
		askedWait === undefined ? backOff(attempts, chance) : Math.min(askedWait, LONGEST_ASKED_WAIT);
	return { repeat: true, wait, pauseAll: failure.code === 'tooManyRequests' };
}

/**
 * Whether a request may be sent again although it may have been carried out.
 *
 * Reading and deleting twice is the same as once. To repeat an update is harmless where nobody else
 * changes the submission; to repeat a create can double it. So these two are up to the user.
 *
 * @param route the operation's route
 * @param repeatUnknown the user's choice
 */
export function mayRepeatUnknown(route: Route, repeatUnknown: RepeatUnknown): boolean {
	if (route.method !== 'POST') return true;
	return repeatUnknown === 'all' || (repeatUnknown === 'updates' && addressesSubmission(route));
}

/** Exponential, with full jitter: a random wait up to a limit that doubles with each try. */
function backOff(attempts: number, chance: number): number {
	return chance * Math.min(LONGEST_STEP, FIRST_STEP * 2 ** (attempts - 1));
}

/**
 * Reads a Retry-After header (RFC 9110, section 10.2.3): whole seconds, or a date.
 *
 * @param header the header's value; undefined where there is none
 * @param now the time now, in milliseconds since 1970
 * @returns the wait in milliseconds, never negative; undefined where there is none or it can't be read
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	// The oldest of the three forms names no zone, and means GMT.
	const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The date forms of RFC 9110, section 5.6.7, all of which start with the day's name. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;
