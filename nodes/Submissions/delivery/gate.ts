import type { Limits } from '../response/limits';
import { NO_LIMITS } from '../response/limits';
import type { Brake } from './brake';
import type { clock } from './clock';
import type { Reason } from './closure';
import { createClosure } from './closure';
import { createCrowd } from './crowd';
import { createQuota } from './quota';
import { createRate } from './rate';

/** A timer of more than some 24 days ends at once. In milliseconds. */
const LONGEST_TIMER = 3_600_000;

/** Shorter waits are over before anybody looks into a log. In milliseconds. */
const WORTH_TELLING = 5000;

/** How long the first request of all may find no connection or get no answer, in milliseconds. */
const LONGEST_FIRST_WAIT = 30_000;

/** What a gate is made of. All spans are in milliseconds. */
export interface Terms {
	readonly clock: Pick<typeof clock, 'now' | 'random'>;
	readonly brake: Pick<Brake, 'reason' | 'wait'>;
	/** The most requests at once; undefined where the gate is to find how many. */
	readonly most: number | undefined;
	/** The least time between two starts. */
	readonly minInterval: number;
	/** The longest time without an accepted request, and the longest wait a service may ask for. */
	readonly maxWait: number;
	/**
	 * Asks the service something that can do no harm, and says whether it is well; it never throws.
	 * Where there is none, an item is sent to find out.
	 */
	readonly ask: (() => Promise<boolean>) | undefined;
	/** Is told when a wait of some seconds begins, why, and how long it will be. */
	readonly tell: (reason: Reason, span: number) => void;
}

/** The right to send one request, once. It ends with one call of the gate, whatever becomes of it. */
export interface Pass {
	readonly number: number;
	readonly at: number;
	readonly others: number;
	readonly isProbe: boolean;
}

/** Why a run gave up: it was asked to wait for too long, or waited in vain; for 0 where it may not wait. */
export type GivenUp = { readonly asked: number } | { readonly waited: number };

/** Whether the request may be sent again, after a new `enter`, or the run is over. */
export type Verdict = 'again' | 'over';

/** When, how fast and how many at once the requests of one run start. */
export interface Gate {
	/** How many requests may be under way at once, as things stand. */
	readonly size: number;
	/** Waits until a request may start; undefined where none may any more. */
	enter(): Promise<Pass | undefined>;
	/** The request was not sent. */
	leave(pass: Pass): void;
	/**
	 * The service took the request: it was done, or refused for good.
	 *
	 * @param took from its sending to its answer
	 */
	accepted(pass: Pass, limits: Limits, took: number): void;
	/** The service surely refused it, and only for now. */
	refused(pass: Pass, limits: Limits): Verdict;
	/**
	 * A sign that the service is away: 502, 503, 504, no connection, a lost one, no answer in time.
	 *
	 * @param reached whether it can have seen the request
	 */
	troubled(pass: Pass, reached: 'never' | 'perhaps', limits?: Limits): Verdict;
	/** Why nothing is sent any more; undefined while something is, and where the brake was pulled. */
	readonly givenUp: GivenUp | undefined;
}

/** Makes the gate of one run. */
export function createGate(terms: Terms): Gate {
	const { clock, brake, most, minInterval, maxWait, ask, tell } = terms;
	const crowd = createCrowd(most);
	const rate = createRate();
	const quota = createQuota();
	const closure = createClosure(clock.random, ask === undefined);
	const waiting: ((pass: Pass | undefined) => void)[] = [];
	let underWay = 0;
	let number = 0;
	let nextStart = 0;
	let openedAt = -Infinity;
	let progressAt = clock.now();
	let usualTook = 0;
	let askedWait: number | undefined;
	let isAsked = false;
	let toldSpan = 0;
	let wakeAt = Infinity;
	/** Whether it refuses for want of care, and not for the pace. */
	let wasCareless = false;
	let hasAccepted = false;
	let givenUp: GivenUp | undefined;

	const admit = () => {
		for (;;) {
			const next = waiting[0];
			if (next === undefined) return;
			const now = clock.now();
			const isOver = brake.reason !== undefined || givenUp !== undefined;
			if (!isOver && mayAsk(now)) askService(ask);
			const due = isOver ? now : dueAt(now);
			if (due > now) {
				wake(due, now);
				return;
			}
			waiting.shift();
			next(isOver ? undefined : start(now));
		}
	};
	const dueAt = (now: number) => {
		if (crowd.isFull(underWay) || underWay >= rate.mostUnderWay(usualTook)) return Infinity;
		if (closure.reason !== undefined) return Math.max(nextStart, closure.dueAt);
		return Math.max(nextStart, rate.dueAt(now), quota.dueAt(now, underWay));
	};
	const start = (now: number): Pass => {
		const pass = {
			number: ++number,
			at: now,
			others: underWay,
			isProbe: closure.reason !== undefined,
		};
		nextStart = now + minInterval;
		underWay++;
		if (pass.isProbe) closure.probe(true);
		crowd.started(pass);
		rate.started(now);
		return pass;
	};
	/** A wait that goes on and on is told again only when it has doubled. */
	const tellOf = (due: number, now: number) => {
		const span = due - (closure.reason === undefined ? now : closure.since);
		if (due === Infinity || span < Math.max(WORTH_TELLING, 2 * toldSpan)) return;
		toldSpan = span;
		tell(closure.reason ?? 'limit', due - now);
	};
	/** One timer for all: the earliest that is needed. */
	const wake = (due: number, now: number) => {
		tellOf(due, now);
		if (due >= wakeAt) return;
		wakeAt = due;
		void brake.wait(Math.min(LONGEST_TIMER, due - now)).then(() => {
			if (wakeAt === due) wakeAt = Infinity;
			admit();
		});
	};
	const mayAsk = (now: number) =>
		closure.reason === 'harm' &&
		ask !== undefined &&
		!isAsked &&
		Math.max(nextStart, closure.dueAt) <= now;
	const askService = (question: Terms['ask']) => {
		if (question === undefined) return;
		const isAlone = underWay === 0;
		nextStart = clock.now() + minInterval;
		closure.probe(true);
		void question().then((isWell) => {
			closure.probe(false);
			if (isWell) isAsked = true;
			else {
				if (isAlone) crowd.absolve();
				prolong('harm', clock.now(), undefined);
			}
			admit();
		});
	};
	const prolong = (reason: Reason, now: number, wait: number | undefined) => {
		isAsked = false;
		closure.prolong(reason, now, wait);
		const waited = now - Math.max(progressAt, closure.since);
		if (waited > patienceFor(reason)) givenUp ??= { waited: maxWait === 0 ? 0 : waited };
	};
	/** At an address that never took anything, something else may be than a service that is away. */
	const patienceFor = (reason: Reason) =>
		reason !== 'limit' && !hasAccepted ? Math.min(maxWait, LONGEST_FIRST_WAIT) : maxWait;
	const end = (pass: Pass) => {
		underWay--;
		crowd.ended(pass);
		if (pass.isProbe) closure.probe(false);
	};
	const turnAway = (pass: Pass, reason: Reason, limits: Limits): Verdict => {
		const now = clock.now();
		const together = underWay;
		end(pass);
		const isCareless = quota.refused(limits, now);
		const asked = limits.wait ?? (limits.remaining === 0 ? limits.reset : undefined);
		// To be asked to wait for no time is not to be asked.
		const wait = asked === 0 ? undefined : asked;
		if (wait !== undefined && wait > maxWait) givenUp ??= { asked: wait };
		// What was sent before it last opened tells nothing of now.
		if (pass.at >= openedAt) {
			if (pass.isProbe) prolong(reason, now, wait);
			else {
				if (closure.reason === undefined) {
					crowd.beginClosure(together);
					if (reason === 'limit') rate.closed(now);
					wasCareless = isCareless;
					askedWait = undefined;
					isAsked = false;
				}
				closure.close(reason, now, wait, rate.forecast(now));
			}
			askedWait = wait ?? askedWait;
			crowd.blame(pass, pass.isProbe, reason === 'harm');
		}
		admit();
		return givenUp === undefined ? 'again' : 'over';
	};
	const open = (pass: Pass, now: number) => {
		const opening = { since: pass.at, now, wait: askedWait, took: usualTook };
		const isOfPace =
			closure.reason === 'limit' && !wasCareless && (!crowd.isBlamed || rate.isLearned);
		if (isOfPace) rate.reopened(opening);
		else rate.resumed(opening);
		closure.open();
		// It took one although it may have said that it takes no more.
		quota.forget();
		openedAt = now;
		toldSpan = 0;
	};

	return {
		get size() {
			return crowd.limit;
		},
		enter: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				admit();
			}),
		leave(pass) {
			end(pass);
			rate.unstarted();
			admit();
		},
		accepted(pass, limits, took) {
			const now = clock.now();
			end(pass);
			progressAt = now;
			hasAccepted = true;
			usualTook = usualTook === 0 ? took : 0.9 * usualTook + 0.1 * took;
			if (pass.isProbe) open(pass, now);
			else if (closure.reason !== 'limit') closure.relent(now);
			crowd.answered(pass, took, now);
			rate.accepted();
			quota.note(limits, now);
			admit();
		},
		refused: (pass, limits) => turnAway(pass, 'limit', limits),
		troubled: (pass, reached, limits = NO_LIMITS) =>
			turnAway(pass, reached === 'never' ? 'away' : 'harm', limits),
		get givenUp() {
			return givenUp;
		},
	};
}
