import type { Fault } from './answer';
import { isIn } from './answer';
import type { FailureCode, StopCode } from './failureWords';
import { FAILURE_WORDS } from './failureWords';
import type { Reading } from './read';
import type { ServiceWords } from './serviceWords';
import { findServiceWords } from './serviceWords';
import type { Certainty, Returned } from './verdict';
import { VERDICTS_ON_ANSWERS, VERDICTS_ON_FAULTS, verdictOn } from './verdict';

/** Why one item did not succeed; fit to be shown only once a presenter has had it. */
export interface Failure {
	readonly code: FailureCode | 'input';
	readonly certainty: Certainty;
	/** What happened, in one sentence without its full stop. */
	readonly happened: string;
	/** What to do, in whole sentences. */
	readonly remedy: string;
	readonly statusCode: number | null;
	/** The service's own words; empty where it said nothing. */
	readonly service: ServiceWords;
	/** The permalink under which a create may be stored although it did not succeed. */
	readonly storedAs?: string;
}

const NO_WORDS: ServiceWords = { message: '', fieldErrors: {} };

/**
 * The failure that an answer tells of.
 *
 * @param returned what the service sent, beside what was asked
 * @param action what was to be done, such as "create a submission"
 * @returns undefined where the answer confirms that it was done
 */
export function failureIn(returned: Returned, action: string): Failure | undefined {
	const verdict = verdictOn(returned, VERDICTS_ON_ANSWERS);
	if (verdict === undefined || verdict.means === 'done') return undefined;
	const code = verdict.code(returned) ?? 'refused';
	const { answer, reading, named = null } = returned;
	const mayBeStored = verdict.means === 'unknown' && isIn(answer, 200) && named !== null;
	return {
		code,
		certainty: verdict.means,
		happened: FAILURE_WORDS[code].happened.replace('{action}', action),
		remedy: remedyOf(code, answer.headers['location']),
		statusCode: answer.statusCode,
		// What cannot be read holds no words, and a whole submission perhaps.
		service: HOLDS_WORDS.has(reading.kind)
			? findServiceWords(reading, answer.statusCode)
			: NO_WORDS,
		...(mayBeStored && { storedAs: named }),
	};
}

const HOLDS_WORDS = new Set<Reading['kind']>(['body', 'html']);

function remedyOf(code: FailureCode, location: string | undefined): string {
	const { remedy } = FAILURE_WORDS[code];
	if (location === undefined) return remedy;
	if (code === 'redirected') return `${remedy} The new address is "${addressOf(location)}".`;
	return code === 'redirectedAfter' ? `${remedy} It points to "${addressOf(location)}".` : remedy;
}

/**
 * The failure of a request that got no answer.
 *
 * @param fault what stood in the way
 */
export function failureOfFault(fault: Fault): Failure {
	const verdict = verdictOn(fault, VERDICTS_ON_FAULTS);
	return failureWithoutAnswer(fault.cause, verdict?.means === 'notSent' ? 'notSent' : 'unknown');
}

/** Why a run ends before all its items had their turn. */
export interface StopReason {
	readonly code: StopCode;
	/** When the service takes requests again, or for how long it did not; empty for other reasons. */
	readonly span: string;
}

/**
 * The failure of an item whose turn did not come.
 *
 * @param reason why the run ended
 */
export function failureOfStop({ code, span }: StopReason): Failure {
	const failure = failureWithoutAnswer(code, 'notSent');
	return { ...failure, happened: failure.happened.replace('{span}', () => span) };
}

/**
 * The failure of an item at which the run gave up, with the time for which the service asked.
 *
 * @param failure what became of the item
 * @param reason why the run ends
 */
export function withAskedTime(failure: Failure, reason: StopReason | undefined): Failure {
	if (reason?.code !== 'askedTooLong') return failure;
	const remedy = `${failure.remedy} The service takes no requests before ${reason.span}.`;
	return { ...failure, remedy };
}

/**
 * The failure of an item at which this node itself broke down.
 *
 * @param wasSent whether a request of the item had gone out by then
 */
export function failureOfBreakdown(wasSent: boolean): Failure {
	return failureWithoutAnswer('broken', wasSent ? 'unknown' : 'notSent');
}

/**
 * The failure of an item that its key keeps from being sent.
 *
 * @param code whether somebody sent it before, or n8n's database took no claim
 */
export function failureOfKey(code: 'keyOpen' | 'keyNotKept'): Failure {
	return failureWithoutAnswer(code, code === 'keyOpen' ? 'unknown' : 'notSent');
}

/**
 * The failure of an item whose input cannot be sent.
 *
 * @param happened what was found, in one sentence
 * @param remedy what to do about it
 */
export function failureOfInput(happened: string, remedy: string): Failure {
	return {
		code: 'input',
		certainty: 'notSent',
		happened: happened.replace(/\.$/, ''),
		remedy,
		statusCode: null,
		service: NO_WORDS,
	};
}

function failureWithoutAnswer(code: FailureCode, certainty: Certainty): Failure {
	return { code, certainty, ...FAILURE_WORDS[code], statusCode: null, service: NO_WORDS };
}

/** Where a redirect points, without the query and user info, which may hold what was sent. */
function addressOf(location: string): string {
	return location.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
}
