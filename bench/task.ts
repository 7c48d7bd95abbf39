/** What one measurement has to do, the same for every contender. */
export interface Task {
	readonly operation: 'create' | 'get';
	/** Input items, at least 1. */
	readonly items: number;
	/** Fields of a create, each mapped by one expression; a get has one expression, its permalink. */
	readonly fields: number;
	/** How long each value of a create is, in characters; as short as it comes where not told. */
	readonly valueCharacters?: number | undefined;
	/** How long the service takes for an answer, in milliseconds. */
	readonly delayMs: number;
	/** How many requests are to be under way at once; whatever a node does by itself where not told. */
	readonly atOnce?: number | undefined;
	/** Whether the service is asked over HTTPS; over HTTP where not told. */
	readonly secure?: boolean | undefined;
}

/** The name of a field by its number, from 0. */
export function fieldName(index: number): string {
	return `field${String(index + 1).padStart(2, '0')}`;
}

/** A task in a few words, for a line of progress or of a table. */
export function taskLabel(task: Task): string {
	return `${task.operation} ${task.items.toLocaleString('en')}${contentLabel(task)}, ${atOnceLabel(task)}`;
}

function contentLabel({ operation, fields, valueCharacters, delayMs, secure }: Task): string {
	const mapped = operation === 'create' ? `, ${String(fields)} expressions` : '';
	const size =
		valueCharacters === undefined ? '' : ` of ${String((fields * valueCharacters) / 1_000)} KB`;
	return `${mapped}${size}, ${String(delayMs)} ms${secure === true ? ', HTTPS' : ''}`;
}

function atOnceLabel({ atOnce }: Task): string {
	return atOnce === undefined ? 'default settings' : `${String(atOnce)} at once`;
}

/** How many fields the items of a long run have. */
export const CREATE_FIELDS = 5;
