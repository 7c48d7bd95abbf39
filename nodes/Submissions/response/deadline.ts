/** n8n's own client ends by itself when the time is up, and knows best how far it came. In milliseconds. */
export const GRACE = 1000;

/** The time that an exchange with the service has. */
export interface Deadline {
	/** Is aborted when the time is up. */
	readonly signal: AbortSignal;
	/** Has somebody told of that, at once where it is up already. */
	tell(listener: () => void): void;
	tellNoMore(listener: () => void): void;
}

/** @param span how long the whole exchange may take, in milliseconds */
export function deadlineIn(span: number): Deadline {
	const signal = AbortSignal.timeout(span);
	// One listener for all: one for each is a hundredth of what this node costs n8n.
	const told = new Set<() => void>();
	const tellAll = () => {
		for (const listener of told) listener();
	};
	return {
		signal,
		tell(listener) {
			if (told.size === 0) signal.addEventListener('abort', tellAll);
			told.add(listener);
			if (signal.aborted) listener();
		},
		tellNoMore(listener) {
			told.delete(listener);
			// What is listened to stays in memory until its time is up.
			if (told.size === 0) signal.removeEventListener('abort', tellAll);
		},
	};
}

/**
 * Waits for some work, but no longer than its time.
 *
 * @param work what is under way; whatever becomes of it later is passed over
 * @param deadline when its time is up
 * @param grace how much longer to wait than that, in milliseconds: whoever has not ended by then never will
 */
export async function orLate<T>(
	work: Promise<T>,
	deadline: Deadline,
	grace = 0,
): Promise<T | 'late'> {
	let giveUp: () => void = () => undefined;
	const lateness = new Promise<'late'>((resolve) => {
		const isLate = () => {
			resolve('late');
		};
		giveUp = () => {
			if (grace === 0) isLate();
			else AbortSignal.timeout(grace).addEventListener('abort', isLate);
		};
		deadline.tell(giveUp);
	});
	try {
		return await Promise.race([work, lateness]);
	} finally {
		deadline.tellNoMore(giveUp);
	}
}
