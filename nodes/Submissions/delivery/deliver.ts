import type { IExecuteFunctions } from 'n8n-workflow';

import { fieldNames } from '../request/fieldData';
import type { JsonValue } from '../request/json';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Answer, Fault } from '../response/answer';
import { findCreatedPermalink } from '../response/createdPermalink';
import type { Failure } from '../response/failure';
import { failureOfAnswer, failureOfFault, failureOfStop, isSuccess } from '../response/failure';
import type { Done, Failed, Outcome } from '../response/outcome';
import type { Result } from '../response/output';
import { keepFields, toItems, toNotFoundItem } from '../response/output';
import { readBody } from '../response/read';
import type { Access } from './access';
import type { Brake } from './brake';
import { clock } from './clock';
import type { Pace } from './pace';
import { decideRepeat, readRetryAfter } from './retry';
import { send } from './send';

/** What all items of a run share. */
export interface Means {
	readonly context: IExecuteFunctions;
	readonly access: Access;
	readonly brake: Brake;
	readonly pace: Pace;
}

/**
 * Sends the request of one item until it is done, or may not be sent again.
 *
 * @param means what all items of the run share
 * @param request the item's request
 * @param itemIndex the item's number, counted from 0
 * @param earlier what became of it in an earlier try of Retry On Fail
 * @returns what became of it; it never throws
 */
export async function deliver(
	means: Means,
	request: SubmissionRequest,
	itemIndex: number,
	earlier: Failed | undefined,
): Promise<Outcome> {
	const sentBefore = earlier?.attempts ?? 0;
	let last = earlier?.failure ?? failureOfStop();
	for (let attempts = 0; ;) {
		await means.pace.turn();
		if (means.brake.pulled) {
			return { kind: 'failed', request, failure: last, attempts: sentBefore + attempts };
		}
		const reply = await send(means.context, means.access, request);
		attempts++;
		const sent: Sent = { request, itemIndex, attempts: sentBefore + attempts };
		const judged = judge(reply, sent, last.certainty === 'unknown');
		if (judged.kind === 'done') return judged;
		last = judged.failure;
		const verdict = decideRepeat({
			failure: last,
			route: request.route,
			repeatUnknown: request.options.repeatUnknown,
			attempts,
			maxAttempts: request.options.maxAttempts,
			askedWait: askedWait(reply),
			chance: clock.random(),
		});
		if (!verdict.repeat) return judged;
		if (verdict.pauseAll) means.pace.pause(verdict.wait);
		else await means.brake.wait(verdict.wait);
	}
}

interface Sent {
	readonly request: SubmissionRequest;
	readonly itemIndex: number;
	readonly attempts: number;
}

function askedWait(reply: Answer | Fault): number | undefined {
	return reply.kind === 'answer'
		? readRetryAfter(reply.headers['retry-after'], clock.date())
		: undefined;
}

/** Not found, and gone: both say that there is no such submission (any more). */
const NOT_THERE = new Set([404, 410]);

/** @param mayBeDone whether an earlier request for the item may have been carried out */
function judge(reply: Answer | Fault, sent: Sent, mayBeDone: boolean): Outcome {
	if (reply.kind === 'fault') return failed(sent, failureOfFault(reply), mayBeDone);
	const reading = readBody(reply);
	if (reading.kind === 'body' && isSuccess(reply, reading)) return done(sent, reply, reading.body);
	// A page is what a wrong address answers with, not the service.
	if (NOT_THERE.has(reply.statusCode) && reading.kind !== 'html') {
		// What an unanswered delete removed is not found by the next one.
		if (sent.request.route.method === 'DELETE' && mayBeDone) return done(sent, reply, undefined);
		if (sent.request.route.method !== 'POST' && sent.request.options.ifNotFound === 'report') {
			return notFound(sent);
		}
	}
	return failed(sent, failureOfAnswer(reply, reading, sent.request.action), mayBeDone);
}

function done(sent: Sent, answer: Answer, body: JsonValue | undefined): Done {
	const { request, itemIndex, attempts } = sent;
	const { output, permalinkPath, returnFields } = request.options;
	const submission =
		request.submission ??
		findCreatedPermalink(answer, body, permalinkPath, request.form, request.body);
	const result = resultOf(request, submission);
	const kept = keepFields(body, fieldNames(returnFields));
	const items = toItems(output, result, answer, kept, itemIndex);
	return { kind: 'done', request, items, submission, attempts };
}

function notFound({ request, itemIndex, attempts }: Sent): Done {
	const item = toNotFoundItem(resultOf(request, request.submission), itemIndex);
	return { kind: 'done', request, items: [item], submission: request.submission, attempts };
}

function resultOf(request: SubmissionRequest, submission: string | null): Result {
	return {
		key: request.resultKey,
		value: true,
		formPermalink: request.form,
		submissionPermalink: submission,
	};
}

/** A later refusal says nothing of an earlier request that may have been carried out. */
function failed({ request, attempts }: Sent, failure: Failure, mayBeDone: boolean): Failed {
	return {
		kind: 'failed',
		request,
		failure: mayBeDone ? { ...failure, certainty: 'unknown' } : failure,
		attempts,
	};
}
