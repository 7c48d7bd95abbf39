import type { Forecast } from './closure';

/** A Retry-After of a second may be any shorter wait, rounded up. */
const COARSE_WAIT = 1000;

/**
 * So many accepted requests before a higher rate is tried, and how much higher for each of them: before
 * a rate was both kept and exceeded, and after that, where the service tells when to come again or not.
 */
const EARLY = { hold: 8, growth: 0.01 };
const UNTOLD = { hold: 32, growth: 0.004 };
const TOLD = { hold: 256, growth: 0.004 };
const LONGEST_STRIDE = 0.1;

/** So few before the first closure may be what others left of a limit. */
const FEW = 32;
const LONG = 2000;

/** How much of what earlier openings showed counts beside the last one. */
const MEMORY = 0.8;

/** How fast requests may start. All times and spans are in milliseconds. */
export interface Rate {
	/** When one more may start. */
	dueAt(now: number): number;
	started(now: number): void;
	/** One that was to start did not. */
	unstarted(): void;
	accepted(): void;
	/** The service refuses for now. */
	closed(now: number): void;
	/** How long it will likely do so; undefined where nothing is known. */
	forecast(now: number): Forecast | undefined;
	/** It accepts again. */
	reopened(opening: Opening): void;
	/** It accepts again, and what it refused tells nothing of how fast it takes requests. */
	resumed(opening: Opening): void;
	readonly isLearned: boolean;
	/** How many requests under way reach the learned rate, and more; Infinity while none is learned. */
	mostUnderWay(took: number): number;
}

/** How a service accepts again. */
export interface Opening {
	/** When the request started that it accepted first, and when it was answered. */
	readonly since: number;
	readonly now: number;
	/** What it had asked for; undefined where it had not. */
	readonly wait: number | undefined;
	/** How long an answer takes. */
	readonly took: number;
}

/**
 * Learns how fast a service takes requests, from when it refuses.
 *
 * What is learned is a lump and a rate: as many at once as it took after it opened, and again so many
 * when the rate allows. Evenly spaced requests would do for a bucket, but come too late for a window.
 */
export function createRate(): Rate {
	/** Per millisecond. */
	let rate: number | undefined;
	/** It may be far too low: a whole second of waiting says little of a limit of many a second. */
	let isGuess = false;
	/** It was both kept and exceeded. */
	let isSettled = false;
	let closures = 0;
	let isFirst = true;
	let trial = EARLY;
	let hold = trial.hold;

	let lump = 1;
	let lumpStart = 0;
	let startedInLump = 0;
	let acceptedInLump = 0;
	/** How many under way, to begin with, while it is looked at again. */
	let caution = Infinity;
	/** What the service took at once at the beginning. */
	let burst = 0;

	let openedAt: number | undefined;
	let acceptedSince = 0;
	let closedAt: number | undefined;
	const past = { accepted: 0, span: 0 };

	const beginLump = (now: number, started: number) => {
		lumpStart = now;
		startedInLump = started;
		acceptedInLump = 0;
	};
	const open = ({ since, now }: Opening) => {
		closedAt = undefined;
		openedAt = now;
		acceptedSince = 0;
		beginLump(since, 1);
	};
	/** Where something else holds requests back, the rate is not what is tried. */
	const isPaced = (now: number, pace: number) => now - lumpStart < (2 * lump) / pace;
	const faster = (before: number) => {
		if (isGuess) return 2 * before;
		const beyond = acceptedSince - hold;
		if (beyond < 0) return before;
		return before * (1 + Math.min(LONGEST_STRIDE, trial.growth * lump * 2 ** (beyond / 32)));
	};
	/** From one opening to the next, the service was as ready at the end as at the beginning. */
	const measure = ({ now, wait, took }: Opening, closed: number) => {
		const opened = openedAt ?? 0;
		const seen = Math.max(1, acceptedSince) / Math.max(1, now - opened);
		if (rate === undefined) return seen;
		past.accepted = MEMORY * past.accepted + acceptedSince;
		past.span = MEMORY * past.span + now - opened;
		// It may have been ready again long before it was asked: then only the time before tells.
		const wasLate = wait === COARSE_WAIT || now - took - closed < took;
		const whileOpen = wasLate ? (acceptedSince - burst) / Math.max(1, closed - opened) : 0;
		return Math.max(seen, past.accepted / past.span, whileOpen);
	};
	const learnFirst = (seen: number, { wait }: Opening) => {
		// What was in store at the beginning is in it, so that it is rather too much.
		rate = seen;
		isGuess = wait === COARSE_WAIT;
		burst = acceptedInLump;
	};
	const learn = (before: number, seen: number, span: number, { wait, took }: Opening) => {
		const wasTried = acceptedSince >= hold;
		const isLong = wait !== COARSE_WAIT && span > (4 * lump) / before;
		let least = before * (wasTried ? 0.95 : 0.8);
		if (isGuess) least = before / 4;
		else if (isFirst || isLong) least = 0;
		else if (!isSettled) least = wasTried ? 0.93 * Math.min(before, 1.25 * seen) : before / 2;
		if (isGuess) isSettled = seen >= least;
		else isSettled = isSettled ? seen >= before / 2 : wasTried && !isFirst;
		isGuess = false;
		isFirst = false;
		const latest = Math.min(0.97 * before, Math.max(seen, least));
		rate = latest;
		if (!isSettled) trial = EARLY;
		else trial = wait === undefined ? UNTOLD : TOLD;
		hold = trial.hold;
		// A closure costs what would have been accepted meanwhile, and the time of an answer.
		if (isSettled) {
			hold = Math.max(hold, (wait === undefined ? 10 : 25) * latest * span, 15 * latest * took);
		}
	};

	return {
		dueAt(now) {
			if (rate === undefined || startedInLump < lump) return now;
			return Math.max(now, lumpStart + lump / rate);
		},
		started(now) {
			openedAt ??= now;
			if (rate !== undefined && closedAt === undefined && startedInLump >= lump) {
				if (isPaced(now, rate)) rate = faster(rate);
				beginLump(now, 0);
			}
			startedInLump++;
		},
		unstarted() {
			startedInLump--;
		},
		accepted() {
			acceptedInLump++;
			acceptedSince++;
		},
		closed(now) {
			closedAt = now;
		},
		forecast(now) {
			if (rate === undefined) return undefined;
			const span = lump / rate;
			const step = Math.max(0.5 / rate, 0.03 * span);
			const rest = acceptedInLump === 0 ? step : lumpStart + 0.9 * span - now;
			return { pause: Math.max(1 / rate, rest), step };
		},
		reopened(opening) {
			const closed = closedAt ?? opening.since;
			const span = opening.since - closed;
			const seen = measure(opening, closed);
			closures++;
			// Others may have used most of it before: the next opening shows how much it is.
			if (closures === 1 && acceptedSince < FEW && (acceptedSince === 0 || span > LONG)) {
				caution = Math.max(1, Math.round(2 * seen * opening.took));
				open(opening);
				return;
			}
			if (rate === undefined) learnFirst(seen, opening);
			else learn(rate, seen, span, opening);
			if (acceptedInLump > 0) {
				const gathered = Math.max(1, Math.round((rate ?? seen) * span));
				lump = gathered < 0.75 * acceptedInLump ? gathered : acceptedInLump;
			}
			open(opening);
		},
		resumed: open,
		get isLearned() {
			return rate !== undefined;
		},
		mostUnderWay(took) {
			if (rate === undefined) return caution + Math.floor(acceptedSince / FEW);
			return Math.max(1, Math.round((isGuess ? 1 : 2) * rate * took));
		},
	};
}
