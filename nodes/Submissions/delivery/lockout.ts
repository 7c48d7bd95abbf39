import type { Answer, Fault } from '../response/answer';
import type { Brake } from './brake';

/** After so many refusals the next ones are certain, and some services lock an account that goes on. */
const MOST_IN_A_ROW = 5;

/**
 * Makes a function that is told of everything that comes back for a run's requests, and ends the run
 * where the credentials are refused again and again with nothing else between.
 *
 * @param brake the run's brake
 */
export function createLockout(brake: Brake): (reply: Answer | Fault) => void {
	let inARow = 0;
	return (reply) => {
		if (reply.kind === 'fault') return;
		inARow = reply.statusCode === 401 ? inARow + 1 : 0;
		if (inARow === MOST_IN_A_ROW) brake.pull('lockedOut');
	};
}
