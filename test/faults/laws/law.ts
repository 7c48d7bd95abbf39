import type { Outcome } from '../../engine/engine.ts';
import type { Facts, Seen } from '../facts.ts';
import type { Plan } from '../plan.ts';
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
}

/** What must hold of every run. @returns what does not, in a sentence each */
export type Law = (run: Run) => string[];

/** The requests for an item, in order. */
export function requestsFor({ facts }: Run, item: number): Seen[] {
	return facts.seen.filter((seen) => seen.item === item);
}

/** What the node said of an item last; undefined where it left that open. */
export function lastState({ told }: Run, item: number): State | undefined {
	return told.at(-1)?.states[item];
}

/** How many requests the run may have in flight. */
export function lanesOf({ options }: Plan): number {
	return options.requestsAtOnce ?? defaults.requestsAtOnce;
}

/**
 * Whether the server sees a request as soon as it is sent. On a machine that is busy, one that the node
 * gave up after a short timeout can wait at the server's door until long after.
 */
export function arrivesAtOnce({ options }: Plan): boolean {
	return options.timeout === undefined;
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
 * Whether a request was under way at a moment.
 *
 * A client that gives up frees its lane at once, and the server hears of it a moment later, when the
 * next request may be there already; so the last stretch of a broken line does not count.
 */
export function isUnderWay(request: Seen, moment: number): boolean {
	const end = request.broken ? request.endedAt - HEARING_OF_AN_END : request.endedAt;
	return request.startedAt <= moment && moment < end;
}

/** Milliseconds; a busy event loop takes that long to get round to a closed connection. */
const HEARING_OF_AN_END = 40;
