import * as rules from './rules.ts';
import type { Plan, Result } from './run.ts';
import type { Character, Outage } from './service.ts';
import * as tell from './tell.ts';

/** The most that a simulation may show, with any seed. */
export interface Bounds {
	/** Refused for the moment, of each item. */
	readonly refused: number;
	/** The time of the whole run, in that which is possible at best. */
	readonly wall: number;
	readonly unknown?: number;
	/** The most that the service may have under way. */
	readonly peak?: number;
}

/** A service, what is sent to it, and what may come of it at most. */
export interface Case extends Partial<Omit<Plan, 'character'>> {
	readonly name: string;
	readonly character: () => Character;
	readonly bounds: Bounds;
}

/** The service says how many more it takes, or when to come again; or nothing of either. */
const TOLD = { refused: 0.02, wall: 1.15 };
const UNTOLD = { refused: 0.15, wall: 1.3 };
/** Whole seconds of waiting for a limit of many a second: it says something else than it means. */
const COARSE = { refused: 0.03, wall: 1.4 };

const HOUR = 3_600_000;

const bucket =
	(perSecond: number, burst: number, differing: Partial<Character> = {}, cost = 0) =>
	() => ({ rules: [rules.bucket(perSecond, burst, cost)], ...differing });
const window =
	(span: number, differing: Partial<Character> = {}) =>
	() => ({ rules: [rules.fixedWindow(60, span)], ...differing });
const sliding =
	(differing: Partial<Character> = {}) =>
	() => ({ rules: [rules.slidingWindow(60, 10_000)], ...differing });
const atOnce =
	(most: number, time: number, differing: Partial<Character> = {}) =>
	() => ({ rules: [rules.inFlight(most)], work: () => time, ...differing });
const unlimited =
	(differing: Partial<Character> = {}) =>
	() => ({ rules: [], ...differing });
const told = (how: tell.Tell, differing: Partial<Character> = {}) => ({ tell: how, ...differing });

const rates: readonly Case[] = [
	{ name: '10 a second, burst 10', character: bucket(10, 10), bounds: UNTOLD },
	{ name: '10 a second, burst 1', character: bucket(10, 1), bounds: UNTOLD },
	{ name: '20 a second, burst 5', character: bucket(20, 5), bounds: UNTOLD },
	{ name: '20 a second, burst 5, five lanes', character: bucket(20, 5), most: 5, bounds: UNTOLD },
	{
		// A refusal comes before what was sent with it is answered.
		name: '20 a second, burst 5, five lanes, refused at once',
		character: bucket(20, 5, { delay: 2, work: () => 20 }),
		most: 5,
		bounds: UNTOLD,
	},
	{
		name: '10 a second, burst 1, refused at once',
		character: bucket(10, 1, { delay: 2, work: () => 20 }),
		bounds: UNTOLD,
	},
	{
		name: '2 a second, burst 2, 300 ms away',
		character: bucket(2, 2, { delay: 300 }),
		items: 100,
		bounds: UNTOLD,
	},
	{
		// Five at once, with which it begins, are 2.5 a second.
		name: '5 a second, burst 5, 2 s away',
		character: bucket(5, 5, { delay: 2000 }),
		bounds: { ...UNTOLD, wall: 1.75 },
	},
	{
		name: '10 a second, burst 10, 0 ms away',
		character: bucket(10, 10, { delay: 0 }),
		bounds: UNTOLD,
	},
	{ name: '10 a second, burst 100', character: bucket(10, 100), items: 600, bounds: UNTOLD },
	{
		name: '10 a second, refusals cost',
		character: bucket(10, 10, {}, 0.25),
		bounds: { ...UNTOLD, wall: 1.4 },
	},
	{ name: '10 a second, one lane', character: bucket(10, 10), most: 1, bounds: UNTOLD },
	{
		// Fifty that were asked for are sent at once.
		name: '10 a second, 50 lanes',
		character: bucket(10, 10),
		most: 50,
		bounds: { ...UNTOLD, refused: 0.2 },
	},
	{
		name: '100 a second, burst 100, 10,000 items',
		character: bucket(100, 100),
		items: 10_000,
		bounds: { refused: 0.03, wall: 1.05 },
	},
	{
		name: '10 a second, shared by halves',
		character: () => ({ rules: [rules.shared(rules.bucket(10, 10), 5, 0.5)] }),
		bounds: UNTOLD,
	},
	{
		name: '10 items at 2 a second, burst 2',
		character: bucket(2, 2),
		items: 10,
		bounds: { refused: 1, wall: 1.5 },
	},
];

const windows: readonly Case[] = [
	{ name: '60 in 10 s', character: window(10_000), bounds: UNTOLD },
	{ name: '60 in 60 s', character: window(60_000), bounds: UNTOLD },
	{
		name: '60 in 10 s from the first request',
		character: () => ({ rules: [rules.fixedWindow(60, 10_000, 'byRequest')] }),
		bounds: UNTOLD,
	},
	{ name: '60 in any 10 s', character: sliding(), bounds: UNTOLD },
	{
		name: '60 in 10 s, shared',
		character: () => ({ rules: [rules.shared(rules.fixedWindow(60, 10_000), 3, 0.9)] }),
		bounds: UNTOLD,
	},
	{
		name: '10 a second and 60 in 10 s',
		character: () => ({ rules: [rules.bucket(10, 10), rules.fixedWindow(60, 10_000)] }),
		bounds: { refused: 0.17, wall: 1.55 },
	},
];

/** What is learned from the first closure is of what others left. */
const usedBefore: readonly Case[] = [50, 60].flatMap((count) => {
	const rule = () => rules.used(rules.fixedWindow(60, 10_000), count);
	return [
		{
			name: `60 in 10 s, ${count} of them used`,
			character: () => ({ rules: [rule()] }),
			bounds: { refused: 0.18, wall: 1.15 },
		},
		{
			name: `60 in 10 s, ${count} of them used, Retry-After`,
			character: () => ({ rules: [rule()], tell: tell.retryAfter() }),
			bounds: { refused: 0.03, wall: 1.1 },
		},
	];
});

const hints: readonly Case[] = [
	{
		name: '10 a second, Retry-After',
		character: bucket(10, 10, told(tell.retryAfter())),
		bounds: TOLD,
	},
	{
		name: '10 a second, burst 1, Retry-After',
		character: bucket(10, 1, told(tell.retryAfter())),
		bounds: COARSE,
	},
	{
		name: '20 a second, burst 5, Retry-After',
		character: bucket(20, 5, told(tell.retryAfter())),
		bounds: COARSE,
	},
	{
		name: '20 a second, burst 5, decimal Retry-After',
		character: bucket(20, 5, told(tell.retryAfterDecimal)),
		bounds: { refused: 0.05, wall: 1.05 },
	},
	{
		name: '10 a second, burst 100, Retry-After',
		character: bucket(10, 100, told(tell.retryAfter())),
		items: 600,
		bounds: TOLD,
	},
	{
		name: '60 in 10 s, Retry-After',
		character: window(10_000, told(tell.retryAfter())),
		bounds: TOLD,
	},
	{
		name: '60 in 10 s, 503 and Retry-After',
		character: window(10_000, told(tell.retryAfter(), { status: 503 })),
		bounds: TOLD,
	},
	{
		name: '60 in 10 s, a third of the Retry-After',
		character: window(10_000, told(tell.retryAfter(1 / 3))),
		bounds: { ...TOLD, refused: 0.04 },
	},
	{
		// As asked, never sooner.
		name: '60 in 10 s, twice the Retry-After',
		character: window(10_000, told(tell.retryAfter(2))),
		bounds: { ...TOLD, wall: 2 },
	},
	{
		name: '60 in 10 s, Retry-After as a date, clock an hour ahead',
		character: window(10_000, told(tell.retryAfterDate, { clockAhead: HOUR })),
		bounds: TOLD,
	},
	{
		name: '60 in 10 s, Retry-After as a date, clock an hour behind',
		character: window(10_000, told(tell.retryAfterDate, { clockAhead: -HOUR })),
		bounds: TOLD,
	},
	{
		name: '60 in any 10 s, Retry-After',
		character: sliding(told(tell.retryAfter())),
		bounds: TOLD,
	},
];

const NEVER = { refused: 0, wall: 1.05 };

const quotas: readonly Case[] = [
	{
		name: '60 in 10 s, RateLimit',
		character: window(10_000, told(tell.structured)),
		bounds: NEVER,
	},
	{
		name: '60 in 10 s, RateLimit-Remaining',
		character: window(10_000, told(tell.threeHeaders())),
		bounds: NEVER,
	},
	{
		name: '60 in 10 s, twice the RateLimit-Remaining',
		character: window(10_000, told(tell.threeHeaders(2))),
		bounds: TOLD,
	},
	{
		name: '60 in 10 s, X-RateLimit, epoch seconds',
		character: window(10_000, told(tell.epochSeconds)),
		bounds: NEVER,
	},
	{
		name: '60 in 10 s, X-RateLimit, clock an hour ahead',
		character: window(10_000, told(tell.epochSeconds, { clockAhead: HOUR })),
		bounds: NEVER,
	},
	{
		name: '60 in 10 s, X-Rate-Limit, epoch milliseconds',
		character: window(10_000, told(tell.epochMilliseconds)),
		bounds: NEVER,
	},
	{
		name: '60 in 10 s, X-RateLimit, 50 lanes',
		character: window(10_000, told(tell.epochSeconds)),
		most: 50,
		bounds: NEVER,
	},
	{
		// Five at once, with which it begins, are 25 in 10 s.
		name: '60 in 10 s, RateLimit, 2 s away',
		character: window(10_000, told(tell.structured, { delay: 2000 })),
		bounds: { refused: 0, wall: 1.5 },
	},
	{
		name: '10 a second and 60 in 10 s, RateLimit',
		character: () => ({
			rules: [rules.bucket(10, 10), rules.fixedWindow(60, 10_000)],
			tell: tell.structured,
		}),
		bounds: TOLD,
	},
];

const crowds: readonly Case[] = [
	{ name: 'two at once', character: atOnce(2, 100), bounds: { refused: 0.02, wall: 1.1 } },
	{
		name: 'two at once, 503 and Retry-After',
		character: atOnce(2, 100, told(tell.retryAfter(), { status: 503 })),
		bounds: TOLD,
	},
	{
		name: 'two at once, 50 lanes',
		character: atOnce(2, 100),
		most: 50,
		bounds: { refused: 0.17, wall: 1.1 },
	},
	{ name: 'two at once, 1.5 s each', character: atOnce(2, 1500), items: 100, bounds: UNTOLD },
	{
		name: 'two at once and 10 a second',
		character: () => ({ rules: [rules.inFlight(2), rules.bucket(10, 10)], work: () => 100 }),
		bounds: UNTOLD,
	},
	{
		name: 'two at once, else a bare 503',
		character: atOnce(2, 100, { status: 503 }),
		bounds: { refused: 0, wall: 1.1, unknown: 3 },
	},
	{
		name: 'ten at once, else a bare 503',
		character: atOnce(10, 200, { status: 503 }),
		items: 1000,
		bounds: { refused: 0, wall: 1.3, unknown: 2, peak: 10 },
	},
	{
		name: 'one worker, 40 ms each',
		character: unlimited({ delay: 0, work: (underWay) => 40 * underWay }),
		items: 1000,
		best: 40_000,
		bounds: { refused: 0, wall: 1.05, peak: 8 },
	},
	{
		name: 'one worker, 40 ms each, 20 ms away',
		character: unlimited({ work: (underWay) => 40 * underWay }),
		items: 1000,
		best: 40_000,
		bounds: { refused: 0, wall: 1.05, peak: 8 },
	},
	{
		name: 'ten workers, 200 ms each',
		character: unlimited({ work: (underWay) => 20 * Math.max(10, underWay) }),
		items: 1000,
		best: 20_000,
		bounds: { refused: 0, wall: 1.2, peak: 16 },
	},
];

/** Where nothing is limited, the best is what the five at once of 0.1 take. */
const open: readonly Case[] = [
	{
		name: 'no limit, 200 ms',
		character: unlimited({ delay: 200 }),
		items: 1000,
		best: 40_000,
		bounds: { refused: 0, wall: 0.35 },
	},
	{
		name: 'no limit, 200 ms, 300 items',
		character: unlimited({ delay: 200 }),
		best: 12_000,
		bounds: { refused: 0, wall: 0.5 },
	},
	{
		name: 'no limit, 2 s',
		character: unlimited({ delay: 2000 }),
		best: 120_000,
		bounds: { refused: 0, wall: 0.5 },
	},
	{
		name: 'no limit, 20 ms, five lanes',
		character: unlimited(),
		items: 1000,
		most: 5,
		best: 4200,
		bounds: { refused: 0, wall: 1.02 },
	},
];

/** Best: the outage, and what the five at once of 0.1 take for the rest. */
const outage = (how: Outage['how'], from: number, to: number) => () => ({
	rules: [],
	work: () => 40,
	outages: [{ how, from, to }],
});

const outages: readonly Case[] = [
	{
		name: 'a restart of 5 s',
		character: outage('noConnection', 1000, 6000),
		best: 8600,
		bounds: { refused: 0, wall: 1.2 },
	},
	{
		name: 'no name for 4 s from the beginning',
		character: outage('noConnection', 0, 4000),
		items: 50,
		best: 4600,
		bounds: { refused: 0, wall: 1.5 },
	},
	{
		name: '502 for 5 s',
		character: outage('gateway', 1000, 6000),
		best: 8600,
		bounds: { refused: 0, wall: 1.2, unknown: 6 },
	},
	{
		name: '502 for 5 s, items as probes',
		character: outage('gateway', 1000, 6000),
		probes: 'items',
		best: 8600,
		bounds: { refused: 0, wall: 1.2, unknown: 10 },
	},
	{
		name: '502 for a minute',
		character: outage('gateway', 1000, 61_000),
		best: 63_600,
		bounds: { refused: 0, wall: 1.1, unknown: 6 },
	},
	{
		name: 'lost connections for 3 s',
		character: outage('lost', 1000, 4000),
		best: 6600,
		bounds: { refused: 0, wall: 1.45, unknown: 6 },
	},
];

export const cases: readonly Case[] = [
	...rates,
	...windows,
	...usedBefore,
	...hints,
	...quotas,
	...crowds,
	...open,
	...outages,
];

/** Where not told otherwise. */
export const ITEMS = 300;

/** What came of a case at worst, and what of it is beyond its bounds. */
export interface Verdict {
	readonly refused: number;
	readonly wall: number;
	readonly unknown: number;
	readonly peak: number;
	readonly faults: readonly string[];
}

/** Holds the results of a case, one for each seed, against its bounds. */
export function judge({ items = ITEMS, bounds }: Case, results: readonly Result[]): Verdict {
	const worst = (found: (result: Result) => number) => Math.max(...results.map(found));
	const refused = worst((result) => result.refused / items);
	const wall = worst((result) => result.wall / result.optimum);
	const unknown = worst((result) => result.unknown);
	const peak = worst((result) => result.peak);
	const faults = {
		refused: refused > bounds.refused,
		wall: wall > bounds.wall,
		unknown: unknown > (bounds.unknown ?? 0),
		peak: peak > (bounds.peak ?? Infinity),
		doubled: worst(({ doubled }) => doubled) > 0,
		// What is unknown may be there.
		filed: worst((result) => items - result.unknown - result.filed) > 0,
	};
	const names = Object.entries(faults).flatMap(([name, isFault]) => (isFault ? [name] : []));
	return { refused, wall, unknown, peak, faults: names };
}
