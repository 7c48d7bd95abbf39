import type { INodeExecutionData } from 'n8n-workflow';

import { Refusal } from '../request/refusal';
import type { Known } from '../request/known';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Failure, StopReason } from './failure';
import { failureOfInput, failureOfStop } from './failure';

/** What became of one item. */
export type Outcome = Delivered | Checked;

/** What became of one that was to be sent. */
export type Delivered = Done | Failed;

export interface Done {
	readonly kind: 'done';
	readonly request: Kept;
	readonly items: readonly INodeExecutionData[];
	/** The submission that was created or worked on; null where there was none, or an answer did not say. */
	readonly submission: string | null;
	readonly attempts: number;
	/** Whether the submission was not there. */
	readonly notFound?: true;
	/** What Fields to Return names and the answer does not have. */
	readonly missing?: Missing;
	readonly earlier?: Earlier;
}

/** Fields that an answer does not have, and those that it has. */
export interface Missing {
	readonly names: readonly string[];
	readonly there: readonly string[];
}

/** It could be sent, and was not: Dry Run. */
export interface Checked {
	readonly kind: 'checked';
	readonly request: Kept;
	readonly items: readonly INodeExecutionData[];
	readonly attempts: 0;
	readonly earlier?: undefined;
}

export interface Failed {
	readonly kind: 'failed';
	/** Undefined where the parameters gave none. */
	readonly request: Kept | undefined;
	/** What is known of it all the same. */
	readonly known?: Known;
	readonly failure: Failure;
	/** How often it was sent; 0 where it never was. */
	readonly attempts: number;
	readonly earlier?: Earlier;
}

/**
 * Where it is known from, if it was not this execution that sent the item: the execution that this one
 * retries sent it, or it was sent under its key.
 */
export type Earlier = 'retried' | 'keyed';

/**
 * What of a request is kept until the run ends: neither its body nor its files, which for thousands of
 * items are more than n8n has memory for.
 */
export type Kept = Pick<
	SubmissionRequest,
	'operation' | 'kind' | 'createsSince' | 'form' | 'submission' | 'leftOut' | 'absent' | 'hosts'
> &
	Pick<SubmissionRequest['options'], 'includeInput' | 'repeatUnknown'>;

/**
 * What is kept of a request.
 *
 * @param request the whole of it
 */
export function keptOf(request: SubmissionRequest): Kept {
	const { operation, kind, createsSince, form, submission, leftOut, absent, hosts, options } =
		request;
	const { includeInput, repeatUnknown } = options;
	return {
		operation,
		kind,
		...(createsSince && { createsSince }),
		form,
		submission,
		leftOut,
		absent,
		hosts,
		includeInput,
		repeatUnknown,
	};
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
	return failure.certainty === 'unknown' && request?.kind === 'read' ? 'failed' : failure.certainty;
}

/** A failure at which the run was to stop. */
export const STOPPED: StopReason = { code: 'stopped', span: '' };

/**
 * An item whose turn did not come.
 *
 * @param reason why the run ended before
 */
export function notReached(reason: StopReason): Failed {
	return { kind: 'failed', request: undefined, failure: failureOfStop(reason), attempts: 0 };
}

/**
 * An item from whose input no request could be made.
 *
 * @param error a refusal, or whatever n8n threw while it evaluated an expression
 * @param usualRemedy what to do about the latter
 */
export function failedInput(error: unknown, usualRemedy: string): Failed {
	const happened = error instanceof Error ? error.message : String(error);
	const remedy = error instanceof Refusal ? error.remedy : usualRemedy;
	return { ...notReached(STOPPED), failure: failureOfInput(happened, remedy) };
}
