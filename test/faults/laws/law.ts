import type { Outcome } from '../../engine/engine.ts';
import type { Facts, Seen } from '../facts.ts';
import type { NextExecution, Plan } from '../plan.ts';
import { defaults } from '../plan.ts';
import type { Sent } from '../sent.ts';
import type { State, Told } from '../states.ts';
import type { Try } from '../tries.ts';

/** A run that has ended: what was to be done, what the server knows, what the node said. */
export interface Run {
	readonly plan: Plan;
	readonly facts: Facts;
	/** What the node said, try by try. */
	readonly told: readonly Told[];
	readonly tries: readonly Try[];
	/** Every request that the node began, whether or not the server saw it. */
	readonly sent: readonly Sent[];
	readonly outcome: Outcome;
	/** When the execution was cancelled, in milliseconds; undefined where it was not. */
	readonly cancelledAt: number | undefined;
	/** How often something was made to go wrong at the service, by kind. */
	readonly faults: Readonly<Partial<Record<string, number>>>;
	/** How the last execution came about, and the number of its first try. */
	readonly last: { readonly by: 'first' | NextExecution['by']; readonly from: number };
}

/** What must hold of every run. @returns what does not, in a sentence each */
export type Law = (run: Run) => string[];

/** The requests for an item, in order: of all executions that are to carry it out only once. */
export function requestsFor(run: Run, item: number): Seen[] {
	const seen = run.facts.seen.filter((request) => request.item === item);
	return isOnce(run, item) ? seen : seen.filter(({ tryNumber }) => tryNumber >= run.last.from);
}

/** The requests for an item in the last execution; where it is a Retry, in what it retries too. */
export function latestFor(run: Run, item: number): Seen[] {
	const from = run.last.by === 'retry' ? 0 : run.last.from;
	return requestsFor(run, item).filter(({ tryNumber }) => tryNumber >= from);
}

/** Whether all executions together are to carry out an item once: a Retry, and what has a key. */
export function isOnce({ plan, last }: Run, item: number): boolean {
	const hasKey = plan.options.createOnceKey !== undefined;
	return last.by !== 'trigger' || (hasKey && plan.items[item]?.operation === 'create');
}

/** The number of the first try that must keep to what an earlier one said of an item. */
export function bindingFrom(run: Run, item: number): number {
	return isOnce(run, item) ? 0 : run.last.from;
}

/** What the node said of an item last; undefined where it left that open. */
export function lastState({ told }: Run, item: number): State | undefined {
	return told.at(-1)?.states[item];
}

/** How many requests the run may have in flight. */
export function lanesOf({ options }: Plan): number {
	return options.requestsAtOnce ?? defaults.requestsAtOnce;
}

/** Whether the user allows an item's write to be sent again although it may have been carried out. */
export function mayRepeat({ items, options }: Plan, item: number): boolean {
	const allowed = options.repeatUnknown ?? defaults.repeatUnknown;
	switch (items[item]?.operation) {
		case 'create':
			return allowed === 'all';
		case 'update':
			return allowed !== 'never';
		default:
			return true;
	}
}

/**
 * Whether n8n's database may not take what became of a key: then a later try calls it unknown, or does
 * not send it for want of a claim.
 */
export function mayForget({ databaseFails, options }: Plan): boolean {
	return databaseFails > 0 && options.createOnceKey !== undefined;
}
