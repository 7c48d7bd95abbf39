/** What one measurement has to do, the same for every contender. */
export interface Task {
	readonly operation: 'create' | 'get';
	/** Input items, at least 1. */
	readonly items: number;
	/** Fields of a create, each mapped by one expression; a get has one expression, its permalink. */
	readonly fields: number;
	/** How long the service takes for an answer, in milliseconds. */
	readonly delayMs: number;
	/** How many requests are to be under way at once. */
	readonly atOnce: number;
}

/** The name of a field by its number, from 0. */
export function fieldName(index: number): string {
	return `field${String(index + 1).padStart(2, '0')}`;
}

/** A task in a few words, for a line of progress or of a table. */
export function taskLabel({ operation, items, fields, delayMs, atOnce }: Task): string {
	const mapped = operation === 'create' ? `, ${String(fields)} expressions` : '';
	return `${operation} ${items.toLocaleString('en')}${mapped}, ${String(delayMs)} ms, ${String(atOnce)} at once`;
}

/** How many fields the items of a long run have. */
export const CREATE_FIELDS = 5;
