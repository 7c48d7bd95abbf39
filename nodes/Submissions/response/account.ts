import { listed, ranges } from './listed';
import type { Outcome, OutcomeName } from './outcome';
import { outcomeName } from './outcome';

const MOST_PERMALINKS = 50;
const MOST_ITEMS_NAMED = 20;

/** How many items of a run became what; the numbers add up to the number of items. */
export interface Counts extends Record<OutcomeName, number> {
	readonly done: number;
	readonly checked: number;
}

/**
 * Counts what became of the items of a run.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 */
export function countOutcomes(outcomes: readonly (Outcome | undefined)[]): Counts {
	const counts = { done: 0, checked: 0, refused: 0, failed: 0, unknown: 0, notSent: 0 };
	for (const outcome of outcomes) counts[nameOf(outcome)]++;
	return counts;
}

type Standing = keyof Counts | 'notReached';

/** Each in its words. */
const WORDS: Readonly<Record<Standing, string>> = {
	done: 'done',
	checked: 'only checked',
	refused: 'refused',
	failed: 'failed',
	unknown: 'unknown',
	notSent: 'not sent',
	notReached: 'not sent',
};

/** Where nothing was to be sent. */
const WORDS_OF_DRY_RUN: typeof WORDS = {
	...WORDS,
	checked: 'could be sent',
	notSent: 'could not be sent',
	notReached: 'not checked',
};

/**
 * Says what became of all items of a run, by their numbers, with the permalinks of those created.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param isDryRun whether nothing was to be sent
 * @returns nothing of a single item, of which the error itself says all
 */
export function accountFor(outcomes: readonly (Outcome | undefined)[], isDryRun: boolean): string {
	if (outcomes.length === 1) return '';
	const words = isDryRun ? WORDS_OF_DRY_RUN : WORDS;
	const said = outcomes.map((outcome) =>
		outcome === undefined ? words.notReached : words[nameOf(outcome)],
	);
	const parts = [...new Set(Object.values(words))].flatMap((own) => {
		const numbers = said.flatMap((other, index) => (other === own ? [index] : []));
		return numbers.length === 0 ? [] : [`${own} ${ranges(numbers, MOST_ITEMS_NAMED)}`];
	});
	const of = isDryRun ? 'Dry Run, of' : 'Of';
	return `${of} ${outcomes.length} items: ${parts.join('; ')}.${createdSentence(outcomes)}`;
}

/**
 * Says in a clause how far a run of several items came.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 */
export function progressOf(outcomes: readonly (Outcome | undefined)[]): string {
	const { done } = countOutcomes(outcomes);
	if (outcomes.length === 1) return '';
	return `${done === 0 ? 'none' : done} of ${outcomes.length} items ${done > 1 ? 'are' : 'is'} done`;
}

/** What n8n's Retry of an execution leaves out. */
export interface RetryAccount {
	/** What follows on how far the run came; empty where nothing is done. */
	readonly clause: string;
	/** A sentence about what is unknown, and the way out for who has looked; empty where nothing is. */
	readonly sentence: string;
}

/**
 * Says what n8n's Retry of the execution leaves out, and that this holds for no other run: beside
 * Execute step, a Retry is easily taken for that.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param leavesUnknown whether something is unknown that may not be sent again
 * @param hasKeys whether something done has a key, by which a new run knows it too
 */
export function accountForRetry(
	outcomes: readonly (Outcome | undefined)[],
	leavesUnknown: boolean,
	hasKeys: boolean,
): RetryAccount {
	const { done } = countOutcomes(outcomes);
	const left = `and Retry under Executions does not send ${done === 1 ? 'it' : 'them'} again`;
	return {
		clause: done === 0 ? '' : `${left}${hasKeys ? '' : ', a new run does'}`,
		sentence: leavesUnknown
			? 'Retry does not send what is unknown either. To let it, once you have looked, set Retry When Outcome Is Unknown under Options and retry with the currently saved workflow.'
			: '',
	};
}

function nameOf(outcome: Outcome | undefined): keyof Counts {
	if (outcome === undefined) return 'notSent';
	return outcome.kind === 'failed' ? outcomeName(outcome) : outcome.kind;
}

function createdSentence(outcomes: readonly (Outcome | undefined)[]): string {
	const created = outcomes.flatMap((outcome, index) =>
		outcome?.kind === 'done' && outcome.request.kind === 'create' && outcome.earlier !== 'keyed'
			? [`${index} → ${outcome.submission ?? 'permalink not in the answer'}`]
			: [],
	);
	return created.length === 0 ? '' : ` Created: ${listed(created, MOST_PERMALINKS)}.`;
}
