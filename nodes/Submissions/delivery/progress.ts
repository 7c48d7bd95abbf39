import type { Logger } from 'n8n-workflow';

/** Shorter runs are over before anybody looks. */
const SHORTEST_RUN = 500;

const STEPS = 10;

/**
 * Makes a function that is told of each item that is through, and writes a line to n8n's log at each
 * tenth of a long run.
 *
 * @param count how many items the run has
 * @param logger n8n's log
 */
export function createProgress(count: number, logger: Logger): () => void {
	if (count < SHORTEST_RUN) return () => undefined;
	let through = 0;
	return () => {
		through++;
		const step = Math.floor((through * STEPS) / count);
		if (step === Math.floor(((through - 1) * STEPS) / count)) return;
		logger.info(`Submissions: ${through} of ${count} items are through`);
	};
}
