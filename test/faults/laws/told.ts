import type { Seen } from '../facts.ts';
import type { Saying } from './answers.ts';
import { sayingOf } from './answers.ts';
import type { Law, Run } from './law.ts';
import { lastState, latestFor, mayForget, requestsFor } from './law.ts';

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
		: writesWith(run, 'no').flatMap(({ index, operation, name, last, times }) =>
				!isHeard(last) || times > 1 || name === 'refused' || NOT_THERE.has(last.status ?? 0)
					? []
					: [`Item ${index} (${operation}) is reported ${name} after a definite no`],
			);

/** Whether the node heard of an answer as much as it takes to know it: of a refusal, its status. */
function isHeard({ atClient, status = 0 }: Seen): boolean {
	return atClient.came === 'whole' || (atClient.came === 'head' && status >= 300);
}

/** Whether the server saw each request that was sent, and knows for which item. */
function isWhollyKnown({ plan, facts, sent, cancelledAt }: Run): boolean {
	const isTold = facts.seen.every(({ item }) => item !== undefined);
	const isSeen = facts.seen.length === sent.length;
	return isTold && isSeen && cancelledAt === undefined && !mayForget(plan);
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
			? [{ index, operation, name, last, times }]
			: [];
	});
}
