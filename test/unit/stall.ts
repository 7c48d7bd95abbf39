import { runInNewContext } from 'node:vm';

/** Far beyond what anything here takes, and far below what a stall takes. Milliseconds. */
const LONGEST = 10_000;

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
