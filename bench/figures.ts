import type { Look } from './watch.ts';

/** What one run of the measured node took. */
export interface Figures {
	/** From the node's start to its end, in milliseconds, by n8n's own record. */
	readonly wallMs: number;
	/** Processor time of the n8n process meanwhile, in milliseconds. */
	readonly cpuMs: number;
	/** The most resident memory of the n8n process seen meanwhile, in bytes. */
	readonly peakBytes: number;
	/** What of it was added since the node's start, in bytes. */
	readonly addedBytes: number;
	/** The longest that n8n's own API took for an answer meanwhile, in milliseconds. */
	readonly longestStallMs: number;
	/** The most requests under way at once, by the service's record. */
	readonly mostAtOnce: number;
	/** Requests that the service did not accept, by its record. */
	readonly refused: number;
	/** Requests that the service received, by its record. */
	readonly received: number;
}

/** A span of time, in milliseconds since 1970. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/**
 * What a process used and how long it stalled within a span.
 *
 * Processor time is read at the looks nearest to both ends, so it is off by at most two looks.
 *
 * @param looks in order, from before the span to after it
 * @throws Error when the looks do not cover the span
 */
export function useWithin(
	looks: readonly Look[],
	{ start, end }: Span,
): Pick<Figures, 'cpuMs' | 'peakBytes' | 'addedBytes' | 'longestStallMs'> {
	const before = looks.findLast(({ answeredAt }) => answeredAt <= start);
	const after = looks.find(({ answeredAt }) => answeredAt >= end);
	if (before === undefined || after === undefined) {
		throw new Error('The process was not watched from before the run to after it');
	}
	const during = looks.filter(
		({ askedAt, answeredAt }) => askedAt <= after.askedAt && answeredAt >= start,
	);
	const peakBytes = Math.max(...during.map(({ residentBytes }) => residentBytes));
	return {
		cpuMs: after.cpuMs - before.cpuMs,
		peakBytes,
		addedBytes: peakBytes - before.residentBytes,
		longestStallMs: Math.max(
			...during.map(({ askedAt, answeredAt }) => answeredAt - Math.max(askedAt, start)),
		),
	};
}
