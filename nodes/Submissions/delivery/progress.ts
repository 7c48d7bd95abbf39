import type { Logger } from 'n8n-workflow';

import { clock } from './clock';
import type { Reason } from './closure';

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

/** Why a run waits, as its log says it. */
const WAITS: Readonly<Record<Reason, string>> = {
	limit: 'the service takes no more requests for now',
	away: 'the service cannot be reached',
	harm: 'the service does not answer',
};

/**
 * Makes a function that writes to n8n's log why a run waits, and until when.
 *
 * @param logger n8n's log
 */
export function createWaitLog(logger: Logger): (reason: Reason, span: number) => void {
	return (reason, span) => {
		const until = new Date(clock.date() + span).toISOString();
		logger.info(`Submissions: waiting until ${until}, since ${WAITS[reason]}`);
	};
}
