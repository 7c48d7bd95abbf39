import type { Work } from '../../nodes/Submissions/description/operations.ts';
import { operations, workOf } from '../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../nodes/Submissions/description/options.ts';
import type { Options } from '../../nodes/Submissions/request/options.ts';
import { readOptions } from '../../nodes/Submissions/request/options.ts';
import { routeOf } from '../../nodes/Submissions/request/route.ts';
import type { SubmissionRequest } from '../../nodes/Submissions/request/submissionRequest.ts';
import type { Answer } from '../../nodes/Submissions/response/answer.ts';
import type { Failure } from '../../nodes/Submissions/response/failure.ts';
import type { Asked } from '../../nodes/Submissions/response/verdict.ts';
import type { Checked, Done, Failed, Kept } from '../../nodes/Submissions/response/outcome.ts';
import { keptOf } from '../../nodes/Submissions/response/outcome.ts';

export const FORM = 'aB3dE5gH7j';
export const SUBMISSION = 'kL9mN1pQ3r';
export const OPERATIONS = ['create', 'delete', 'get', 'update'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What an operation of the description does, by its value. */
export function described(value: string): Work {
	const found = operations.find((operation) => operation.value === value);
	if (found === undefined) throw new Error(`There is no operation ${value}`);
	return workOf(found, true);
}

/**
 * An answer as it comes off the wire.
 *
 * @param statusCode its status
 * @param body text (as UTF-8) or bytes; empty without it
 * @param headers names in lower case
 */
export function answerOf(
	statusCode: number,
	body: string | Uint8Array = '',
	headers: Record<string, string> = {},
): Answer {
	const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
	return { kind: 'answer', statusCode, headers, chunks: [bytes] };
}

/**
 * A request as it is built for an item.
 *
 * @param operation which of the four
 * @param differing what is to differ from a plain one
 */
export function requestOf(
	operation: Operation,
	differing: Partial<SubmissionRequest> = {},
	options: Partial<Options> = {},
): SubmissionRequest & Kept {
	const isCreate = operation === 'create';
	const { kind, resultKey } = described(operation);
	const request: SubmissionRequest = {
		operation,
		kind,
		action: `${operation} a submission`,
		resultKey,
		route: routeOf(described(operation)),
		path: `/api/v1/forms/${FORM}/submissions/${isCreate ? 'new' : SUBMISSION}`,
		form: FORM,
		submission: isCreate ? null : SUBMISSION,
		body: undefined,
		sent: undefined,
		leftOut: [],
		absent: [],
		headers: [],
		proxy: undefined,
		options: { ...readOptions({}, optionsProperty), ...options },
		hosts: [],
		...differing,
	};
	return { ...request, ...keptOf(request) };
}

/** @param differing what is to differ from an update with an access token */
export function askedWith(differing: Partial<Asked> = {}): Asked {
	return {
		url: `https://forms.example.com/api/v1/forms/${FORM}/submissions/${SUBMISSION}`,
		kind: 'change',
		namesSubmission: true,
		authentication: 'accessToken',
		sent: undefined,
		...differing,
	};
}

/** @param differing what is to differ from a refusal with status 422 */
export function failureWith(differing: Partial<Failure> = {}): Failure {
	return {
		code: 'invalid',
		certainty: 'refused',
		happened: 'The service did not accept the field data',
		remedy: 'Correct the fields that it names.',
		statusCode: 422,
		service: { message: '', fieldErrors: {} },
		...differing,
	};
}

/** @param differing what is to differ from an update that was refused at its first attempt */
export function failedWith(differing: Partial<Failed> = {}): Failed {
	return {
		kind: 'failed',
		request: keptOf(requestOf('update')),
		failure: failureWith(),
		attempts: 1,
		...differing,
	};
}

/** @param differing what is to differ from an update that was done at its first attempt */
export function doneWith(differing: Partial<Done> = {}): Done {
	return {
		kind: 'done',
		request: keptOf(requestOf('update')),
		items: [],
		submission: SUBMISSION,
		attempts: 1,
		...differing,
	};
}

/** An item of Dry Run. */
export function checkedWith(differing: Partial<Checked> = {}): Checked {
	return {
		kind: 'checked',
		request: keptOf(requestOf('update')),
		items: [],
		attempts: 0,
		...differing,
	};
}
