import { GarbledValue } from './garbledValue';
import type { ReadParameter } from './parameters';
import { Refusal } from './refusal';

/** A part of a parameter that can hold an expression of its own. */
export interface Place {
	/** As n8n takes it, such as `fieldData.assignments[0].value`. */
	readonly path: string;
	/** What a person calls it, as a sentence starts. */
	readonly label: string;
}

/**
 * Reads a parameter of one item.
 *
 * @param path as n8n takes it, such as `form`
 * @param label what a person calls it
 * @param parts where in it an expression may stand, in order; only asked for when reading it fails
 * @throws Refusal naming the first part whose expression fails, or the parameter where none does
 */
export type ReadNamed = (path: string, label: string, parts?: () => Iterable<Place>) => unknown;

/**
 * Makes a reader that says where an expression fails: what n8n throws at one names no parameter.
 *
 * @param read reads the node's parameters
 * @param itemIndex the item's number, counted from 0
 */
export function namedReader(read: ReadParameter, itemIndex: number): ReadNamed {
	return (path, label, parts = () => []) => {
		try {
			return read(path, itemIndex);
		} catch (error) {
			for (const part of parts()) {
				try {
					read(part.path, itemIndex);
				} catch (reason) {
					throw failedAt(part.label, label, reason);
				}
			}
			throw failedAt(label, label, error);
		}
	};
}

function failedAt(place: string, parameter: string, error: unknown): Refusal {
	if (error instanceof GarbledValue) {
		return new Refusal(
			parameter,
			`${place} has an expression that n8n garbles: ${error.message}.`,
			error.remedy,
		);
	}
	const reason = error instanceof Error ? error.message : String(error);
	return new Refusal(
		parameter,
		`${place} has an expression that gives no value: ${reason}`,
		'Check the expression, and what it gives for this item.',
	);
}
