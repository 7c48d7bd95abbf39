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
import { readOfNobody } from '../request/nobody';
import type { Answer, Fault } from '../response/answer';
import { isIn } from '../response/answer';
import { happenedLine, remedyText } from '../response/failedItem';
import type { Failure } from '../response/failure';
import { failureIn, failureOfFault, failureOfInput } from '../response/failure';
import { deadlineIn, GRACE, orLate } from '../response/deadline';
import { faultOf } from '../response/fault';
import type { Reading } from '../response/read';
import { readBody } from '../response/read';
import { isStreamed, receive } from '../response/receive';
import { presenter } from '../response/present';
import type { Asked } from '../response/verdict';

const TIMEOUT = 15_000;

const ACTION = 'get a submission';

/** Refusals that say nothing of the address, or of who asks: it is too soon, or it took too long. */
const OF_THE_MOMENT = new Set([408, 425, 429, 460, 499]);

/** Refusals of the credentials themselves, or of a proxy's. */
const OF_CREDENTIALS = new Set([401, 407]);

/** What is said where nothing at the address told the credentials from none. */
export const NOT_CHECKED =
	'The address answers the same without credentials, so they were not checked';

const ACCEPTED: INodeCredentialTestResult = {
	status: 'OK',
	message:
		'The service answered and did not refuse the credentials; without them it answers otherwise. What they may do with your forms shows only in use.',
};

/**
 * Tests a credential. The interface has no address that is made for this, so it reads a submission
 * that cannot exist, and reads it again without credentials. Where both answers are alike, nothing at
 * the address told them apart: it is the address of something else, or of a service that looks for the
 * submission first. Any other pair of answers shows that the credentials were looked at, and not
 * refused.
 *
 * @param credential the credential as n8n decrypted it
 */
export async function testSubmissionsCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const opened = open(credential.data ?? {});
	if ('happened' in opened) return told(presenter([])(opened));
	const failure = await failureOf(this, opened);
	return failure === undefined ? ACCEPTED : told(presenter(opened.secrets)(failure));
}

/** Undefined where the credentials were looked at, and not refused. */
async function failureOf(
	context: ICredentialTestFunctions,
	credential: Credential,
): Promise<Failure | undefined> {
	const answer = await ask(context, credential, credential);
	if (answer.kind === 'fault') return failureOfFault(answer);
	const reading = readBody(answer);
	const asked: Asked = {
		url: credential.baseUrl,
		kind: 'read',
		namesSubmission: true,
		authentication: credential.authentication,
		sent: undefined,
	};
	const toldOf = (given: Answer, read: Reading) =>
		failureIn({ answer: given, reading: read, asked }, ACTION);
	// Many a web server answers an unknown address with a page and 404: that is told as the page it is.
	if (NOT_THERE.has(answer.statusCode) && reading.kind !== 'body') {
		return toldOf({ ...answer, statusCode: 200 }, reading);
	}
	if (reading.kind !== 'body' || answer.cut !== undefined || !isOfInterface(answer)) {
		return toldOf(answer, reading);
	}
	const other = await ask(context, credential, { headers: {}, query: {} });
	if (other.kind === 'fault') return failureOfFault(other);
	const otherReading = readBody(other);
	if (isOfTheMoment(other)) return toldOf(other, otherReading);
	return isAlike([answer, reading], [other, otherReading]) ? notChecked(answer) : undefined;
}

/** Not found, and gone. */
const NOT_THERE = new Set([404, 410]);

/** A plain success or refusal, and no refusal of the credentials. */
function isOfInterface(answer: Answer): boolean {
	const isPlain = isIn(answer, 200) || isIn(answer, 400);
	return isPlain && !isOfTheMoment(answer) && !OF_CREDENTIALS.has(answer.statusCode);
}

function isOfTheMoment({ statusCode }: Answer): boolean {
	return statusCode >= 500 || OF_THE_MOMENT.has(statusCode);
}

type Read = readonly [answer: Answer, reading: Reading];

/** The same status with a body of the same kind; and whoever answers without credentials looks at none. */
function isAlike([answer, reading]: Read, [other, otherReading]: Read): boolean {
	if (isIn(other, 200) && otherReading.kind === 'body') return true;
	return answer.statusCode === other.statusCode && shapeOf(reading) === shapeOf(otherReading);
}

function shapeOf(reading: Reading): string {
	if (reading.kind !== 'body') return reading.kind;
	return Array.isArray(reading.body) ? 'list' : typeof reading.body;
}

function notChecked({ statusCode }: Answer): Failure {
	return {
		...failureOfInput(
			NOT_CHECKED,
			'Check the Base URL: it is probably not the address of the service. If it is, the service answers everybody alike here, and whether the credentials are right shows only in use.',
		),
		statusCode,
	};
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
	{ baseUrl, allowedDomains, allowUnauthorizedCerts }: Credential,
	carried: Pick<Credential, 'headers' | 'query'>,
): Promise<Answer | Fault> {
	// n8n gives a credential test this one way to send a request.
	const { request } = context.helpers;
	const { route, path } = readOfNobody(operations);
	const deadline = deadlineIn(TIMEOUT);
	try {
		const sent = request({
			method: route.method,
			uri: baseUrl + path,
			headers: { Accept: 'application/json', ...carried.headers },
			qs: carried.query,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
			timeout: TIMEOUT,
			useStream: true,
			...(allowedDomains !== undefined && { allowedDomains }),
			// Where it is there, n8n's helper hides what it was about a certificate.
			...(allowUnauthorizedCerts && { rejectUnauthorized: false }),
		});
		const response: unknown = await orLate(Promise.resolve(sent), deadline, GRACE);
		if (response === 'late') return { kind: 'fault', cause: 'timeout', reached: 'perhaps' };
		if (!isStreamed(response))
			return { kind: 'fault', cause: 'connectionLost', reached: 'perhaps' };
		return await receive(response, deadline);
	} catch (error) {
		return faultOf(error, false);
	}
}

function told(failure: Failure): INodeCredentialTestResult {
	const failed = { kind: 'failed', failure, request: undefined, attempts: 0 } as const;
	return {
		status: 'Error',
		message: `${happenedLine(failed).replace(/\.$/, '')}. ${remedyText(failed)}`,
	};
}
