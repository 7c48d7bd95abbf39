/** n8n's own client ends by itself when the time is up, and knows best how far it came. In milliseconds. */
const GRACE = 1000;

/** The time that an exchange with the service has. */
export interface Deadline {
	/** Is aborted when the time is up. */
	readonly signal: AbortSignal;
	/** Is aborted a moment later: whoever has not ended by then never will. */
	readonly last: AbortSignal;
}

/** @param span how long the whole exchange may take, in milliseconds */
export function deadlineIn(span: number): Deadline {
	return { signal: AbortSignal.timeout(span), last: AbortSignal.timeout(span + GRACE) };
}

/**
 * Waits for some work, but no longer than its time.
 *
 * @param work what is under way; whatever becomes of it later is passed over
 * @param end is aborted when the time is up
 */
export async function orLate<T>(work: Promise<T>, end: AbortSignal): Promise<T | 'late'> {
	let giveUp: () => void = () => undefined;
	const lateness = new Promise<'late'>((resolve) => {
		giveUp = () => {
			resolve('late');
		};
		end.addEventListener('abort', giveUp);
		if (end.aborted) giveUp();
	});
	try {
		return await Promise.race([work, lateness]);
	} finally {
		// What listens would keep the whole answer in memory until the time is up.
		end.removeEventListener('abort', giveUp);
	}
}
