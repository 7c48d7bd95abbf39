import type { KeptSubmission, ReceivedRequest } from '../../e2e/sandbox.ts';
import type { Item } from '../../e2e/execution.ts';
import { fieldName } from '../task.ts';

/** What became of the items, by the service's own record. */
export interface Tally {
	/** Items that the service has at least once. */
	readonly filed: number;
	/** Submissions that it has of an item beyond the first. */
	readonly doubled: number;
	/** Requests that it answered with 400 or above. */
	readonly refused: number;
	/** Requests that it received. */
	readonly received: number;
}

/**
 * Counts what a service has and was asked.
 *
 * @param submissions all that it has
 * @param seeded permalinks of those that were there before
 */
export function tally(
	submissions: readonly KeptSubmission[],
	seeded: ReadonlySet<string>,
	requests: readonly ReceivedRequest[],
): Tally {
	const created = submissions.filter(({ permalink }) => !seeded.has(permalink));
	const items = new Set(created.map(({ data }) => data[fieldName(0)]));
	return {
		filed: items.size,
		doubled: created.length - items.size,
		refused: requests.filter(({ status }) => status !== undefined && status >= 400).length,
		received: requests.length,
	};
}

/** How many items came out of the node with the word that it is not known whether they are filed. */
export function unknownAmong(items: readonly Item[]): number {
	return items.filter(({ json: { details } }) => isUnknown(details)).length;
}

function isUnknown(details: unknown): boolean {
	return (
		typeof details === 'object' &&
		details !== null &&
		'outcome' in details &&
		details.outcome === 'unknown'
	);
}
