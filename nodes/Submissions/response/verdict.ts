import type { Kind } from '../description/operations';
import type { JsonObject } from '../request/json';
import type { Answer, Fault } from './answer';
import { isIn } from './answer';
import type { Objection } from './denial';
import { objectionIn } from './denial';
import type { FailureCode } from './failureWords';
import type { Reading } from './read';

/**
 * What is known of a request that did not succeed:
 *
 * - `refused`: the service said no, nothing was done;
 * - `notSent`: it never left, nothing was done;
 * - `unknown`: it went out, and whether anything was done is not known.
 */
export type Certainty = 'refused' | 'notSent' | 'unknown';

/** What of a request its answer is judged by. */
export interface Asked {
	/** The address that it was sent to. */
	readonly url: string;
	/** What it was to do. */
	readonly kind: Kind;
	/** Whether it was for one submission, and not for a form only. */
	readonly namesSubmission: boolean;
	/** The kind of the credential that it carried. */
	readonly authentication: 'accessToken' | 'usernamePassword';
	/** Its field data, whose values an answer may repeat; undefined where it had none. */
	readonly sent: JsonObject | undefined;
}

/** An answer that has been read, beside what it answers. */
export interface Returned {
	readonly answer: Answer;
	readonly reading: Reading;
	readonly asked: Asked;
	/** The permalink of the submission that it names, where it answers a create; null where it names none. */
	readonly named?: string | null;
}

/** One line of the table: what came back, and what that means for a write. */
export interface Verdict<Facts> {
	/** As the documentation has it. */
	readonly what: string;
	readonly means: Certainty | 'done';
	readonly applies: (facts: Facts) => boolean;
	/** Under which name the failure is told; undefined where there is none. */
	readonly code: (facts: Facts) => FailureCode | undefined;
}

/** A gateway gave up waiting: the service behind it may have gone on. */
const GAVE_UP = new Set([408, 460, 499]);

/** Statuses that say by themselves that nothing was done here. */
const MOVED = new Set([301, 307, 308]);

/** What a web framework answers after it stored, to show what is there now. */
const SEE_OTHER = new Set([302, 303]);

/** What an answer means; the first line that applies counts. A service may store first and fail after. */
export const VERDICTS_ON_ANSWERS: readonly Verdict<Returned>[] = [
	{
		what: '407: a proxy wants credentials of its own',
		means: 'notSent',
		applies: ({ answer }) => answer.statusCode === 407,
		code: () => 'proxyRefused',
	},
	{
		what: '408, 460 or 499: a gateway gave up waiting',
		means: 'unknown',
		applies: ({ answer }) => GAVE_UP.has(answer.statusCode),
		code: () => 'gaveUp',
	},
	{
		what: 'Any other 4xx',
		means: 'refused',
		applies: ({ answer }) => isIn(answer, 400),
		code: codeOfRefusal,
	},
	{
		what: '503 with `Retry-After`',
		means: 'refused',
		applies: ({ answer }) =>
			answer.statusCode === 503 && answer.headers['retry-after'] !== undefined,
		code: () => 'unavailable',
	},
	{
		what: 'Any other 5xx',
		means: 'unknown',
		applies: ({ answer }) => isIn(answer, 500),
		code: ({ answer }) => CODES_OF_FAULTS[answer.statusCode] ?? 'serviceFault',
	},
	{
		what: '301, 307 or 308',
		means: 'refused',
		applies: ({ answer }) => MOVED.has(answer.statusCode),
		code: () => 'redirected',
	},
	{
		what: '302 or 303 to the same path at another address',
		means: 'refused',
		applies: ({ answer, asked }) => SEE_OTHER.has(answer.statusCode) && isElsewhere(answer, asked),
		code: () => 'redirected',
	},
	{
		what: 'Any other 3xx',
		means: 'unknown',
		applies: ({ answer }) => isIn(answer, 300),
		code: () => 'redirectedAfter',
	},
	{
		what: '2xx of which not the whole came',
		means: 'unknown',
		applies: ({ answer }) => isIn(answer, 200) && answer.cut !== undefined,
		code: ({ answer }) => answer.cut,
	},
	{
		what: '2xx that cannot be read: a web page, broken JSON, or too much of it',
		means: 'unknown',
		applies: ({ answer, reading }) => isIn(answer, 200) && reading.kind !== 'body',
		code: ({ reading }) => (reading.kind === 'body' ? undefined : reading.kind),
	},
	{
		what: '2xx to a get that brings no submission',
		means: 'unknown',
		applies: ({ answer, reading, asked }) =>
			isIn(answer, 200) && asked.kind === 'read' && bringsNothing(reading),
		code: () => 'noSubmission',
	},
	{
		what: '2xx that says that it was not done',
		means: 'refused',
		applies: (returned) => isIn(returned.answer, 200) && objection(returned) === 'denies',
		code: () => 'denied',
	},
	{
		what: '2xx that only complains',
		means: 'unknown',
		applies: (returned) => isIn(returned.answer, 200) && objection(returned) === 'complains',
		code: () => 'complaint',
	},
	{
		what: 'Any other 2xx',
		means: 'done',
		applies: ({ answer }) => isIn(answer, 200),
		code: () => undefined,
	},
	{
		what: 'A status below 200 or above 599',
		means: 'unknown',
		applies: () => true,
		code: () => 'oddStatus',
	},
];

/** What it means that nothing came back; the first line that applies counts. */
export const VERDICTS_ON_FAULTS: readonly Verdict<Fault>[] = [
	{
		what: 'No connection: refused, host not found or not reached, no secure connection, broken before anything was sent',
		means: 'notSent',
		applies: ({ reached }) => reached === 'never',
		code: ({ cause }) => cause,
	},
	{
		what: 'No answer: not in time, or the connection broke',
		means: 'unknown',
		applies: () => true,
		code: ({ cause }) => cause,
	},
];

/**
 * The line of a table that applies to what came back.
 *
 * @param facts what came back
 * @param table one of the two tables, whose last line always applies
 */
export function verdictOn<Facts>(
	facts: Facts,
	table: readonly Verdict<Facts>[],
): Verdict<Facts> | undefined {
	return table.find(({ applies }) => applies(facts));
}

const CODES_OF_FAULTS: Readonly<Record<number, FailureCode>> = {
	502: 'gateway',
	503: 'unavailable',
	504: 'gateway',
};

const CODES_OF_REFUSALS: Readonly<Record<number, FailureCode>> = {
	400: 'badRequest',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	406: 'notAcceptable',
	409: 'conflict',
	410: 'notFound',
	413: 'tooLarge',
	415: 'unsupportedFormat',
	420: 'tooManyRequests',
	422: 'invalid',
	429: 'tooManyRequests',
};

function codeOfRefusal({ answer, asked }: Returned): FailureCode {
	const code = CODES_OF_REFUSALS[answer.statusCode] ?? 'refused';
	if (code === 'unauthorized' && asked.authentication === 'usernamePassword')
		return 'passwordRefused';
	if (code === 'notFound' && !asked.namesSubmission) return 'formNotFound';
	return code === 'conflict' && asked.kind === 'create' ? 'conflictOnCreate' : code;
}

function bringsNothing(reading: Reading): boolean {
	if (reading.kind !== 'body') return false;
	const { body = null } = reading;
	return Array.isArray(body) ? body.length === 0 : body === null || body === false || body === '';
}

function objection({ reading, asked, named = null }: Returned): Objection {
	if (reading.kind !== 'body') return 'nothing';
	const found = objectionIn(reading.body, asked.kind, asked.sent);
	return found === 'denies' && named !== null ? 'complains' : found;
}

/**
 * Whether a redirect only says that the interface is at another address. To the same address it is what
 * follows a stored update; from https to http, or to another port, it is what a service behind a proxy
 * makes of that.
 */
function isElsewhere({ headers }: Answer, { url }: Asked): boolean {
	const location = headers['location'] ?? '';
	if (location === '' || !URL.canParse(location, url)) return false;
	const [from, to] = [new URL(url), new URL(location, url)];
	const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
	const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:';
	const differs = isUpgrade || (from.hostname !== to.hostname && !isDowngrade);
	return differs && from.pathname === to.pathname;
}
