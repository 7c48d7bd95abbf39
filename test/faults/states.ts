import type { INodeExecutionData } from 'n8n-workflow';

import { readAccount } from './account.ts';
import type { Account, AccountPart } from './account.ts';
import type { Seen } from './facts.ts';
import type { PlannedItem } from './itemPlan.ts';
import type { Plan } from './plan.ts';
import type { Report } from './tries.ts';

/** What the node says became of an item. */
export type State =
	| {
			readonly name: 'done';
			/** False where a submission that was not found is reported, not failed; undefined where the
			 * account of a stop does not tell the two apart. */
			readonly found: boolean | undefined;
			/** The submission that the node names: null for none, undefined where it was not to name one. */
			readonly permalink: string | null | undefined;
	  }
	| { readonly name: 'refused' | 'failed' | 'unknown' | 'notSent' };

/** What the node says in a try. */
export interface Told {
	readonly report: Report;
	/** By item; undefined for those of which the account leaves open what became. */
	readonly states: readonly (State | undefined)[];
	/** Only where the node stopped. */
	readonly account: Account | undefined;
}

/**
 * Reads what the node says of each item in a try.
 *
 * Its account of a stop names the numbers of failed items only. Of the others, those that the server
 * has seen must be done and the rest not sent; whether the account's numbers agree is for a law to say.
 *
 * @param seen the requests up to the end of the try
 * @param before items that were sent, by this try or earlier ones; what came of them then may stand
 */
export function readReport(
	plan: Plan,
	report: Report,
	seen: readonly Seen[],
	before: ReadonlySet<number>,
): Told {
	if (report.kind === 'items') {
		return {
			report,
			states: plan.items.map((item) => stateInItem(item, report.items[item.index])),
			account: undefined,
		};
	}
	const account = readAccount(descriptionOf(report.error));
	return {
		report,
		states: plan.items.map(({ index }) => account && stateInAccount(account, index, seen, before)),
		account,
	};
}

/** The text under an error's message; empty where there is none. */
export function descriptionOf(error: unknown): string {
	return typeof error === 'object' &&
		error !== null &&
		'description' in error &&
		typeof error.description === 'string'
		? error.description
		: '';
}

const FAILED = ['refused', 'failed', 'unknown', 'notSent'] as const;
const RESULT_KEY = {
	create: 'created',
	get: 'found',
	update: 'updated',
	delete: 'deleted',
} as const;

/** @param output the output item; undefined where there is none */
export function stateInItem(
	planned: PlannedItem,
	output: INodeExecutionData | undefined,
): State | undefined {
	if (output === undefined) return undefined;
	const { alreadyCreated, error, details, submissionPermalink } = output.json;
	if (alreadyCreated === true) return { name: 'done', found: true, permalink: undefined };
	if (typeof error === 'string' && typeof details === 'object' && details !== null) {
		const name = FAILED.find((known) => 'outcome' in details && known === details['outcome']);
		return name && { name };
	}
	const value = output.json[RESULT_KEY[planned.operation]];
	if (typeof value !== 'boolean') return { name: 'done', found: true, permalink: undefined };
	const isNamed = typeof submissionPermalink === 'string' || submissionPermalink === null;
	return { name: 'done', found: value, permalink: isNamed ? submissionPermalink : undefined };
}

function stateInAccount(
	account: Account,
	index: number,
	seen: readonly Seen[],
	before: ReadonlySet<number>,
): State | undefined {
	const parts = { refused: account.refused, failed: account.failed, unknown: account.unknown };
	const name = FAILED.find((known) => known !== 'notSent' && parts[known].named.includes(index));
	if (name !== undefined) return { name };
	if (Object.values(parts).some((part) => mayHold(part, index))) return undefined;
	if (seen.some(({ item }) => item === index)) {
		return { name: 'done', found: undefined, permalink: undefined };
	}
	return before.has(index) ? undefined : { name: 'notSent' };
}

/** Items are named in order, so those left out come after the last that is named. */
function mayHold({ named, more }: AccountPart, index: number): boolean {
	return more > 0 && index > (named.at(-1) ?? -1);
}
