import type { Kind } from '../description/operations';
import type { Failure } from '../response/failure';
import type { Failed, Outcome } from '../response/outcome';

/** Whether writes whose outcome is unknown may be sent again: the values of that option. */
export type RepeatUnknown = 'never' | 'updates' | 'all';

/** What a decision on a repeat needs to know. */
export interface RepeatFacts {
	readonly failure: Failure;
	readonly kind: Kind;
	readonly repeatUnknown: RepeatUnknown;
	/** How often the request was sent by now, at least 1. */
	readonly attempts: number;
	readonly maxAttempts: number;
}

/** Something may have been done, and it may go well next time. */
const PASSING = new Set<Failure['code']>([
	'gateway',
	'gaveUp',
	'unavailable',
	'connectionLost',
	'timeout',
]);

/**
 * Decides whether a request is sent again that got no answer that can be relied on. When, the gate says.
 *
 * @param facts the failure and what is allowed
 */
export function mayRepeat(facts: RepeatFacts): boolean {
	const { failure, attempts, maxAttempts } = facts;
	// A repeated create whose first try was stored makes a second submission.
	return (
		attempts < maxAttempts &&
		PASSING.has(failure.code) &&
		mayRepeatUnknown(facts.kind, facts.repeatUnknown)
	);
}

/**
 * Whether a request may be sent again although it may have been carried out.
 *
 * Reading and deleting twice is the same as once. To repeat an update is harmless where nobody else
 * changes the submission; to repeat a create can double it. So these two are up to the user.
 *
 * @param kind what the request does
 * @param repeatUnknown the user's choice
 */
export function mayRepeatUnknown(kind: Kind, repeatUnknown: RepeatUnknown): boolean {
	if (kind === 'read' || kind === 'remove') return true;
	return repeatUnknown === 'all' || (repeatUnknown === 'updates' && kind === 'change');
}

/**
 * Whether what may have been done and may not be done again keeps an item as it is in a later try.
 *
 * @param outcome what became of it so far
 */
export function isStuck(outcome: Outcome | undefined): boolean {
	if (!isUnknown(outcome) || outcome.request === undefined) return false;
	const { kind, repeatUnknown } = outcome.request;
	return !mayRepeatUnknown(kind, repeatUnknown);
}

/**
 * Whether it is not known if an item was done.
 *
 * @param outcome what became of it so far
 */
export function isUnknown(outcome: Outcome | undefined): outcome is Failed {
	return outcome?.kind === 'failed' && outcome.failure.certainty === 'unknown';
}
