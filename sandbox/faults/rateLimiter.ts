import type { FaultSettings } from './rule.ts';

/**
 * Allows so many requests in each window of time.
 * @param now milliseconds of a clock that never goes back
 * @returns a function that counts a request and says how many seconds to wait, 0 where it may pass
 */
export function rateLimiter(
	{ requests, windowMs }: NonNullable<FaultSettings['rateLimit']>,
	now: () => number,
): () => number {
	let start = now();
	let count = 0;
	return () => {
		const time = now();
		if (time - start >= windowMs) {
			start = time;
			count = 0;
		}
		count += 1;
		return count <= requests ? 0 : Math.max(1, Math.ceil((start + windowMs - time) / 1000));
	};
}
