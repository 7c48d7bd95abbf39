import type { Brake } from './brake';
import { clock } from './clock';

/** When the next request of a run may start. */
export interface Pace {
	/** Waits until a request may start, or the brake is pulled. */
	turn(): Promise<void>;
	/**
	 * Lets no request start for a while, in any lane; a pause that ends later stays.
	 *
	 * @param span milliseconds from now
	 */
	pause(span: number): void;
}

/**
 * Makes the pace of one run.
 *
 * @param minInterval the least time between two starts, in milliseconds
 * @param brake the run's brake
 */
export function createPace(minInterval: number, brake: Brake): Pace {
	let nextStart = 0;
	let pausedUntil = 0;
	return {
		async turn() {
			for (;;) {
				// Looked at again after each wait: another lane may have started, or a pause been called.
				const span = Math.max(nextStart, pausedUntil) - clock.now();
				if (brake.reason !== undefined) return;
				if (span <= 0) {
					nextStart = clock.now() + minInterval;
					return;
				}
				await brake.wait(span);
			}
		},
		pause(span) {
			pausedUntil = Math.max(pausedUntil, clock.now() + span);
		},
	};
}
