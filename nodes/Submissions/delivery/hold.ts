import type { Outcome } from '../response/outcome';
import type { Brake } from './brake';

/** What a run keeps it keeps in memory until its end, and n8n cannot save an execution of twice as much. */
const MOST_HELD = 256 * 1024 * 1024;

/**
 * Ends a run that holds as much of its answers as n8n has room for.
 *
 * @param brake the run's brake
 * @returns is told of each outcome that is kept
 */
export function createHold(brake: Brake): (outcome: Outcome | undefined) => void {
	let held = 0;
	return (outcome) => {
		if (outcome === undefined) return;
		held += weightOf(outcome.kind === 'failed' ? outcome.failure : outcome.items);
		if (held > MOST_HELD) brake.pull('heldTooMuch');
	};
}

/** What a value takes in memory besides its text, in bytes, as a rule. */
const OF_A_VALUE = 32;

/**
 * About how many bytes a value takes in memory, with all that it holds.
 *
 * @param value made of lists, plain objects and texts, and not nested without end
 */
function weightOf(value: unknown): number {
	if (typeof value === 'string') return OF_A_VALUE + value.length;
	if (typeof value !== 'object' || value === null) return OF_A_VALUE;
	let weight = OF_A_VALUE;
	if (Array.isArray(value)) {
		for (const inner of value) weight += weightOf(inner);
		return weight;
	}
	for (const [key, inner] of Object.entries(value)) weight += key.length + weightOf(inner);
	return weight;
}
