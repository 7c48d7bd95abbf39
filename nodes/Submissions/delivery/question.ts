import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../description/operations';
import { readOfNobody } from '../request/nobody';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Access } from './access';
import { send } from './send';

/** A gateway in front of the service had no answer from it. */
const NO_ANSWER = new Set([502, 503, 504]);

/**
 * Asks the service something that can do no harm: whether it answers again. An item that is sent to find
 * out would be left unknown where it does not.
 *
 * @param context the node's run
 * @param access the credential of the run
 * @param operations the operations of the description
 * @param latest the latest request of the run, which says by which way the service is reached
 * @returns whether it answers; it never throws
 */
export async function askService(
	context: IExecuteFunctions,
	access: Access,
	operations: readonly Operation[],
	latest: SubmissionRequest | undefined,
): Promise<boolean> {
	if (latest === undefined) return true;
	// A key of a write is not for a read.
	const headers = latest.headers.filter(({ name }) => !/idempotency/i.test(name));
	const question = { ...latest, ...readOfNobody(operations), body: undefined, headers };
	const reply = await send(context, access, question);
	return reply.kind === 'answer' && !NO_ANSWER.has(reply.statusCode);
}
