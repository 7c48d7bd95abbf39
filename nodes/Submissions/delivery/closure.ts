import type { clock } from './clock';

/** Why nothing may be sent: a limit is reached, the service can't be reached, or may do harm unseen. */
export type Reason = 'limit' | 'away' | 'harm';

const FIRST_PAUSE = 150;
const SHORTEST_STEP = 100;
const LONGEST_STEP = 5000;
/** Of the closure so far. */
const STEP = 0.2;

const FIRST_OUTAGE_PAUSE = 500;
/** Where to ask does no harm, and where it may. */
const LONGEST_HARMLESS_PAUSE = 2000;
const LONGEST_HARMFUL_PAUSE = 5000;

/** Runs that were refused together should not come back together. Up to so much later. */
const LONGEST_SPREAD = 100;

/** What is known of a closure before it ends: how long it will likely be, and how exactly that is known. */
export interface Forecast {
	readonly pause: number;
	readonly step: number;
}

/** When a service that refuses for now is asked again. All times and spans are in milliseconds. */
export interface Closure {
	readonly reason: Reason | undefined;
	/** When it began. */
	readonly since: number;
	/** When the service may be asked again; Infinity while it is being asked. */
	readonly dueAt: number;
	/** Closes, or keeps closed for longer. */
	close(
		reason: Reason,
		now: number,
		wait: number | undefined,
		forecast: Forecast | undefined,
	): void;
	/** What was asked after it closed was refused again. */
	prolong(reason: Reason, now: number, wait: number | undefined): void;
	/** The service is being asked, or no longer. */
	probe(isOut: boolean): void;
	/** Something shows that it is well: unless it asked for a wait, it may be asked at once. */
	relent(now: number): void;
	open(): void;
}

/**
 * @param chance spreads the times at which several runs come back
 * @param isHarmful whether it may do harm to ask a service that may have seen what was lost
 */
export function createClosure(chance: typeof clock.random, isHarmful: boolean): Closure {
	let reason: Reason | undefined;
	let since = 0;
	let until = 0;
	let isProbing = false;
	let isAskedFor = false;
	let forecast: Forecast | undefined;
	let outages = 0;

	const spread = (span: number) => span * (0.8 + 0.4 * chance());
	const outagePause = (why: Reason) => {
		const mayHarm = why === 'harm' && isHarmful;
		const longest = mayHarm ? LONGEST_HARMFUL_PAUSE : LONGEST_HARMLESS_PAUSE;
		return spread(Math.min(longest, FIRST_OUTAGE_PAUSE * 2 ** outages++));
	};
	const hold = (now: number, wait: number | undefined, untold: number) => {
		const asked = wait === undefined ? 0 : wait + chance() * Math.min(LONGEST_SPREAD, 0.1 * wait);
		isAskedFor ||= wait !== undefined;
		until = Math.max(until, now + (wait === undefined ? untold : asked));
	};

	return {
		get reason() {
			return reason;
		},
		get since() {
			return since;
		},
		get dueAt() {
			return isProbing ? Infinity : until;
		},
		close(why, now, wait, expected) {
			if (reason !== undefined) {
				// It was sent before it closed, with those that closed it.
				if (wait !== undefined) hold(now, wait, 0);
				if (why === 'harm') reason = why;
				return;
			}
			reason = why;
			since = now;
			outages = 0;
			forecast = expected;
			const untold = why === 'limit' ? (expected?.pause ?? spread(FIRST_PAUSE)) : outagePause(why);
			until = now;
			isAskedFor = false;
			hold(now, wait, untold);
		},
		prolong(why, now, wait) {
			reason = why;
			const shortest = forecast?.step ?? SHORTEST_STEP;
			const step = spread(Math.min(LONGEST_STEP, Math.max(shortest, STEP * (now - since))));
			const untold = why === 'limit' ? step : outagePause(why);
			hold(now, wait, untold);
		},
		probe(isOut) {
			isProbing = isOut;
		},
		relent(now) {
			if (!isAskedFor) until = Math.min(until, now);
		},
		open() {
			reason = undefined;
			isProbing = false;
		},
	};
}
