import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../description/operations';
import { readOfNobody } from '../request/nobody';
import type { SubmissionRequest } from '../request/submissionRequest';
import type { Access } from './access';
import { send } from './send';

/** A gateway in front of the service had no answer from it. */
const NO_ANSWER = new Set([502, 503, 504]);

/**
 * Makes a question to the service that can do no harm: whether it answers again. An item that is sent to
 * find out would be left unknown where it does not.
 *
 * @param context the node's run
 * @param access the credential of the run
 * @param operations the operations of the description
 * @param latest gives the latest request of the run, which says by which way the service is reached
 */
export function createQuestion(
	context: IExecuteFunctions,
	access: Access,
	operations: readonly Operation[],
	latest: () => SubmissionRequest | undefined,
): () => Promise<boolean> {
	return async () => {
		const request = latest();
		if (request === undefined) return true;
		// A key of a write is not for a read.
		const headers = request.headers.filter(({ name }) => !/idempotency/i.test(name));
		const question = { ...request, ...readOfNobody(operations), body: undefined, headers };
		const reply = await send(context, access, question);
		return reply.kind === 'answer' && !NO_ANSWER.has(reply.statusCode);
	};
}
