import type { IExecuteFunctions } from 'n8n-workflow';

import { lengthOf } from '../request/body';
import { fieldNames } from '../request/fieldData';
import type { JsonValue } from '../request/json';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Answer, Fault } from '../response/answer';
import { isIn, sizeOf } from '../response/answer';
import { findCreatedPermalink } from '../response/createdPermalink';
import type { Failure } from '../response/failure';
import {
	failureIn,
	failureOfBreakdown,
	failureOfFault,
	failureOfStop,
	withAskedTime,
} from '../response/failure';
import type { Delivered, Done, Failed } from '../response/outcome';
import type { Limits } from '../response/limits';
import { NO_LIMITS, readLimits } from '../response/limits';
import { keptOf, STOPPED } from '../response/outcome';
import type { Result } from '../response/output';
import { toItems, toNotFoundItem } from '../response/output';
import { readBody } from '../response/read';
import { keepFields } from '../response/returnFields';
import type { Asked } from '../response/verdict';
import type { Access } from './access';
import type { Brake } from './brake';
import { clock } from './clock';
import type { Gate, GivenUp, Pass, Verdict } from './gate';
import type { Rest } from './rest';
import { afterRest } from './rest';
import { mayRepeat } from './retry';
import { send } from './send';
import type { Sign } from './sign';
import { signOf } from './sign';

/** What all items of a run share. */
export interface Means {
	readonly context: IExecuteFunctions;
	readonly access: Access;
	readonly brake: Brake;
	readonly gate: Gate;
	readonly rest: Rest;
	/** Is told of everything that comes back. */
	readonly note: (reply: Answer | Fault) => void;
	/** Whether the first failure of an item ends the run. */
	readonly stopsAtFailure: boolean;
}

/**
 * Sends the request of one item until it is done, or may not be sent again.
 *
 * @param means what all items of the run share
 * @param request the item's request
 * @param itemIndex the item's number, counted from 0
 * @param earlier what became of it in an earlier try of Retry On Fail
 * @returns what became of it; it never throws, and ends the run where anything of this node does
 */
export async function deliver(
	means: Means,
	request: SubmissionRequest,
	itemIndex: number,
	earlier: Failed | undefined,
): Promise<Delivered> {
	const progress: Progress = {
		last: earlier?.failure,
		before: earlier?.attempts ?? 0,
		attempts: 0,
		notNow: 0,
	};
	try {
		return await deliverUntilDone(means, request, itemIndex, progress);
	} catch {
		// Nothing of what was thrown is told: it may hold the request, with the credentials in it.
		means.brake.pull('brokeDown');
		const { before, attempts, last } = progress;
		const failure = failureOfBreakdown(attempts > 0 || last?.certainty === 'unknown');
		return { kind: 'failed', request: keptOf(request), failure, attempts: before + attempts };
	}
}

/** How far an item has come. */
interface Progress {
	last: Failure | undefined;
	/** How often it was sent in earlier tries of Retry On Fail. */
	readonly before: number;
	/** How often it was sent in this one. */
	attempts: number;
	/** How many of these were surely refused for the moment only: they count for nothing. */
	notNow: number;
}

async function deliverUntilDone(
	means: Means,
	request: SubmissionRequest,
	itemIndex: number,
	progress: Progress,
): Promise<Delivered> {
	const { brake, gate } = means;
	for (;;) {
		const pass = await gate.enter();
		if (pass === undefined) {
			// It may have given up while it asked the service itself.
			if (gate.givenUp !== undefined) brake.pull(...giveUp(gate.givenUp, clock.date()));
			const failure = progress.last ?? failureOfStop(brake.reason ?? STOPPED);
			const attempts = progress.before + progress.attempts;
			return { kind: 'failed', request: keptOf(request), failure, attempts };
		}
		progress.attempts++;
		const { judged, sign, verdict } = await attempt(means, pass, request, itemIndex, progress);
		if (judged.kind === 'done') return judged;
		if (gate.givenUp !== undefined) brake.pull(...giveUp(gate.givenUp, clock.date()));
		const isOver = verdict === 'over';
		const failure = isOver ? withAskedTime(judged.failure, brake.reason) : judged.failure;
		progress.last = failure;
		if (sign === 'notNow' || sign === 'away') {
			if (isOver) return { ...judged, failure };
			progress.notNow++;
			continue;
		}
		const { repeatUnknown, maxAttempts } = request.options;
		const attempts = progress.attempts - progress.notNow;
		const { kind } = request;
		const facts = { failure, kind, repeatUnknown, attempts, maxAttempts };
		if (!mayRepeat(facts)) return { ...judged, failure };
	}
}

/** To read an answer, and to seek its permalink in what was sent, may take a millisecond for so much of both. */
const LARGE = 64 * 1024;

/** Sends a request once, and tells the gate what came back. */
async function attempt(
	{ context, access, brake, gate, rest, note, stopsAtFailure }: Means,
	pass: Pass,
	request: SubmissionRequest,
	itemIndex: number,
	progress: Progress,
): Promise<{ readonly judged: Delivered; readonly sign: Sign; readonly verdict: Verdict }> {
	const started = clock.now();
	let isTold = false;
	try {
		const reply = await send(context, access, request);
		const took = clock.now() - started;
		note(reply);
		const sent: Sent = { request, itemIndex, attempts: progress.before + progress.attempts };
		const read = () => judge(reply, sent, access, progress.last?.certainty === 'unknown');
		// Answers that come in the same moment would be read in a row.
		const isLarge = reply.kind === 'answer' && sizeOf(reply) + lengthOf(request.body) > LARGE;
		const judged = isLarge ? await afterRest(rest, read) : read();
		const limits = reply.kind === 'answer' ? readLimits(reply.headers, clock.date()) : NO_LIMITS;
		const sign = signOf(reply, limits, judged.kind === 'done' ? undefined : judged.failure.code);
		// Such a failure is for good, and the report lets the next one go.
		const isForGood = judged.kind === 'failed' && (sign === 'well' || sign === 'none');
		if (isForGood && stopsAtFailure) brake.pull('stopped');
		const verdict = report(gate, pass, sign, limits, took);
		isTold = true;
		return { judged, sign, verdict };
	} finally {
		if (!isTold) {
			brake.pull('brokeDown');
			// Whoever waits at the gate would wait for this pass for ever.
			gate.leave(pass);
		}
	}
}

/** Tells the gate what came back for a request; each pass ends with one call. */
function report(gate: Gate, pass: Pass, sign: Sign, limits: Limits, took: number): Verdict {
	switch (sign) {
		case 'well':
			gate.accepted(pass, limits, took);
			return 'again';
		case 'notNow':
			return gate.refused(pass, limits);
		case 'away':
			return gate.troubled(pass, 'never', limits);
		case 'troubled':
			return gate.troubled(pass, 'perhaps', limits);
		case 'none':
			gate.leave(pass);
			return 'again';
	}
}

/** In milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Why the run ends, with the time that belongs to it. */
function giveUp(givenUp: GivenUp, now: number): Parameters<Brake['pull']> {
	if ('asked' in givenUp) return ['askedTooLong', minuteOf(now + givenUp.asked)];
	const { waited } = givenUp;
	return waited === 0 ? ['mayNotWait'] : ['waitedInVain', spanInWords(waited)];
}

/** No sooner than the time itself: before that, nothing is taken. */
function minuteOf(time: number): string {
	const rounded = new Date(Math.ceil(time / MINUTE) * MINUTE);
	return rounded.toISOString().replace(/T(\d\d:\d\d).*/, ' $1 UTC');
}

/** No longer than it was. */
function spanInWords(span: number): string {
	const minutes = Math.floor(span / MINUTE);
	if (minutes === 0) return `${Math.floor(span / SECOND)} seconds`;
	return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

interface Sent {
	readonly request: SubmissionRequest;
	readonly itemIndex: number;
	readonly attempts: number;
}

/** Not found, and gone: both say that there is no such submission (any more). */
const NOT_THERE = new Set([404, 410]);

/** @param mayBeDone whether an earlier request for the item may have been carried out */
function judge(reply: Answer | Fault, sent: Sent, access: Access, mayBeDone: boolean): Delivered {
	if (reply.kind === 'fault') return failed(sent, failureOfFault(reply), mayBeDone);
	const { request } = sent;
	const reading = readBody(reply);
	const asked: Asked = {
		url: access.baseUrl + request.path,
		kind: request.kind,
		namesSubmission: request.submission !== null,
		authentication: access.authentication,
		sent: request.sent,
	};
	const body = reading.kind === 'body' ? reading.body : undefined;
	const mayName = request.kind === 'create' && isIn(reply, 200);
	const named = mayName ? permalinkIn(reply, body, request) : null;
	const failure = failureIn({ answer: reply, reading, asked, named }, request.action);
	if (failure === undefined) return done(sent, reply, body, named ?? request.submission);
	// A page is what a wrong address answers with, not the service.
	const isNotThere =
		request.submission !== null && NOT_THERE.has(reply.statusCode) && reading.kind !== 'html';
	if (isNotThere) {
		// What an unanswered delete removed is not found by the next one.
		if (request.kind === 'remove' && mayBeDone)
			return done(sent, reply, undefined, request.submission);
		const isUnsure = request.kind === 'change' && mayBeDone;
		if (!isUnsure && request.options.ifNotFound !== 'fail') return notFound(sent);
	}
	return failed(sent, failure, mayBeDone);
}

function permalinkIn(
	answer: Answer,
	body: JsonValue | undefined,
	request: SubmissionRequest,
): string | null {
	const { permalinkPath } = request.options;
	return findCreatedPermalink(answer, body, permalinkPath, request.form, request.body);
}

function done(
	sent: Sent,
	answer: Answer,
	body: JsonValue | undefined,
	submission: string | null,
): Done {
	const { request, itemIndex, attempts } = sent;
	const { output, returnFields } = request.options;
	const result = resultOf(request, submission);
	const { body: kept, missing } = keepFields(body, fieldNames(returnFields));
	const items = toItems(output, result, answer, kept, itemIndex);
	const notFound = request.createsSince === 'notFound';
	return {
		kind: 'done',
		request: keptOf(request),
		items,
		submission,
		attempts,
		...(notFound && { notFound }),
		...(missing && { missing }),
	};
}

function notFound({ request, itemIndex, attempts }: Sent): Done {
	const item = toNotFoundItem(resultOf(request, request.submission), itemIndex);
	const { submission } = request;
	return {
		kind: 'done',
		request: keptOf(request),
		items: [item],
		submission,
		attempts,
		notFound: true,
	};
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
		request: keptOf(request),
		failure: mayBeDone ? { ...failure, certainty: 'unknown' } : failure,
		attempts,
	};
}
