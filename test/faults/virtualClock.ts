import { setTimeout as delay } from 'node:timers/promises';

import type { clock } from '../../nodes/Submissions/delivery/clock.ts';

/**
 * Makes the node's waits shorter and lets its clock jump to where each of them would have ended, so
 * that spans measured by it stay as long as they were asked for. The wall clock stays as it is.
 *
 * @param nodeClock the clock of the node, which is changed
 * @param speed how many times shorter a wait becomes
 */
export function shortenWaits(nodeClock: typeof clock, speed: number): void {
	let jumped = 0;
	const now = () => performance.now() + jumped;
	nodeClock.now = now;
	nodeClock.sleep = async (span, ended) => {
		const end = now() + span;
		const isOver = await delay(span / speed, true, ended && { signal: ended }).catch(() => false);
		if (isOver) jumped += Math.max(0, end - now());
	};
}
