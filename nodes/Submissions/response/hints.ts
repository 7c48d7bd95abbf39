import type { NodeExecutionHint } from 'n8n-workflow';

import { listed } from './listed';
import type { Done, Outcome } from './outcome';

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
			itemsWhere(({ submission }) => submission === null),
			"created a submission whose permalink was not found in the service's answer. Set Permalink Path under Options to where it stands.",
		),
		hint(
			itemsWhere(({ attempts }) => attempts > 1),
			'needed more than one attempt.',
		),
		hint(
			itemsWhere(({ request }) => request.leftOut.length > 0),
			`left out fields whose expressions gave nothing: ${listed(leftOutNames(outcomes), MOST_FIELDS_NAMED)}.`,
		),
		hint(
			itemsWhere(({ request }) => request.hosts.some((pasted) => pasted !== host)),
			`used an address on another host than the credential's Base URL (${host}). Only the permalinks of it were used; the requests went to ${host}.`,
		),
	].filter((found) => found !== undefined);
}

function leftOutNames(outcomes: readonly (Outcome | undefined)[]): string[] {
	const names = outcomes.flatMap((outcome) =>
		outcome?.kind === 'done' ? outcome.request.leftOut : [],
	);
	return [...new Set(names)];
}

function hint(items: readonly number[], words: string): NodeExecutionHint | undefined {
	if (items.length === 0) return undefined;
	const named = listed(items.map(String), MOST_ITEMS_NAMED);
	const which = items.length === 1 ? `Item ${named}` : `${items.length} items (${named})`;
	return { message: `${which} ${words}`, type: 'info', location: 'outputPane' };
}
