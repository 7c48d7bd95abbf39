import type { NodeExecutionHint } from 'n8n-workflow';

import { CUT_MARK, LONGEST_QUOTE } from '../request/refusal';
import { listed } from './listed';
import type { Done, Outcome } from './outcome';
import { withoutTags } from './withoutTags';

const MOST_ITEMS_NAMED = 10;
const MOST_FIELDS_NAMED = 10;

/**
 * What a person should know of a run although nothing failed; n8n shows it above the output.
 *
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param host the host of the credential's base URL, with its port
 */
export function hintsFor(
	outcomes: readonly (Outcome | undefined)[],
	host: string,
): NodeExecutionHint[] {
	const itemsWhere = (applies: (outcome: Done) => boolean) =>
		outcomes.flatMap((outcome, index) =>
			outcome?.kind === 'done' && applies(outcome) ? [index] : [],
		);
	return [
		hint(
			itemsWhere(({ submission, earlier }) => submission === null && earlier !== 'keyed'),
			"created a submission whose permalink was not found in the service's answer. Set Permalink Path under Options to where it stands.",
		),
		hint(
			itemsWhere(({ earlier }) => earlier === 'keyed'),
			'was created before, as its key says, and was not sent again.',
			'were created before, as their keys say, and were not sent again.',
		),
		hint(
			itemsWhere(({ earlier }) => earlier === 'retried'),
			'was done by the execution that this one retries, and was not sent again.',
			'were done by the execution that this one retries, and were not sent again.',
		),
		hint(
			itemsWhere(({ attempts, earlier }) => attempts > 1 && earlier === undefined),
			'needed more than one attempt.',
		),
		hint(
			itemsWhere(({ request, attempts }) => attempts > 0 && request.leftOut.length > 0),
			`left out fields whose expressions gave nothing: ${listed(leftOutNames(outcomes), MOST_FIELDS_NAMED)}.`,
		),
		hint(
			[...outcomes.keys()].filter((index) => wentElsewhere(outcomes[index], host)),
			`used an address on another host than the credential's Base URL (${host}). Only the permalinks of it were used; the requests went to ${host}.`,
		),
	].filter((found) => found !== undefined);
}

/** A failed one too: what is not found on one host may well be on the other. */
function wentElsewhere(outcome: Outcome | undefined, host: string): boolean {
	const hosts = outcome?.request?.hosts ?? [];
	return (outcome?.attempts ?? 0) > 0 && hosts.some((pasted) => pasted !== host);
}

function leftOutNames(outcomes: readonly (Outcome | undefined)[]): string[] {
	const names = outcomes.flatMap((outcome) =>
		outcome?.kind === 'done' ? outcome.request.leftOut : [],
	);
	return [...new Set(names.map(shortened))];
}

/** A name can be as long as the input. */
function shortened(name: string): string {
	return name.length > LONGEST_QUOTE ? `${name.slice(0, LONGEST_QUOTE)}${CUT_MARK}` : name;
}

function hint(
	items: readonly number[],
	words: string,
	wordsOfSeveral = words,
): NodeExecutionHint | undefined {
	if (items.length === 0) return undefined;
	const named = listed(items.map(String), MOST_ITEMS_NAMED);
	const which = items.length === 1 ? `Item ${named}` : `${items.length} items (${named})`;
	const said = items.length === 1 ? words : wordsOfSeveral;
	return hintOf(`${which} ${said}`);
}

/**
 * A sentence as n8n shows it above the output.
 *
 * @param message the sentence
 */
export function hintOf(message: string): NodeExecutionHint {
	return { message: withoutTags(message), type: 'info', location: 'outputPane' };
}
