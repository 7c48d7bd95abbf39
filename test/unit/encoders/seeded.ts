import { randomInt } from 'node:crypto';

import fc from 'fast-check';

const RUNS = Number(process.env['FAST_CHECK_RUNS'] ?? 10_000);
const SEED = process.env['FAST_CHECK_SEED'];

/**
 * A test that a law holds for random values. Each run prints its seed, so that any of them can be run
 * again: FAST_CHECK_SEED sets the seed, FAST_CHECK_RUNS how many values are tried (10,000 without it).
 *
 * @param law what holds, as the title of the test
 * @param values what is tried
 * @param check expectations on one value
 */
export function holds<T>(
	law: string,
	values: fc.Arbitrary<T>,
	check: (value: T) => void | Promise<void>,
): void {
	test(
		law,
		async () => {
			const seed = SEED === undefined ? randomInt(2 ** 31) : Number(SEED);
			process.stdout.write(`${law}: ${RUNS} cases, seed ${seed}\n`);
			await fc.assert(
				fc.asyncProperty(values, async (value) => {
					await check(value);
				}),
				{ seed, numRuns: RUNS },
			);
		},
		300_000,
	);
}
