import type { clock } from '../../nodes/Submissions/delivery/clock.ts';

declare global {
	/** The clock of the built node, given to tests by their environment. */
	const deliveryClock: typeof clock;
}
