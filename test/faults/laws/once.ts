import { defaults } from '../plan.ts';
import type { Law } from './law.ts';
import { mayRepeat, requestsFor } from './law.ts';

/** An item that is done in a try is never sent again in a later one. */
export const doneIsKept: Law = (run) =>
	run.told.flatMap(({ states }, tryNumber) =>
		run.plan.items.flatMap(({ index, operation }) => {
			if (states[index]?.name !== 'done') return [];
			const again = requestsFor(run, index).filter((request) => request.tryNumber > tryNumber);
			return again.length > 0
				? [`Item ${index} (${operation}) is done in try ${tryNumber + 1} and sent again`]
				: [];
		}),
	);

/** No item is sent more often in a try than the user allows. */
export const attemptsAreLimited: Law = (run) => {
	const most = run.plan.options.maxAttempts ?? defaults.maxAttempts;
	return run.plan.items.flatMap(({ index, operation }) =>
		run.told.flatMap((_, tryNumber) => {
			const sent = requestsFor(run, index).filter((seen) => seen.tryNumber === tryNumber).length;
			return sent > most
				? [
						`Item ${index} (${operation}) is sent ${sent} times in try ${tryNumber + 1}, not ${most}`,
					]
				: [];
		}),
	);
};

/** What is unknown and may not be repeated is told the same way in every later try. */
export const unknownIsKept: Law = (run) =>
	run.told.flatMap(({ states }, tryNumber) =>
		run.plan.items.flatMap(({ index, operation }) => {
			if (states[index]?.name !== 'unknown' || mayRepeat(run.plan, index)) return [];
			const later = run.told.slice(tryNumber + 1).map((told) => told.states[index]?.name);
			return later.some((name) => name !== 'unknown')
				? [
						`Item ${index} (${operation}) is unknown in try ${tryNumber + 1} and ${later.join()} later`,
					]
				: [];
		}),
	);
