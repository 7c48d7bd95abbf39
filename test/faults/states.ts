import type { INodeExecutionData } from 'n8n-workflow';

import { readAccount } from './account.ts';
import type { Account } from './account.ts';
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
 * Its account of a stop names items by their numbers; of a single item the error itself says all.
 */
export function readReport(plan: Plan, report: Report): Told {
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
		states: plan.items.map(({ index }) =>
			plan.items.length === 1 ? stateInError(report.error) : account && stateIn(account, index),
		),
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

function stateIn(account: Account, index: number): State | undefined {
	if (account.done.named.includes(index)) {
		return { name: 'done', found: undefined, permalink: undefined };
	}
	const name = FAILED.find((known) => account[known].named.includes(index));
	return name && { name };
}

function stateInError(error: unknown): State | undefined {
	const details: unknown = Reflect.get(Object(Reflect.get(Object(error), 'context')), 'details');
	const outcome: unknown = Reflect.get(Object(details), 'outcome');
	const name = FAILED.find((known) => known === outcome);
	return name && { name };
}
