/** How many requests are under way when none is asked for: to begin with, and at most. */
const FIRST = 5;
const MOST = 20;

/** Answers that take this much longer than at the beginning wait for each other at the service. */
const SLOWER = 1.15;

/** One more is tried no sooner, in milliseconds: where answers are quick, more at once gain nothing. */
const SHORTEST_ROUND = 150;
const SMALLEST_ROUND = 8;

/** So many answers for each request under way, before one more is tried after a refusal. */
const ANSWERS_PER_REGROWTH = 64;

/** So many answers at a number show that they were no luck: what is answered already counts as under way. */
const PROOF = 8;

/** What a request tells of how crowded it was. */
export interface Company {
	/** How many other requests were under way when it started. */
	readonly others: number;
}

/** How many requests may be under way at once. */
export interface Crowd {
	/** How many may be under way, as things stand. */
	readonly limit: number;
	/** Whether one more is too many. */
	isFull(underWay: number): boolean;
	started(company: Company): void;
	/** It is over, in whatever way. */
	ended(company: Company): void;
	/**
	 * It was answered.
	 *
	 * @param took how long that took, in milliseconds
	 */
	answered(company: Company, took: number, now: number): void;
	/**
	 * The service begins to refuse.
	 *
	 * @param underWay how many requests are, with the one that tells of it
	 */
	beginClosure(underWay: number): void;
	/**
	 * One was refused, or troubled, since that began.
	 *
	 * @param isHarmful whether its item is unknown now, so that to try as many again does harm again
	 */
	blame(company: Company, isProbe: boolean, isHarmful: boolean): void;
	/** The service was away for a single one, too: how many there were had nothing to do with it. */
	absolve(): void;
	/** Whether what was refused since then was refused for being too many at once. */
	readonly isBlamed: boolean;
}

/**
 * Finds how many requests a service takes at once.
 *
 * Where no number is asked for, it begins with 5 and takes one more at a time, as long as answers come
 * as fast as at the beginning: a queue at the service shows there first (as in TCP Vegas). A number
 * that was refused, and none so high was ever answered, is too many.
 *
 * @param most the most that is asked for; undefined where it is to be found
 */
export function createCrowd(most: number | undefined): Crowd {
	const first = most ?? FIRST;
	let ceiling = most ?? MOST;
	let limit = first;
	/** The most at once that were all answered: at least once, and often. */
	let reached = 0;
	let proven = 0;
	const answers: number[] = [];
	let scout: Company | undefined;
	/** Of those under way when the service began to refuse, how many it did not refuse. */
	let kept = 0;
	let before = { limit, ceiling, hold: 0 };
	let uncut = 0;
	let sinceCut = Infinity;
	let sinceAbsolved = Infinity;
	let sinceAllLost = Infinity;
	let hold = 0;
	let round: number[] = [];
	let roundStart: number | undefined;
	let rounds = 0;
	let slowRounds = 0;
	let isBusy = false;
	let quickest = Infinity;

	/** A scout goes where none has been, and alone. */
	const leadsOn = (others: number) => others >= Math.max(reached, first);
	const beginRound = (now: number) => {
		round = [];
		roundStart = now;
		isBusy = false;
	};
	const endRound = (now: number) => {
		const middle = round.sort((one, other) => one - other)[round.length >> 1] ?? 0;
		const isBusyRound = isBusy;
		beginRound(now);
		rounds++;
		const isSlow = most === undefined && middle > quickest * SLOWER;
		slowRounds = isSlow ? slowRounds + 1 : 0;
		if (isSlow) {
			// One slow round may be chance.
			if (limit <= first || slowRounds < 2) return;
			limit = Math.max(first, Math.min(limit - 1, Math.floor((limit * quickest) / middle)));
			hold = Math.max(2 * hold, ANSWERS_PER_REGROWTH * limit);
			slowRounds = 0;
			return;
		}
		if (rounds <= 2) quickest = Math.min(quickest, middle);
		else if (middle < quickest) quickest = (quickest + middle) / 2;
		// Two rounds tell how fast answers are: the first ones often are slower.
		if (isBusyRound && limit < ceiling && rounds > 1) limit++;
	};

	/** Once it was an outage; so soon again, it is they that bring it down. */
	const loseAll = () => {
		if (sinceAllLost < PROOF * before.limit) {
			limit = Math.max(1, Math.floor(before.limit / 2));
			ceiling = limit;
		}
		sinceAllLost = 0;
	};

	return {
		get limit() {
			return limit;
		},
		isFull: (underWay) => underWay >= limit || (scout !== undefined && leadsOn(underWay)),
		started(company) {
			if (leadsOn(company.others)) scout = company;
			if (company.others + 1 >= limit) isBusy = true;
		},
		ended(company) {
			if (scout === company) scout = undefined;
		},
		answered({ others }, took, now) {
			const count = (answers[others] ?? 0) + 1;
			answers[others] = count;
			reached = Math.max(reached, others + 1);
			if (count >= PROOF) proven = Math.max(proven, others + 1);
			sinceCut++;
			sinceAbsolved++;
			sinceAllLost++;
			roundStart ??= now;
			round.push(took);
			const isLong = now - roundStart >= SHORTEST_ROUND;
			if (isLong && round.length >= Math.max(SMALLEST_ROUND, limit, hold)) endRound(now);
		},
		beginClosure(underWay) {
			kept = underWay;
			before = { limit, ceiling, hold };
		},
		blame({ others }, isProbe, isHarmful) {
			kept = isProbe ? Math.min(kept, others) : kept - 1;
			limit = before.limit;
			if (!this.isBlamed) {
				// So soon after: it was not for being too many that time either.
				if (sinceCut < PROOF * limit) {
					limit = Math.max(limit, uncut);
					hold = 0;
				}
				if (isHarmful && !isProbe && kept === 0) loseAll();
				return;
			}
			if (before.limit > kept) uncut = before.limit;
			sinceCut = 0;
			limit = Math.min(before.limit, isHarmful ? Math.ceil(0.9 * kept) : kept);
			if (isHarmful) ceiling = limit;
			hold = Math.max(2 * hold, ANSWERS_PER_REGROWTH * limit);
			roundStart = undefined;
			round = [];
		},
		absolve() {
			// So soon again, it goes away because of them.
			if (sinceAbsolved < PROOF * before.limit) return;
			sinceAbsolved = 0;
			({ limit, ceiling, hold } = before);
			kept = 0;
		},
		get isBlamed() {
			return kept > 0 && kept >= proven;
		},
	};
}
