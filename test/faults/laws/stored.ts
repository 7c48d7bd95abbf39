import type { Seen } from '../facts.ts';
import { sayingOf } from './answers.ts';
import type { Law, Run } from './law.ts';
import { lastState, latestFor, mayRepeat, requestsFor } from './law.ts';

/** Nothing is reported done that is not stored, changed, deleted or read. */
export const doneIsStored: Law = (run) =>
	run.plan.items.flatMap(({ index, operation, submission }) => {
		const state = lastState(run, index);
		if (state?.name !== 'done') return [];
		const problem = isTrue(run, index, state.found, state.permalink);
		return problem
			? []
			: [`Item ${index} (${operation} ${submission ?? ''}) is reported done and is not`];
	});

function isTrue(
	run: Run,
	item: number,
	found: boolean | undefined,
	permalink: string | null | undefined,
): boolean {
	const planned = run.plan.items[item];
	const requests = requestsFor(run, item);
	const maySayNotFound = run.plan.options.ifNotFound === 'report';
	const wasNotFound = maySayNotFound && requests.some(saysNotThere);
	if (found === false || (found === undefined && wasNotFound)) return wasNotFound;
	switch (planned?.operation) {
		case 'create':
			return run.facts.created.some(
				(created) =>
					created.item === item && (permalink ?? created.permalink) === created.permalink,
			);
		case 'update':
			return permalink !== null && requests.some(({ stored }) => stored);
		case 'get':
			return requests.some((request) => sayingOf(run.plan, request) === 'yes');
		case 'delete': {
			const target = run.facts.targets.get(planned.submission ?? '');
			return target?.deleted !== null;
		}
		default:
			return false;
	}
}

/** A submission that never was, or is no more. */
function saysNotThere({ status }: Seen): boolean {
	return status === 404 || status === 410;
}

/** Nothing is stored and reported refused, failed or not sent. */
export const storedIsTold: Law = (run) =>
	run.plan.items.flatMap(({ index, operation }) => {
		const name = lastState(run, index)?.name;
		const saysNothingWasDone = name === 'refused' || name === 'notSent' || name === 'failed';
		const stored = latestFor(run, index).filter((request) => request.stored);
		return saysNothingWasDone && stored.length > 0
			? [`Item ${index} (${operation}) is reported ${name} and was carried out`]
			: [];
	});

/** Nothing is stored twice, unless the user allowed to repeat what may have been carried out. */
export const storedOnce: Law = (run) =>
	run.plan.items.flatMap(({ index, operation }) => {
		const times = requestsFor(run, index).filter(({ stored }) => stored).length;
		return times > 1 && !mayRepeat(run.plan, index)
			? [`Item ${index} (${operation}) was carried out ${times} times`]
			: [];
	});

/**
 * A write that may have been carried out is not sent again, unless the user allowed it: not only where
 * the first one was stored, since the node could not know.
 */
export const unknownIsNotRepeated: Law = (run) =>
	run.plan.items.flatMap(({ index, operation }) => {
		if (mayRepeat(run.plan, index)) return [];
		const requests = requestsFor(run, index);
		const lost = requests.findIndex(
			(request) => request.stored || sayingOf(run.plan, request) === 'open',
		);
		return lost !== -1 && lost < requests.length - 1
			? [`Item ${index} (${operation}) was sent again though it may have been carried out`]
			: [];
	});
