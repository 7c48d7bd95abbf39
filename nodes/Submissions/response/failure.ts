import type { Answer, Fault } from './answer';
import type { FailureCode } from './failureWords';
import { FAILURE_WORDS } from './failureWords';
import type { Reading } from './read';
import type { ServiceWords } from './serviceWords';
import { findServiceWords, isOnlyAnError } from './serviceWords';

/**
 * What is known of a request that did not succeed:
 *
 * - `refused`: the service said no, nothing was done;
 * - `notSent`: it never left, nothing was done;
 * - `unknown`: it went out, and whether anything was done is not known.
 */
export type Certainty = 'refused' | 'notSent' | 'unknown';

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
}

const NO_WORDS: ServiceWords = { message: '', fieldErrors: {} };

/**
 * Whether an answer says that the operation was done.
 *
 * @param answer what the service sent
 * @param reading its body
 */
export function isSuccess(answer: Answer, reading: Reading): boolean {
	return isIn(answer.statusCode, 200) && reading.kind === 'body' && !isOnlyAnError(reading.body);
}

/**
 * The failure that an answer tells of.
 *
 * @param answer an answer that is no success
 * @param reading its body
 * @param action what was to be done, such as "create a submission"
 */
export function failureOfAnswer(answer: Answer, reading: Reading, action: string): Failure {
	const code = codeOf(answer, reading);
	const words = FAILURE_WORDS[code];
	const location = answer.headers['location'];
	const remedy =
		code === 'redirected' && location !== undefined
			? `${words.remedy} The new address is ${addressOf(location)}`
			: words.remedy;
	return {
		code,
		certainty: certaintyOf(answer, code),
		happened: words.happened.replace('{action}', action),
		remedy,
		statusCode: answer.statusCode,
		service: code === 'notJson' || code === 'tooDeep' ? NO_WORDS : findServiceWords(reading),
	};
}

/**
 * The failure of a request that got no whole answer.
 *
 * @param fault what stood in the way
 */
export function failureOfFault(fault: Fault): Failure {
	return {
		...failureWithoutAnswer(fault.cause),
		certainty: fault.reached === 'never' ? 'notSent' : 'unknown',
	};
}

/** The failure of an item whose turn did not come. */
export function failureOfStop(): Failure {
	return failureWithoutAnswer('stopped');
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

function failureWithoutAnswer(code: FailureCode): Failure {
	return {
		code,
		certainty: 'notSent',
		...FAILURE_WORDS[code],
		statusCode: null,
		service: NO_WORDS,
	};
}

const CODES_BY_STATUS: Readonly<Record<number, FailureCode>> = {
	400: 'badRequest',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
	410: 'notFound',
	413: 'tooLarge',
	415: 'unsupportedFormat',
	422: 'invalid',
	429: 'tooManyRequests',
	502: 'gateway',
	503: 'unavailable',
	504: 'gateway',
};

function codeOf({ statusCode }: Answer, reading: Reading): FailureCode {
	if (isIn(statusCode, 200)) return reading.kind === 'body' ? 'errorInside' : reading.kind;
	if (isIn(statusCode, 300)) return 'redirected';
	if (isIn(statusCode, 400)) return CODES_BY_STATUS[statusCode] ?? 'refused';
	if (isIn(statusCode, 500)) return CODES_BY_STATUS[statusCode] ?? 'serviceFault';
	return 'oddStatus';
}

/** A service may store first and fail after, so only a definite no is a refusal. */
function certaintyOf(answer: Answer, code: FailureCode): Certainty {
	const { statusCode, headers } = answer;
	if (isIn(statusCode, 300) || isIn(statusCode, 400) || code === 'errorInside') return 'refused';
	return statusCode === 503 && headers['retry-after'] !== undefined ? 'refused' : 'unknown';
}

function isIn(statusCode: number, hundred: number): boolean {
	return statusCode >= hundred && statusCode < hundred + 100;
}

/** Where a redirect points, without the query and user info, which may hold what was sent. */
function addressOf(location: string): string {
	return location.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
}
