import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Body } from '../request/body';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Answer, Fault } from '../response/answer';
import { faultOf } from '../response/fault';
import type { Access } from './access';
import { CREDENTIAL } from './access';
import { clock } from './clock';
import { toMultipartBody } from './multipart';

/** The most that is read of an answer, so that a runaway service cannot take n8n's memory. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

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
	const started = clock.now();
	const body = await openBody(context, request.body);
	if (body === undefined) return { kind: 'fault', cause: 'fileUnreadable', reached: 'never' };
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			{ ...toHttpOptions(access.baseUrl, request), ...body },
			{ credentialsDecrypted: access.decrypted },
		);
		if (!isStreamed(response))
			return { kind: 'fault', cause: 'connectionLost', reached: 'perhaps' };
		const remaining = request.options.timeout - (clock.now() - started);
		return await readAnswer(response, Math.max(1, Math.ceil(remaining)));
	} catch (error) {
		if (error instanceof TooLarge)
			return { kind: 'fault', cause: 'answerTooLarge', reached: 'perhaps' };
		if (error instanceof TooLate) return { kind: 'fault', cause: 'timeout', reached: 'perhaps' };
		return faultOf(error, context.getExecutionCancelSignal()?.aborted ?? false);
	}
}

function toHttpOptions(baseUrl: string, request: SubmissionRequest): IHttpRequestOptions {
	const { route, path, proxy, options } = request;
	return {
		method: route.method,
		url: baseUrl + path,
		headers: { Accept: 'application/json', ...contentType(request.body) },
		...(proxy && { proxy }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: options.allowUnauthorizedCerts,
		timeout: options.timeout,
	};
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

/** What n8n's helper gives for `encoding: 'stream'` and `returnFullResponse`. */
interface Streamed {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void };
}

function isStreamed(response: unknown): response is Streamed {
	return (
		typeof response === 'object' &&
		response !== null &&
		'body' in response &&
		typeof response.body === 'object' &&
		response.body !== null &&
		Symbol.asyncIterator in response.body
	);
}

class TooLarge extends Error {}
class TooLate extends Error {}

/** n8n's timeout ends with the headers, so a body that drips in would hold a lane for ever. */
async function readAnswer({ statusCode, headers, body }: Streamed, span: number): Promise<Answer> {
	const deadline = AbortSignal.timeout(span);
	const giveUp = () => {
		body.destroy(new TooLate());
	};
	deadline.addEventListener('abort', giveUp, { once: true });
	try {
		return {
			kind: 'answer',
			statusCode,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
			),
			bytes: await readBytes(body),
		};
	} finally {
		deadline.removeEventListener('abort', giveUp);
	}
}

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > LARGEST_ANSWER) throw new TooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}
