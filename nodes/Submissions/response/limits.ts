import type { Answer } from './answer';

/** What an answer's headers say of the service's limits. All spans are in milliseconds from now. */
export interface Limits {
	/** How long Retry-After asks to wait; undefined where it is not there or cannot be read. */
	readonly wait: number | undefined;
	/** How many more requests the tightest of the limits that are told allows. */
	readonly remaining: number | undefined;
	/** When that limit allows more; undefined where it is not told. */
	readonly reset: number | undefined;
}

/** What is known where there is no answer, or one that tells of no limit. */
export const NO_LIMITS: Limits = { wait: undefined, remaining: undefined, reset: undefined };

type Headers = Answer['headers'];
type Quota = Pick<Limits, 'remaining' | 'reset'>;

/** Names of headers that can tell of a limit. */
const TELLING = /^retry-after$|rate-?limit/;

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3), `RateLimit` with `RateLimit-Policy` (IETF draft
 * ratelimit-headers, as structured fields), and the `-Remaining` and `-Reset` of `RateLimit-`,
 * `X-RateLimit-` and `X-Rate-Limit-`. What cannot be read is as if it were not there.
 *
 * @param headers of an answer, names in lower case
 * @param now the time now by this machine's clock, in milliseconds since 1970
 */
export function readLimits(headers: Headers, now: number): Limits {
	// Most services tell of none, and this is asked of every answer.
	if (!Object.keys(headers).some((name) => TELLING.test(name))) return NO_LIMITS;
	const serviceNow = readServiceClock(headers['date'], now);
	const quotas = [
		...readStructured(headers['ratelimit'], headers['ratelimit-policy'], serviceNow),
		...['ratelimit', 'x-ratelimit', 'x-rate-limit'].map((family) => ({
			remaining: readCount(headers[`${family}-remaining`]),
			reset: readReset(headers[`${family}-reset`], serviceNow),
		})),
	];
	return { wait: readRetryAfter(headers['retry-after'], serviceNow), ...tightest(quotas) };
}

/** A sure refusal that is one of the moment where the headers say so; 429 and 420 need none. */
const REFUSALS_WITH_A_HINT = new Set([403, 503]);

/**
 * Whether an answer surely refuses, and only for now. What tells it from a refusal for good is the
 * hint: a 503 without `Retry-After` may have been stored, a plain 403 stays one.
 *
 * @param statusCode of the answer
 * @param limits what its headers say
 */
export function saysNotNow(statusCode: number, { wait, remaining }: Limits): boolean {
	if (statusCode === 429 || statusCode === 420) return true;
	if (!REFUSALS_WITH_A_HINT.has(statusCode)) return false;
	return wait !== undefined || (statusCode === 403 && remaining === 0);
}

/** Its dates are whole seconds and take a moment to arrive; clocks that differ by less agree. */
const SAME_TIME = 5000;

/** A service whose clock is an hour off names dates by that clock, and says in `Date` what it shows. */
function readServiceClock(header: string | undefined, now: number): number {
	const date = readDate(header);
	return date === undefined || Math.abs(date - now) < SAME_TIME ? now : date;
}

function readRetryAfter(header: string | undefined, serviceNow: number): number | undefined {
	const seconds = readNumber(header);
	const date = seconds === undefined ? readDate(header) : serviceNow + seconds * 1000;
	return date === undefined ? undefined : Math.min(LONGEST_SPAN, Math.max(0, date - serviceNow));
}

/** Over thirty years, in milliseconds; as seconds since 1970 it is in 2001. */
const LONGEST_SPAN = 1e12;

/** What is more was meant otherwise, such as a date in microseconds, and is as if it were not there. */
function readReset(text: string | undefined, serviceNow: number): number | undefined {
	const value = readNumber(text);
	if (value === undefined) return undefined;
	const isSpan = value * 1000 < LONGEST_SPAN;
	const isInMilliseconds = value >= LONGEST_SPAN;
	const date = isInMilliseconds ? value : value * 1000;
	const span = isSpan ? date : Math.max(0, date - serviceNow);
	return span < LONGEST_SPAN ? span : undefined;
}

function readCount(text: string | undefined): number | undefined {
	const value = readNumber(text);
	return value === undefined ? undefined : Math.floor(value);
}

function readNumber(text: string | undefined): number | undefined {
	const trimmed = text?.trim() ?? '';
	if (!/^\d{1,20}(\.\d{1,20})?$/.test(trimmed)) return undefined;
	return Number(trimmed);
}

/** The three date forms of RFC 9110, section 5.6.7. */
const HTTP_DATE =
	/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)([a-z]{3,6}, \d\d-\w{3}-\d\d [\d:]{8} GMT|, \d\d \w{3} \d{4} [\d:]{8} GMT| \w{3} [ \d]\d [\d:]{8} \d{4})$/;

function readDate(header: string | undefined): number | undefined {
	const text = header?.trim() ?? '';
	if (!HTTP_DATE.test(text)) return undefined;
	// The oldest of the three forms names no zone, and means GMT.
	const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : date;
}

/** Of several limits, the one that is reached first; of two of those, the one that lasts longer. */
function tightest(quotas: readonly Quota[]): Quota {
	let found: Quota = { remaining: undefined, reset: undefined };
	for (const quota of quotas) {
		if (quota.remaining === undefined) continue;
		const least = found.remaining ?? Infinity;
		const isTighter = quota.remaining < least;
		const isLonger = quota.remaining === least && (quota.reset ?? 0) > (found.reset ?? 0);
		if (isTighter || isLonger) found = quota;
	}
	return found;
}

/**
 * `"burst";r=3;t=1, "day";r=900;t=3600`, where the policy's `w` stands in for a `t` that is not told;
 * and the form of the earlier drafts, `limit=10, remaining=3, reset=1`.
 */
function readStructured(
	field: string | undefined,
	policy: string | undefined,
	serviceNow: number,
): Quota[] {
	const members = readList(field);
	const policies = new Map(readList(policy).map(({ name, parameters }) => [name, parameters]));
	const earlier = new Map(members.flatMap(({ name }) => keyAndValue(name)));
	return [
		{
			remaining: readCount(earlier.get('remaining')),
			reset: readReset(earlier.get('reset'), serviceNow),
		},
		...members.map(({ name, parameters }) => {
			const window = policies.get(name)?.get('w');
			return {
				remaining: readCount(parameters.get('r')),
				reset: readReset(parameters.get('t') ?? window, serviceNow),
			};
		}),
	];
}

interface Member {
	readonly name: string;
	readonly parameters: ReadonlyMap<string, string>;
}

function readList(field: string | undefined): Member[] {
	return splitOutsideQuotes(field ?? '', ',').map((member) => {
		const [name = '', ...parameters] = splitOutsideQuotes(member, ';');
		return { name, parameters: new Map(parameters.flatMap(keyAndValue)) };
	});
}

function keyAndValue(text: string): [key: string, value: string][] {
	const end = text.indexOf('=');
	return end < 0 ? [] : [[text.slice(0, end).trim(), text.slice(end + 1)]];
}

/** The name of a policy is a quoted text, which may hold what separates. */
function splitOutsideQuotes(text: string, separator: string): string[] {
	const parts: string[] = [];
	let start = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isQuoted && character === '\\') at++;
		else if (character === '"') isQuoted = !isQuoted;
		else if (character === separator && !isQuoted) {
			parts.push(text.slice(start, at).trim());
			start = at + 1;
		}
	}
	return [...parts, text.slice(start).trim()];
}
