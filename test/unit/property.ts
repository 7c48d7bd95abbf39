import fc from 'fast-check';

const RUNS = Number(process.env['FAST_CHECK_RUNS'] ?? 200);

/**
 * Checks that a law holds for random values; a failure names the seed and the smallest counterexample.
 *
 * The environment variable FAST_CHECK_RUNS sets how many values are tried (200 without it).
 *
 * @param values what is tried
 * @param law expectations on one value
 */
export function holdsFor<T>(values: fc.Arbitrary<T>, law: (value: T) => void): void {
	fc.assert(fc.property(values, law), { numRuns: RUNS });
}

/**
 * How long a law that needs promises may take with the many runs of a campaign. Milliseconds; the
 * environment variable LONGEST_LAW makes it shorter.
 */
export const LONGEST_LAW = Number(process.env['LONGEST_LAW'] ?? 600_000);

/**
 * The same for a law that needs promises.
 *
 * @param values what is tried
 * @param law expectations on one value
 */
export async function holdsLaterFor<T>(
	values: fc.Arbitrary<T>,
	law: (value: T) => Promise<void>,
): Promise<void> {
	await fc.assert(fc.asyncProperty(values, law), { numRuns: RUNS });
}
