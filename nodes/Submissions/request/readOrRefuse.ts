import type { ReadParameter } from './parameters';
import { Refusal } from './refusal';

/** A parameter, or a part of one that can hold an expression of its own. */
export interface Place {
	/** As n8n takes it: `form`, or `fieldData.assignments[0].value`. */
	readonly path: string;
	/** What a person calls it, as a sentence starts. */
	readonly label: string;
}

/**
 * Reads a parameter of one item, and says where an expression fails: what n8n throws at one names no
 * parameter.
 *
 * @param read reads the node's parameters
 * @param itemIndex the item's number, counted from 0
 * @param whole the parameter
 * @param parts where in it the expression may stand, in order; only asked for when reading it fails
 * @throws Refusal naming the first part that fails, or the parameter where none does
 */
export function readOrRefuse(
	read: ReadParameter,
	itemIndex: number,
	whole: Place,
	parts: () => Iterable<Place> = () => [],
): unknown {
	try {
		return read(whole.path, itemIndex);
	} catch (error) {
		for (const part of parts()) {
			try {
				read(part.path, itemIndex);
			} catch (reason) {
				throw failedAt(part, whole, reason);
			}
		}
		throw failedAt(whole, whole, error);
	}
}

function failedAt(place: Place, parameter: Place, error: unknown): Refusal {
	const reason = error instanceof Error ? error.message : String(error);
	return new Refusal(
		parameter.label,
		`${place.label} has an expression that gives no value: ${reason}`,
		'Check the expression, and what it gives for this item.',
	);
}
