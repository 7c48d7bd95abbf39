import { runInNewContext } from 'node:vm';

/** Far beyond what anything here takes, and far below what a stall takes. Milliseconds. */
const LONGEST = 10_000;

/** A share of the usual length of long texts, for when each step through them is counted. */
const LENGTH = Number(process.env['LONG_TEXTS'] ?? 1);

/**
 * How often something is repeated in a text that is to be long.
 *
 * The environment variable LONG_TEXTS makes them shorter (0.01: a hundredth).
 *
 * @param times how often, without it
 */
export function many(times: number): number {
	return Math.ceil(times * LENGTH);
}

/**
 * Does some work that must come to an end by itself; a stall is broken off and fails the test.
 *
 * @param work the work, which must not wait for anything
 * @returns what it gives
 */
export function withoutStall<T>(work: () => T): T {
	const results: T[] = [];
	const doWork = () => {
		results.push(work());
	};
	runInNewContext('doWork()', { doWork }, { timeout: LONGEST });
	const [result] = results;
	return result as T;
}
