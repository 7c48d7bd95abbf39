import { clock } from './clock';

/** How long a run may work without a rest, in milliseconds. */
const LONGEST_HOLD = 15;

/**
 * Rests where a run has worked for long, so that everything else in n8n has its turn once.
 *
 * @returns is over after the rest; undefined where none is due
 */
export type Rest = () => Promise<void> | undefined;

/**
 * Makes the rests of one run. All that waits for one has the same, since rests of their own would be
 * over in the same moment: whoever goes on first looks again before the next does.
 */
export function createRest(): Rest {
	let heldSince = clock.now();
	let resting: Promise<void> | undefined;
	const rest = async () => {
		await clock.sleep(0);
		heldSince = clock.now();
		resting = undefined;
	};
	return () => (clock.now() - heldSince > LONGEST_HOLD ? (resting ??= rest()) : undefined);
}

/**
 * Does something once no rest is due. It is done in the same moment in which that is known: between the
 * two, everybody else who waits would find that none is due.
 *
 * @param rest of the run
 * @param work what is to be done
 */
export async function afterRest<T>(rest: Rest, work: () => T): Promise<T> {
	for (let due = rest(); due !== undefined; due = rest()) await due;
	return work();
}
