import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Body } from '../request/body';
import type { Header } from '../request/headers';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Answer, Fault } from '../response/answer';
import type { Deadline } from '../response/deadline';
import { GRACE, orLate } from '../response/deadline';
import { faultOf } from '../response/fault';
import { isStreamed, receive } from '../response/receive';
import type { Access } from './access';
import { CREDENTIAL } from './access';
import { isCancelled } from './call';
import type { Moment } from './moment';
import { momentOf } from './moment';
import { toMultipartBody } from './multipart';

/**
 * Sends one request through n8n's own helper, which adds the credentials, and reads the whole answer.
 *
 * No status is an error here, so n8n does not send a 401 a second time; no redirect is followed, so
 * nothing goes to a host that the credential does not name. What n8n throws holds the request with the
 * credentials in it and is never passed on.
 *
 * @param context the node's run
 * @param access the credential of the run
 * @param request what to send
 * @returns the answer, or why there is none; it never throws
 */
export async function send(
	context: IExecuteFunctions,
	access: Access,
	request: SubmissionRequest,
): Promise<Answer | Fault> {
	const moment = momentOf(context, request.options.timeout);
	const work = exchange(context, access, request, moment);
	const reply = await orLate(work, moment.deadline, GRACE);
	return reply === 'late' ? { kind: 'fault', cause: 'timeout', reached: 'perhaps' } : reply;
}

async function exchange(
	context: IExecuteFunctions,
	access: Access,
	request: SubmissionRequest,
	{ deadline, run }: Moment,
): Promise<Answer | Fault> {
	const body = await openBody(context, request.body);
	if (body === undefined) return { kind: 'fault', cause: 'fileUnreadable', reached: 'never' };
	if (isOver(deadline)) return { kind: 'fault', cause: 'timeout', reached: 'never' };
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			run,
			CREDENTIAL,
			{ ...toHttpOptions(access, request), ...body },
			{ credentialsDecrypted: access.decrypted },
		);
		if (!isStreamed(response))
			return { kind: 'fault', cause: 'connectionLost', reached: 'perhaps' };
		const answer = await receive(response, deadline);
		// n8n's client ends what it reads in more than one way where the execution is cancelled.
		return answer.cut !== undefined && isCancelled(context)
			? { ...answer, cut: 'cancelled' }
			: answer;
	} catch (error) {
		const fault = faultOf(error, isCancelled(context));
		const isLate = fault.cause === 'cancelled' && !isCancelled(context) && isOver(deadline);
		return isLate ? { ...fault, cause: 'timeout' } : fault;
	}
}

function isOver({ signal }: Deadline): boolean {
	return signal.aborted;
}

function toHttpOptions(access: Access, request: SubmissionRequest): IHttpRequestOptions {
	const { route, path, proxy, options } = request;
	return {
		method: route.method,
		url: access.baseUrl + path,
		headers: {
			Accept: 'application/json',
			...contentType(request.body),
			...ownHeaders(request.headers),
		},
		...(proxy && { proxy }),
		...(access.allowedDomains !== undefined && { allowedDomains: access.allowedDomains }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: access.allowUnauthorizedCerts || options.allowUnauthorizedCerts,
		timeout: options.timeout,
	};
}

function ownHeaders(headers: readonly Header[]): IDataObject {
	return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** A multipart body brings its own type, with the boundary in it. */
function contentType(body: Body | undefined): IDataObject {
	return body?.kind === 'text' ? { 'Content-Type': body.contentType } : {};
}

/** Undefined where a file of the item cannot be found any more. */
async function openBody(
	context: IExecuteFunctions,
	body: Body | undefined,
): Promise<Pick<IHttpRequestOptions, 'body'> | undefined> {
	if (body === undefined) return {};
	if (body.kind === 'text') return { body: body.content };
	try {
		return { body: await toMultipartBody(body.parts, context) };
	} catch {
		return undefined;
	}
}
