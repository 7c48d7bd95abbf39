import type { Limit, limitHeaderKinds } from './limit.ts';
import type { Standing } from './limiter.ts';

type Headers = Readonly<Record<string, string>>;

/** What is to be told: the limit, how it stands, and the wall clock in milliseconds since 1970. */
interface Telling {
	readonly limit: Limit;
	readonly standing: Standing;
	readonly date: number;
}

/** Where nobody can know when there is room again, services ask for a second. */
const unknownWait = 1000;

/**
 * The headers in which a limit is told.
 * @param date the wall clock, in milliseconds since 1970
 */
export function limitHeaders(limit: Limit, standing: Standing, date: number): Headers {
	const kinds = limit.on === 'all' || !standing.passes ? limit.headers : [];
	const told = kinds.map((kind) => tell[kind]({ limit, standing, date }));
	return Object.assign({}, ...told) as Headers;
}

const tell: Readonly<Record<(typeof limitHeaderKinds)[number], (telling: Telling) => Headers>> = {
	retryAfter: (telling) => retryAfter(telling, (wait) => String(seconds(wait))),
	retryAfterDecimal: (telling) => retryAfter(telling, (wait) => String(Math.ceil(wait) / 1000)),
	retryAfterDate: (telling) =>
		retryAfter(telling, (wait) => new Date(seconds(telling.date + wait) * 1000).toUTCString()),
	rateLimit: ({ limit, standing: { remaining, growsIn, limit: most } }) => ({
		ratelimit: `"${limit.name}";r=${String(remaining)}${parameter('t', growsIn)}`,
		'ratelimit-policy': `"${limit.name}";q=${String(most)}${parameter('w', windowOf(limit))}`,
	}),
	rateLimitSeparate: ({ standing }) => separate('ratelimit', standing, seconds),
	xRateLimitSpan: ({ standing }) => separate('x-ratelimit', standing, seconds),
	xRateLimitEpoch: ({ standing, date }) =>
		separate('x-ratelimit', standing, (span) => seconds(date + span)),
	xRateLimitEpochMs: ({ standing, date }) =>
		separate('x-ratelimit', standing, (span) => Math.ceil(date + span)),
};

function retryAfter({ standing }: Telling, written: (wait: number) => string): Headers {
	if (standing.passes) return {};
	return { 'retry-after': written(standing.growsIn ?? unknownWait) };
}

function separate(
	prefix: string,
	{ limit, remaining, growsIn }: Standing,
	reset: (span: number) => number,
): Headers {
	return {
		[`${prefix}-limit`]: String(limit),
		[`${prefix}-remaining`]: String(remaining),
		...(growsIn !== undefined && { [`${prefix}-reset`]: String(reset(growsIn)) }),
	};
}

function windowOf(limit: Limit): number | undefined {
	switch (limit.kind) {
		case 'bucket':
			return (limit.burst / limit.ratePerSecond) * 1000;
		case 'window':
		case 'sliding':
			return limit.windowMs;
		case 'inFlight':
			return undefined;
	}
}

function parameter(name: string, span: number | undefined): string {
	return span === undefined ? '' : `;${name}=${String(seconds(span))}`;
}

function seconds(milliseconds: number): number {
	return Math.ceil(milliseconds / 1000);
}
