import type { Limit } from './limit.ts';

/** How a limit stands at a moment. */
export interface Standing {
	/** whether a request may pass now */
	readonly passes: boolean;
	/** the most that pass at once */
	readonly limit: number;
	/** how many may pass now */
	readonly remaining: number;
	/** milliseconds until more may pass; undefined where nobody can know */
	readonly growsIn: number | undefined;
}

/** Keeps count for one limit. It has no clock: each moment is handed in, in milliseconds, never going back. */
export interface Limiter {
	/** Changes nothing. */
	look(now: number): Standing;
	/** Counts a request, whether or not it may pass. */
	count(now: number): void;
	/** Notes that a request that was counted is over. */
	release(): void;
}

/** Makes the limiter for a limit, of which nothing is used up yet. */
export function limiterOf(limit: Limit): Limiter {
	switch (limit.kind) {
		case 'bucket':
			return bucket(limit.ratePerSecond, limit.burst);
		case 'window':
			return fixedWindow(limit.requests, limit.windowMs);
		case 'sliding':
			return slidingWindow(limit.requests, limit.windowMs);
		case 'inFlight':
			return inFlight(limit.requests);
	}
}

const nothing = () => undefined;

/** What a request takes out of a bucket, which gains its rate per second in each millisecond. */
const share = 1000;

function bucket(ratePerSecond: number, burst: number): Limiter {
	const full = burst * share;
	let level = full;
	let filledAt = 0;
	const levelAt = (now: number) => Math.min(full, level + (now - filledAt) * ratePerSecond);
	return {
		look(now) {
			const there = levelAt(now);
			return {
				passes: there >= share,
				limit: burst,
				remaining: Math.floor(there / share),
				growsIn: there >= full ? 0 : (share - (there % share)) / ratePerSecond,
			};
		},
		count(now) {
			level = Math.max(0, levelAt(now) - share);
			filledAt = now;
		},
		release: nothing,
	};
}

function fixedWindow(requests: number, windowMs: number): Limiter {
	let start = -Infinity;
	let counted = 0;
	const isOver = (now: number) => now - start >= windowMs;
	return {
		look(now) {
			const used = isOver(now) ? 0 : counted;
			return {
				passes: used < requests,
				limit: requests,
				remaining: Math.max(0, requests - used),
				growsIn: isOver(now) ? 0 : start + windowMs - now,
			};
		},
		count(now) {
			if (isOver(now)) {
				start = now;
				counted = 0;
			}
			counted += 1;
		},
		release: nothing,
	};
}

function slidingWindow(requests: number, windowMs: number): Limiter {
	let times: number[] = [];
	const within = (now: number) => times.filter((time) => now - time < windowMs);
	return {
		look(now) {
			const inside = within(now);
			// The one that must have left before there is room, or before there is more.
			const leaving = inside[Math.max(0, inside.length - requests)];
			return {
				passes: inside.length < requests,
				limit: requests,
				remaining: Math.max(0, requests - inside.length),
				growsIn: leaving === undefined ? 0 : leaving + windowMs - now,
			};
		},
		count(now) {
			times = [...within(now), now];
		},
		release: nothing,
	};
}

function inFlight(requests: number): Limiter {
	let underWay = 0;
	return {
		look: () => ({
			passes: underWay < requests,
			limit: requests,
			remaining: Math.max(0, requests - underWay),
			growsIn: undefined,
		}),
		count() {
			underWay += 1;
		},
		release() {
			underWay -= 1;
		},
	};
}
