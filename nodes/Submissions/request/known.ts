import type { Operation } from '../description/operations';
import { namedReader } from './namedReader';
import type { ReadParameter } from './parameters';
import { readPermalinks, readOperation } from './submissionRequest';

/** What is known of an item for which no request was made. */
export interface Known {
	readonly operation: string | null;
	readonly form: string | null;
	readonly submission: string | null;
}

export const NOTHING_KNOWN: Known = { operation: null, form: null, submission: null };

/**
 * Reads of an item what can be read, so that a person can tell which one it was.
 *
 * @param read reads the node's parameters
 * @param itemIndex the item's number, counted from 0
 * @param operations those that there are
 * @returns null for what cannot be read; it never throws
 */
export function readKnown(
	read: ReadParameter,
	itemIndex: number,
	operations: readonly Operation[],
): Known {
	const readNamed = namedReader(read, itemIndex);
	try {
		const operation = readOperation(readNamed('operation', 'Operation'), operations);
		const known = { ...NOTHING_KNOWN, operation: operation.value };
		try {
			const { form, submission } = readPermalinks(readNamed, operation, operations);
			return { ...known, form: form.permalink, submission: submission?.permalink ?? null };
		} catch {
			return known;
		}
	} catch {
		return NOTHING_KNOWN;
	}
}
