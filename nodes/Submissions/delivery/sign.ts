import type { Answer, Fault } from '../response/answer';
import type { FailureCode } from '../response/failureWords';
import type { Limits } from '../response/limits';
import { saysNotNow } from '../response/limits';

/**
 * What came back tells of the service as it is now.
 *
 * - `well`: it answered, whatever it said;
 * - `notNow`: it surely refused, and only for the moment;
 * - `away`: it cannot be reached, and nothing was sent;
 * - `troubled`: it was reached, perhaps, and did not get to answer;
 * - `none`: nothing of it, since the request met something else.
 */
export type Sign = 'well' | 'notNow' | 'away' | 'troubled' | 'none';

/** What stands in the way of every request for a while. */
const AWAY = new Set<FailureCode | 'input'>([
	'connectionRefused',
	'hostNotFound',
	'hostUnreachable',
	'notConnected',
	'timeout',
]);

/** Nothing at the service, and nothing that passes by waiting. */
const NONE = new Set<FailureCode | 'input'>([
	'cancelled',
	'certificate',
	'fileUnreadable',
	'heldBack',
	'noSecureConnection',
	'proxyRefused',
]);

/** It, or a gateway before it, did not get to answer. */
const TROUBLED = new Set<FailureCode | 'input'>([
	'connectionLost',
	'gateway',
	'gaveUp',
	'hostUnreachable',
	'timeout',
	'unavailable',
]);

/**
 * Reads the sign.
 *
 * @param reply what came back
 * @param limits what its headers say
 * @param code under which name the failure is told; undefined where there is none
 */
export function signOf(
	reply: Answer | Fault,
	limits: Limits,
	code: FailureCode | 'input' | undefined,
): Sign {
	if (reply.kind === 'answer' && saysNotNow(reply.statusCode, limits)) return 'notNow';
	if (code === undefined) return 'well';
	if (NONE.has(code)) return 'none';
	if (reply.kind === 'fault' && reply.reached === 'never') return AWAY.has(code) ? 'away' : 'none';
	return TROUBLED.has(code) ? 'troubled' : 'well';
}
