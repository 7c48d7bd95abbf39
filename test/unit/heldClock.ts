import { clock } from '../../nodes/Submissions/delivery/clock.ts';

/** Time that stands still until a test moves it. */
export interface HeldClock {
	/** Every wait that was asked for, in milliseconds, in order. */
	readonly waits: number[];
	/** Lets time pass, and wakes who waited long enough, in the order of their times. */
	pass(span: number): Promise<void>;
}

interface Sleeper {
	readonly until: number;
	readonly wake: () => void;
}

/** Puts a clock in place of the real one; `restoreClock` puts that back. */
export function holdClock(): HeldClock {
	let now = 0;
	let sleepers: Sleeper[] = [];
	const waits: number[] = [];
	clock.now = () => now;
	clock.date = () => now;
	clock.sleep = (span, ended) => {
		waits.push(span);
		return new Promise((resolve) => {
			const sleeper = { until: now + span, wake: resolve };
			sleepers.push(sleeper);
			ended?.addEventListener('abort', () => {
				sleepers = sleepers.filter((other) => other !== sleeper);
				resolve();
			});
		});
	};
	return {
		waits,
		async pass(span) {
			const end = now + span;
			for (;;) {
				await settle();
				const due = sleepers.filter(({ until }) => until <= end);
				const next = due.sort((one, other) => one.until - other.until)[0];
				if (next === undefined) break;
				now = Math.max(now, next.until);
				sleepers = sleepers.filter((sleeper) => sleeper !== next);
				next.wake();
			}
			now = end;
		},
	};
}

const real = { ...clock };

/** Puts the real clock back. */
export function restoreClock(): void {
	Object.assign(clock, real);
}

/** The time limits that were asked for since the test began, in milliseconds, and what ends each. */
export interface HeldLimits {
	readonly spans: number[];
	readonly ends: AbortController[];
}

/** Lets no time limit come to its end by itself, in any test of the file or block. */
export function useHeldLimits(): HeldLimits {
	const held: HeldLimits = { spans: [], ends: [] };
	beforeEach(() => {
		held.spans.splice(0);
		held.ends.splice(0);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((span) => {
			const end = new AbortController();
			held.spans.push(span);
			held.ends.push(end);
			return end.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());
	return held;
}

/** Lets everything run that waits for nothing but promises. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

/** A promise that a test fulfils by hand. */
export interface Held<T> {
	readonly promise: Promise<T>;
	readonly fulfil: (value: T) => void;
	readonly refuse: (error: Error) => void;
}

/** Makes one. */
export function held<T = void>(): Held<T> {
	let fulfil: (value: T) => void = () => undefined;
	let refuse: (error: Error) => void = () => undefined;
	const promise = new Promise<T>((resolve, reject) => {
		fulfil = resolve;
		refuse = reject;
	});
	return { promise, fulfil, refuse };
}
