import { limitSchema, type Limit } from '../../sandbox/limits/limit.ts';

/** Something that happens to a service in the middle of a run. */
export interface Outage {
	/** `restart`: connections are refused; `gateway`: what stands before it answers 502 and stores nothing. */
	readonly kind: 'restart' | 'gateway';
	/** It begins when the service has received so many requests. */
	readonly afterRequests: number;
	readonly ms: number;
}

/** A service that does not take everything at once. */
export interface Service {
	/** What it allows, and how it says so. */
	readonly name: string;
	/** How many submissions are to be created at it. */
	readonly items: number;
	/** How long it takes for an answer, in milliseconds; a refusal by a limit comes at once. */
	readonly delayMs: number;
	readonly limit?: Limit;
	readonly outage?: Outage;
}

const ITEMS = 300;
const DELAY_MS = 20;
/** Long enough that several are really under way at once. */
const IN_FLIGHT_DELAY_MS = 100;
const OUTAGE = { afterRequests: 100, ms: 5_000 } as const;

const kinds = [
	{
		allows: '10 a second, burst 10',
		limit: { kind: 'bucket', ratePerSecond: 10, burst: 10 },
		delayMs: DELAY_MS,
	},
	{
		allows: '60 in each 10 s',
		limit: { kind: 'window', requests: 60, windowMs: 10_000 },
		delayMs: DELAY_MS,
	},
	{
		allows: '60 in any 10 s',
		limit: { kind: 'sliding', requests: 60, windowMs: 10_000 },
		delayMs: DELAY_MS,
	},
	{
		allows: 'two in flight',
		limit: { kind: 'inFlight', requests: 2 },
		delayMs: IN_FLIGHT_DELAY_MS,
	},
] as const;

/** A Retry-After stands with refusals, the others with every answer. */
const tellings = [
	{ says: 'no hint', headers: [] },
	{ says: 'Retry-After', headers: ['retryAfter'] },
	{ says: 'RateLimit', headers: ['rateLimit'], on: 'all' },
	{ says: 'RateLimit-*', headers: ['rateLimitSeparate'], on: 'all' },
	{ says: 'X-RateLimit-*', headers: ['xRateLimitEpoch'], on: 'all' },
] as const;

function limited(name: string, limit: object, delayMs: number, items = ITEMS): Service {
	return { name, items, delayMs, limit: limitSchema.parse(limit) };
}

/** Every service that `npm run bench:limits` measures, in the order of the table. */
export const services: readonly Service[] = [
	...kinds.flatMap(({ allows, limit, delayMs }) =>
		tellings.map(({ says, ...told }) =>
			limited(`${allows}, ${says}`, { ...limit, ...told }, delayMs),
		),
	),
	limited(
		'20 a second, burst 5, no hint',
		{ kind: 'bucket', ratePerSecond: 20, burst: 5, headers: [] },
		DELAY_MS,
	),
	limited(
		'two in flight, else 503 with Retry-After',
		{ kind: 'inFlight', requests: 2, status: 503, headers: ['retryAfter'] },
		IN_FLIGHT_DELAY_MS,
	),
	limited(
		'two in flight, else a bare 503',
		{ kind: 'inFlight', requests: 2, status: 503, headers: [] },
		IN_FLIGHT_DELAY_MS,
	),
	limited(
		'ten in flight, else a bare 503',
		{ kind: 'inFlight', requests: 10, status: 503, headers: [] },
		IN_FLIGHT_DELAY_MS,
		1_000,
	),
	{
		name: 'restarted, 5 s of refused connections',
		items: ITEMS,
		delayMs: DELAY_MS,
		outage: { kind: 'restart', ...OUTAGE },
	},
	{
		name: 'a gateway that answers 502 for 5 s',
		items: ITEMS,
		delayMs: DELAY_MS,
		outage: { kind: 'gateway', ...OUTAGE },
	},
];
