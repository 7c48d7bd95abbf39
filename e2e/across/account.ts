import { z } from 'zod';
import { itemsOf, type Execution } from '../execution.ts';
import { CREATE, KEY } from './workflows.ts';

/** What the last execution says of the rows, and what the service stored of them. */
export interface Account {
	/** Rows that an execution calls done and that are not stored. */
	readonly lost: readonly string[];
	/** Rows that are stored more than once. */
	readonly doubled: readonly string[];
	/** Rows that the last execution calls unknown. */
	readonly unknown: readonly string[];
	/** Rows that the last execution neither has, nor calls unknown. */
	readonly notThrough: readonly string[];
}

const doneSchema = z.union([
	z.object({ created: z.literal(true) }),
	z.object({ alreadyCreated: z.literal(true) }),
]);
const failedSchema = z.object({ details: z.object({ outcome: z.string() }) });

/**
 * Holds what the last execution over some rows says against the store.
 *
 * @param names of all rows, in order
 * @param execution the last one; one that stopped says nothing of single rows
 * @param stored the field {@link KEY} of every submission
 */
export function accountOf(
	names: readonly string[],
	execution: Execution,
	stored: readonly string[],
): Account {
	const times = timesOf(stored);
	const said = new Map(
		itemsOf(execution, CREATE).map(({ json }, index) => [names[index] ?? '', outcomeOf(json)]),
	);
	const where = (outcome: string) => names.filter((name) => said.get(name) === outcome);
	return {
		lost: where('done').filter((name) => !times.has(name)),
		doubled: names.filter((name) => (times.get(name) ?? 0) > 1),
		unknown: where('unknown'),
		notThrough: names.filter((name) => !['done', 'unknown'].includes(said.get(name) ?? '')),
	};
}

function outcomeOf(json: Readonly<Record<string, unknown>>): string {
	if (doneSchema.safeParse(json).success) return 'done';
	// Where the node breaks down, n8n passes the input on: then nothing is said.
	return failedSchema.safeParse(json).data?.details.outcome ?? 'none';
}

/** How often each row is stored. */
export function timesOf(stored: readonly string[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const name of stored) times.set(name, (times.get(name) ?? 0) + 1);
	return times;
}

/** The names of some rows. */
export function namesOf(rows: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${rows}-${index}`);
}

/** The rows that the service stored. */
export function rowsIn(
	submissions: readonly { readonly data: Record<string, unknown> }[],
): string[] {
	return submissions.map(({ data }) => String(data[KEY]));
}
