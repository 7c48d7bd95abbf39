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

const ruledBy =
	(made: () => readonly rules.Rule[], differing: Partial<Character> = {}) =>
	() => ({ rules: made(), ...differing });
const bucket = (
	perSecond: number,
	burst: number,
	differing: Partial<Character> = {},
	cost?: number,
) => ruledBy(() => [rules.bucket(perSecond, burst, cost)], differing);
const window = (span: number, differing: Partial<Character> = {}) =>
	ruledBy(() => [rules.fixedWindow(60, span)], differing);
const anyTen = () => [rules.slidingWindow(60, 10_000)];
const both = () => [rules.bucket(10, 10), rules.fixedWindow(60, 10_000)];
const usedBefore = (count: number, differing: Partial<Character> = {}) =>
	ruledBy(() => [rules.used(rules.fixedWindow(60, 10_000), count)], differing);
const atOnce = (most: number, time: number, differing: Partial<Character> = {}) =>
	ruledBy(() => [rules.inFlight(most)], { work: () => time, ...differing });
const unlimited = (differing: Partial<Character> = {}) => ruledBy(() => [], differing);
const told = (how: tell.Tell, differing: Partial<Character> = {}) => ({ tell: how, ...differing });

function of(
	name: string,
	character: () => Character,
	bounds: Bounds,
	differing: Partial<Omit<Plan, 'character'>> = {},
): Case {
	return { name, character, bounds, ...differing };
}

const rates: readonly Case[] = [
	of('10 a second, burst 10', bucket(10, 10), UNTOLD),
	of('10 a second, burst 1', bucket(10, 1), UNTOLD),
	of('20 a second, burst 5', bucket(20, 5), UNTOLD),
	// A refusal comes before what was sent with it is answered.
	of(
		'20 a second, burst 5, five lanes, refused at once',
		bucket(20, 5, { delay: 2, work: () => 20 }),
		UNTOLD,
		{ most: 5 },
	),
	of('10 a second, burst 1, refused at once', bucket(10, 1, { delay: 2, work: () => 20 }), UNTOLD),
	of('2 a second, burst 2, 300 ms away', bucket(2, 2, { delay: 300 }), UNTOLD, { items: 100 }),
	// Five at once, with which it begins, are 2.5 a second.
	of('5 a second, burst 5, 2 s away', bucket(5, 5, { delay: 2000 }), { ...UNTOLD, wall: 1.75 }),
	of('10 a second, burst 100', bucket(10, 100), UNTOLD, { items: 600 }),
	of('10 a second, refusals cost', bucket(10, 10, {}, 0.25), { ...UNTOLD, wall: 1.4 }),
	of('10 a second, one lane', bucket(10, 10), UNTOLD, { most: 1 }),
	// Fifty that were asked for are sent at once.
	of('10 a second, 50 lanes', bucket(10, 10), { ...UNTOLD, refused: 0.2 }, { most: 50 }),
	of(
		'100 a second, burst 100, 10,000 items',
		bucket(100, 100),
		{ refused: 0.03, wall: 1.05 },
		{ items: 10_000 },
	),
	of(
		'10 a second, shared by halves',
		ruledBy(() => [rules.shared(rules.bucket(10, 10), 5, 0.5)]),
		UNTOLD,
	),
	of('10 items at 2 a second, burst 2', bucket(2, 2), { refused: 1, wall: 1.5 }, { items: 10 }),
];

const windows: readonly Case[] = [
	of('60 in 10 s', window(10_000), UNTOLD),
	of('60 in 60 s', window(60_000), UNTOLD),
	of(
		'60 in 10 s from the first request',
		ruledBy(() => [rules.fixedWindow(60, 10_000, 'byRequest')]),
		UNTOLD,
	),
	of('60 in any 10 s', ruledBy(anyTen), UNTOLD),
	of(
		'60 in 10 s, shared',
		ruledBy(() => [rules.shared(rules.fixedWindow(60, 10_000), 3, 0.9)]),
		UNTOLD,
	),
	of('10 a second and 60 in 10 s', ruledBy(both), { refused: 0.17, wall: 1.55 }),
	// What is learned from the first closure is of what others left.
	of('60 in 10 s, 50 of them used', usedBefore(50), { refused: 0.18, wall: 1.15 }),
	of('60 in 10 s, 60 of them used', usedBefore(60), { refused: 0.18, wall: 1.15 }),
	of('60 in 10 s, 60 of them used, Retry-After', usedBefore(60, told(tell.retryAfter())), {
		refused: 0.03,
		wall: 1.1,
	}),
];

const hints: readonly Case[] = [
	of('10 a second, Retry-After', bucket(10, 10, told(tell.retryAfter())), TOLD),
	of('10 a second, burst 1, Retry-After', bucket(10, 1, told(tell.retryAfter())), COARSE),
	of('20 a second, burst 5, decimal Retry-After', bucket(20, 5, told(tell.retryAfterDecimal)), {
		refused: 0.05,
		wall: 1.05,
	}),
	of('60 in 10 s, Retry-After', window(10_000, told(tell.retryAfter())), TOLD),
	of(
		'60 in 10 s, 503 and Retry-After',
		window(10_000, told(tell.retryAfter(), { status: 503 })),
		TOLD,
	),
	of('60 in 10 s, a third of the Retry-After', window(10_000, told(tell.retryAfter(1 / 3))), {
		...TOLD,
		refused: 0.04,
	}),
	// As asked, never sooner.
	of('60 in 10 s, twice the Retry-After', window(10_000, told(tell.retryAfter(2))), {
		...TOLD,
		wall: 2,
	}),
	...[HOUR, -HOUR].map((clockAhead) =>
		of(
			`60 in 10 s, Retry-After as a date, clock an hour ${clockAhead > 0 ? 'ahead' : 'behind'}`,
			window(10_000, told(tell.retryAfterDate, { clockAhead })),
			TOLD,
		),
	),
];

const NEVER = { refused: 0, wall: 1.05 };

const quotas: readonly Case[] = [
	of('60 in 10 s, RateLimit', window(10_000, told(tell.structured)), NEVER),
	of('60 in 10 s, RateLimit-Remaining', window(10_000, told(tell.threeHeaders())), NEVER),
	of('60 in any 10 s, RateLimit', ruledBy(anyTen, told(tell.structured)), TOLD),
	of('60 in any 10 s, X-RateLimit, epoch seconds', ruledBy(anyTen, told(tell.epochSeconds)), TOLD),
	of('60 in 10 s, twice the RateLimit-Remaining', window(10_000, told(tell.threeHeaders(2))), TOLD),
	of(
		'60 in 10 s, X-RateLimit, epoch seconds, clock an hour ahead',
		window(10_000, told(tell.epochSeconds, { clockAhead: HOUR })),
		NEVER,
	),
	of(
		'60 in 10 s, X-Rate-Limit, epoch milliseconds',
		window(10_000, told(tell.epochMilliseconds)),
		NEVER,
	),
	of(
		'100 a second, X-Rate-Limit, epoch milliseconds, 200 ms away',
		bucket(100, 100, told(tell.epochMilliseconds, { delay: 200 })),
		TOLD,
		{ items: 2000, most: 50 },
	),
	of(
		'100 a second, RateLimit, 200 ms away',
		bucket(100, 100, told(tell.structured, { delay: 200 })),
		TOLD,
		{ items: 2000, most: 50 },
	),
	of('60 in 10 s, X-RateLimit, 50 lanes', window(10_000, told(tell.epochSeconds)), NEVER, {
		most: 50,
	}),
	// Five at once, with which it begins, are 25 in 10 s.
	of('60 in 10 s, RateLimit, 2 s away', window(10_000, told(tell.structured, { delay: 2000 })), {
		refused: 0,
		wall: 1.5,
	}),
	of('10 a second and 60 in 10 s, RateLimit', ruledBy(both, told(tell.structured)), TOLD),
];

const MANY = { items: 1000 };

const crowds: readonly Case[] = [
	of('two at once', atOnce(2, 100), { refused: 0.02, wall: 1.1 }),
	of(
		'two at once, 503 and Retry-After',
		atOnce(2, 100, told(tell.retryAfter(), { status: 503 })),
		TOLD,
	),
	of('two at once, 50 lanes', atOnce(2, 100), { refused: 0.17, wall: 1.1 }, { most: 50 }),
	of('two at once, 1.5 s each', atOnce(2, 1500), UNTOLD, { items: 100 }),
	of(
		'two at once and 10 a second',
		ruledBy(() => [rules.inFlight(2), rules.bucket(10, 10)], { work: () => 100 }),
		UNTOLD,
	),
	of('two at once, else a bare 503', atOnce(2, 100, { status: 503 }), {
		refused: 0,
		wall: 1.1,
		unknown: 3,
	}),
	of(
		'ten at once, else a bare 503',
		atOnce(10, 200, { status: 503 }),
		{ refused: 0, wall: 1.3, unknown: 2, peak: 10 },
		MANY,
	),
	of(
		'one worker, 40 ms each',
		unlimited({ work: (underWay) => 40 * underWay }),
		{ refused: 0, wall: 1.05, peak: 8 },
		{ ...MANY, best: 40_000 },
	),
	of(
		'ten workers, 200 ms each',
		unlimited({ work: (underWay) => 20 * Math.max(10, underWay) }),
		{ refused: 0, wall: 1.2, peak: 16 },
		{ ...MANY, best: 20_000 },
	),
];

/** Where nothing is limited, the best is what the five at once of 0.1 take. */
const open: readonly Case[] = [
	of(
		'no limit, 200 ms',
		unlimited({ delay: 200 }),
		{ refused: 0, wall: 0.35 },
		{ ...MANY, best: 40_000 },
	),
	of('no limit, 2 s', unlimited({ delay: 2000 }), { refused: 0, wall: 0.5 }, { best: 120_000 }),
	of(
		'no limit, 20 ms, five lanes',
		unlimited(),
		{ refused: 0, wall: 1.02 },
		{ ...MANY, most: 5, best: 4200 },
	),
];

const outage = (how: Outage['how'], from: number, to: number) =>
	unlimited({ work: () => 40, outages: [{ how, from, to }] });

/** Best: the outage, and what the five at once of 0.1 take for the rest. */
const outages: readonly Case[] = [
	of(
		'a restart of 5 s',
		outage('noConnection', 1000, 6000),
		{ refused: 0, wall: 1.2 },
		{ best: 8600 },
	),
	of(
		'no name for 4 s from the beginning',
		outage('noConnection', 0, 4000),
		{ refused: 0, wall: 1.5 },
		{ items: 50, best: 4600 },
	),
	of(
		'502 for 5 s, items as probes',
		outage('gateway', 1000, 6000),
		{ refused: 0, wall: 1.2, unknown: 10 },
		{ probes: 'items', best: 8600 },
	),
	of(
		'502 for a minute',
		outage('gateway', 1000, 61_000),
		{ refused: 0, wall: 1.1, unknown: 6 },
		{ best: 63_600 },
	),
	of(
		'lost connections for 3 s',
		outage('lost', 1000, 4000),
		{ refused: 0, wall: 1.45, unknown: 6 },
		{ best: 6600 },
	),
];

export const cases: readonly Case[] = [
	...rates,
	...windows,
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
