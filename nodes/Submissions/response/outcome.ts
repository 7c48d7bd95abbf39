import type { INodeExecutionData } from 'n8n-workflow';

import { Refusal } from '../request/refusal';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Failure } from './failure';
import { failureOfInput, failureOfStop } from './failure';

/** What became of one item. */
export type Outcome = Done | Failed;

export interface Done {
	readonly kind: 'done';
	readonly request: SubmissionRequest;
	readonly items: readonly INodeExecutionData[];
	/** The submission that was created or worked on; null where the answer to a create did not say. */
	readonly submission: string | null;
	readonly attempts: number;
}

export interface Failed {
	readonly kind: 'failed';
	/** Undefined where the parameters gave none. */
	readonly request: SubmissionRequest | undefined;
	readonly failure: Failure;
	/** How often it was sent; 0 where it never was. */
	readonly attempts: number;
}

/** How a failed item is counted and reported. */
export type OutcomeName = 'refused' | 'failed' | 'unknown' | 'notSent';

/**
 * The name of a failed item's outcome. A read changes nothing, so what is unknown of a write has simply
 * failed where it was a read.
 *
 * @param outcome a failed item
 */
export function outcomeName({ failure, request }: Failed): OutcomeName {
	return failure.certainty === 'unknown' && request?.route.method === 'GET'
		? 'failed'
		: failure.certainty;
}

/** An item whose turn did not come. */
export const NOT_REACHED: Failed = {
	kind: 'failed',
	request: undefined,
	failure: failureOfStop(),
	attempts: 0,
};

/**
 * An item from whose input no request could be made.
 *
 * @param error a refusal, or whatever n8n threw while it evaluated an expression
 * @param usualRemedy what to do about the latter
 */
export function failedInput(error: unknown, usualRemedy: string): Failed {
	const happened = error instanceof Error ? error.message : String(error);
	const remedy = error instanceof Refusal ? error.remedy : usualRemedy;
	return { ...NOT_REACHED, failure: failureOfInput(happened, remedy) };
}
