import { Refusal } from '../../nodes/Submissions/request/refusal.ts';

/**
 * The refusal that some work ends in.
 *
 * @param work what must be refused
 * @throws Error where it is not refused, or ends in another way
 */
export function refusalOf(work: () => unknown): Refusal {
	let result: unknown;
	try {
		result = work();
	} catch (error) {
		if (error instanceof Refusal) {
			// Whatever is refused says what to do, in whole sentences; an address may end one.
			expect(error.remedy).toMatch(/^[A-Z"].*(?:\.|:\d+)$/s);
			return error;
		}
		throw new Error(`It was not refused but ended in: ${String(error)}`, { cause: error });
	}
	throw new Error(`It was not refused but gave: ${JSON.stringify(result)}`);
}

/** Everything that a person gets to see of a refusal. */
export function wordsOf({ message, remedy }: Refusal): string {
	return `${message} ${remedy}`;
}
