import type { Saying } from './answers.ts';
import { sayingOf } from './answers.ts';
import type { Law, Run } from './law.ts';
import { arrivesAtOnce, lastState, latestFor, mayForget, requestsFor } from './law.ts';

/** A write whose last answer leaves open whether it was carried out is told as unknown. */
export const doubtIsTold: Law = (run) =>
	writesWith(run, 'open').flatMap(({ index, operation, name }) =>
		name === 'unknown'
			? []
			: [`Item ${index} (${operation}) is reported ${name} after an answer that leaves it open`],
	);

/**
 * A write that was sent once, to a definite no, is told as refused: nobody has to look for it. With a
 * key, an earlier execution may have sent it too, and nobody knows what became of that.
 */
export const noIsTold: Law = (run) =>
	!isWhollyKnown(run)
		? []
		: writesWith(run, 'no').flatMap(({ index, operation, name, status = 0, times }) =>
				times > 1 || name === 'refused' || NOT_THERE.has(status)
					? []
					: [`Item ${index} (${operation}) is reported ${name} after a definite no`],
			);

/** Whether each request that was sent came to the server, and each answer that it gave to the node. */
function isWhollyKnown({ plan, facts, cancelledAt }: Run): boolean {
	const isTold = facts.seen.every(({ item }) => item !== undefined);
	return isTold && arrivesAtOnce(plan) && cancelledAt === undefined && !mayForget(plan);
}

/** What the user can have reported instead. */
const NOT_THERE = new Set([404, 410]);

/** The writes whose last answer says this, with what the node said of them. */
function writesWith(run: Run, saying: Saying) {
	return run.plan.items.flatMap(({ index, operation }) => {
		const last = latestFor(run, index).at(-1);
		const times = requestsFor(run, index).length;
		const name = lastState(run, index)?.name;
		return operation !== 'get' &&
			last !== undefined &&
			name !== undefined &&
			sayingOf(run.plan, last) === saying
			? [{ index, operation, name, status: last.status, times }]
			: [];
	});
}
