import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { operations } from '../description/operations';
import type { Credential } from '../request/credential';
import { readCredential } from '../request/credential';
import { Refusal } from '../request/refusal';
import { fillPath, routeOf } from '../request/route';
import type { Answer, Fault } from '../response/answer';
import { happenedLine, remedyText } from '../response/failedItem';
import type { Failure } from '../response/failure';
import { failureIn, failureOfFault, failureOfInput } from '../response/failure';
import { faultOf } from '../response/fault';
import { readBody } from '../response/read';
import { isStreamed, receive } from '../response/receive';
import { presenter } from '../response/present';

/** No generated permalink looks like this, so nobody's submission is read. */
const NOBODY = '__________';

const TIMEOUT = 15_000;

/** Statuses of answers that come from behind the check of the credentials. */
const BEHIND_THE_CHECK = new Set([200, 404, 410]);

const NOT_REFUSED: INodeCredentialTestResult = {
	status: 'OK',
	message:
		'The service answered and did not refuse the credentials. What they may do with your forms shows only in use.',
};

/**
 * Tests a credential. The interface has no address that is made for this, so it reads a submission
 * that cannot exist: what is proved is that something answers there in the way of an interface, and
 * did not refuse the credentials.
 *
 * @param credential the credential as n8n decrypted it
 */
export async function testSubmissionsCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const opened = open(credential.data ?? {});
	if ('happened' in opened) return told(presenter([])(opened));
	const reply = await ask(this, opened);
	const failure = reply.kind === 'fault' ? failureOfFault(reply) : failureOf(reply, opened);
	return failure === undefined ? NOT_REFUSED : told(presenter(opened.secrets)(failure));
}

function open(data: ICredentialDataDecryptedObject): Credential | Failure {
	try {
		return readCredential(data);
	} catch (error) {
		return error instanceof Refusal
			? failureOfInput(error.message, error.remedy)
			: failureOfInput('The credential cannot be read', 'Enter its fields anew.');
	}
}

async function ask(
	context: ICredentialTestFunctions,
	credential: Credential,
): Promise<Answer | Fault> {
	// n8n gives a credential test this one way to send a request.
	const { request } = context.helpers;
	const { method, path } = routeOf(operations, 'get');
	const url =
		credential.baseUrl + fillPath(path, { permalink: NOBODY, submission_permalink: NOBODY });
	try {
		const response: unknown = await request({
			method,
			uri: url,
			headers: { Accept: 'application/json', ...credential.headers },
			qs: credential.query,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
			timeout: TIMEOUT,
			useStream: true,
		});
		if (!isStreamed(response))
			return { kind: 'fault', cause: 'connectionLost', reached: 'perhaps' };
		return await receive(response, TIMEOUT);
	} catch (error) {
		return faultOf(error, false);
	}
}

/** Undefined where the answer is one of an interface that did not refuse. */
function failureOf(answer: Answer, { baseUrl, authentication }: Credential): Failure | undefined {
	const reading = readBody(answer);
	const asked = { url: baseUrl, creates: false, authentication, sent: undefined };
	const action = 'get a submission';
	if (!BEHIND_THE_CHECK.has(answer.statusCode)) {
		return failureIn({ answer, reading, asked }, action);
	}
	// Many a web server answers an unknown address with a page and 404: that is told as the page it is.
	return reading.kind === 'body'
		? undefined
		: failureIn({ answer: { ...answer, statusCode: 200 }, reading, asked }, action);
}

function told(failure: Failure): INodeCredentialTestResult {
	const failed = { kind: 'failed', failure, request: undefined, attempts: 0 } as const;
	return {
		status: 'Error',
		message: `${happenedLine(failed).replace(/\.$/, '')}. ${remedyText(failed)}`,
	};
}
