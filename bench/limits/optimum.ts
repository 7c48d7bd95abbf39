import type { Service } from './services.ts';

/**
 * The least time that any client could take for all items of a service: each request starts in the
 * first moment in which it is taken, and none is refused. In an outage nothing can be done, however
 * many requests are under way before and after it.
 *
 * @returns milliseconds, from the first request to the last answer
 */
export function optimumMs({ items, delayMs, limit, outage }: Service): number {
	const undisturbed = (outage?.ms ?? 0) + delayMs;
	switch (limit?.kind) {
		case undefined:
			return undisturbed;
		case 'bucket':
			return undisturbed + (Math.max(0, items - limit.burst) / limit.ratePerSecond) * 1_000;
		case 'window':
		case 'sliding':
			return undisturbed + Math.floor((items - 1) / limit.requests) * limit.windowMs;
		case 'inFlight':
			return undisturbed + Math.floor((items - 1) / limit.requests) * delayMs;
	}
}
