import type { Outcome } from '../response/outcome';
import { weightOf } from '../response/weight';
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
