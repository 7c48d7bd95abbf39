import { listed } from './listed';
import type { Outcome, OutcomeName } from './outcome';
import { outcomeName } from './outcome';

const MOST_PERMALINKS = 50;
const MOST_ITEMS_NAMED = 20;

/** How many items of a run became what; the numbers add up to the number of items. */
export interface Counts extends Record<OutcomeName, number> {
	readonly done: number;
}

/**
 * Counts what became of the items of a run.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 */
export function countOutcomes(outcomes: readonly (Outcome | undefined)[]): Counts {
	const counts = { done: 0, refused: 0, failed: 0, unknown: 0, notSent: 0 };
	for (const outcome of outcomes) counts[nameOf(outcome)]++;
	return counts;
}

/**
 * Says what became of all items of a run: how many were done, with the permalinks of those created,
 * and which of the others are in which state.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 */
export function accountFor(outcomes: readonly (Outcome | undefined)[]): string {
	const counts = countOutcomes(outcomes);
	const total = `Of ${outcomes.length} ${outcomes.length === 1 ? 'item' : 'items'}: `;
	const parts = [
		`${counts.done} done`,
		part(outcomes, counts, 'refused', 'refused'),
		part(outcomes, counts, 'failed', 'failed'),
		part(outcomes, counts, 'unknown', 'unknown (sent, without an answer that tells)'),
		counts.notSent === 0 ? '' : `${counts.notSent} not sent`,
	];
	return `${total}${parts.filter((text) => text !== '').join(', ')}.${createdSentence(outcomes)}`;
}

/** What n8n's Retry of an execution will leave out. */
export interface RetryAccount {
	/** For the end of the error's message; empty where nothing is done. */
	readonly clause: string;
	/** A sentence about what is unknown, and the way out for who has looked; empty where nothing is. */
	readonly sentence: string;
}

/**
 * Says what n8n's Retry of the execution will leave out.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param leavesUnknown whether something is unknown that may not be sent again
 */
export function accountForRetry(
	outcomes: readonly (Outcome | undefined)[],
	leavesUnknown: boolean,
): RetryAccount {
	const { done } = countOutcomes(outcomes);
	const of = `${done} of ${outcomes.length} items ${done === 1 ? 'is' : 'are'} done`;
	return {
		clause: done === 0 ? '' : `${of}, and Retry will not send ${done === 1 ? 'it' : 'them'} again`,
		sentence: leavesUnknown
			? 'Retry will not send what is unknown either. To let it, once you have looked, set Repeat Without Answer under Options and retry with the currently saved workflow.'
			: '',
	};
}

function nameOf(outcome: Outcome | undefined): OutcomeName | 'done' {
	if (outcome === undefined) return 'notSent';
	return outcome.kind === 'done' ? 'done' : outcomeName(outcome);
}

function part(
	outcomes: readonly (Outcome | undefined)[],
	counts: Counts,
	name: OutcomeName,
	words: string,
): string {
	if (counts[name] === 0) return '';
	const numbers = outcomes.flatMap((outcome, index) => (nameOf(outcome) === name ? [index] : []));
	const items = numbers.length === 1 ? 'item' : 'items';
	return `${counts[name]} ${words} (${items} ${listed(numbers.map(String), MOST_ITEMS_NAMED)})`;
}

function createdSentence(outcomes: readonly (Outcome | undefined)[]): string {
	const created = outcomes.flatMap((outcome) =>
		outcome?.kind === 'done' && outcome.request.kind === 'create' && outcome.earlier !== 'keyed'
			? [outcome.submission]
			: [],
	);
	if (created.length === 0) return '';
	const permalinks = created.map(
		(permalink) => permalink ?? 'one whose permalink the answer did not hold',
	);
	return ` Created: ${listed(permalinks, MOST_PERMALINKS)}.`;
}
