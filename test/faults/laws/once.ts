import { defaults } from '../plan.ts';
import { saysNotNow } from './answers.ts';
import type { Law } from './law.ts';
import { bindingFrom, mayForget, mayRepeat, requestsFor } from './law.ts';

/** An item that is done in a try is never sent again in a later one. */
export const doneIsKept: Law = (run) =>
	run.told.flatMap(({ states }, tryNumber) =>
		run.plan.items.flatMap(({ index, operation }) => {
			if (states[index]?.name !== 'done' || tryNumber < bindingFrom(run, index)) return [];
			const isOfOther = run.last.by === 'trigger' && tryNumber < run.last.from;
			if (isOfOther && mayForget(run.plan) && mayRepeat(run.plan, index)) return [];
			const again = requestsFor(run, index).filter((request) => request.tryNumber > tryNumber);
			return again.length > 0
				? [`Item ${index} (${operation}) is done in try ${tryNumber + 1} and sent again`]
				: [];
		}),
	);

/** No item is sent more often than the user allows, in each try; being told "not now" is no attempt. */
export const attemptsAreLimited: Law = (run) => {
	const { plan, told } = run;
	const most = plan.options.maxAttempts ?? defaults.maxAttempts;
	return plan.items.flatMap(({ index, operation }) => {
		const requests = requestsFor(run, index);
		const inTries = told.map(
			(_, tryNumber) =>
				requests.filter((seen) => seen.tryNumber === tryNumber && !saysNotNow(seen)).length,
		);
		return inTries.some((sent) => sent > most)
			? [`Item ${index} (${operation}) is sent ${inTries.join()} times in its tries, not ${most}`]
			: [];
	});
};

/** What is unknown and may not be repeated is told the same way in every later try. */
export const unknownIsKept: Law = (run) =>
	run.told.flatMap(({ states }, tryNumber) =>
		run.plan.items.flatMap(({ index, operation }) => {
			if (states[index]?.name !== 'unknown' || mayRepeat(run.plan, index)) return [];
			if (tryNumber < bindingFrom(run, index)) return [];
			const isOfOther = run.last.by === 'trigger' && tryNumber < run.last.from;
			const later = run.told.slice(tryNumber + 1).map((told) => told.states[index]?.name);
			// A run from the trigger asks for an item's key when its turn comes, and may end before.
			return later.some((name) => name !== 'unknown' && !(isOfOther && name !== 'done'))
				? [
						`Item ${index} (${operation}) is unknown in try ${tryNumber + 1} and ${later.join()} later`,
					]
				: [];
		}),
	);
