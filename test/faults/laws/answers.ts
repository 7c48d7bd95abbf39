import type { Seen } from '../facts.ts';
import type { Plan } from '../plan.ts';

/**
 * What an answer says of a write: it was carried out, it was not, not now, or nothing to rely on.
 * `unclear` is what the campaign has no opinion of.
 */
export type Saying = 'yes' | 'no' | 'notNow' | 'open' | 'unclear';

/** Somebody between gave up waiting. */
const GAVE_UP = new Set([408, 460, 499]);

/** What stands in place of the service's own answer, so that a 2xx confirms nothing. */
const TELLS_NOTHING = new Set([
	'html',
	'htmlAfterStoring',
	'garbage',
	'garbageAfterStoring',
	'complain',
	'complainAfterStoring',
]);

/**
 * What the answer to a write says, by the outcomes that `docs/delivery.md` promises. It is read off what
 * the sandbox was told to do and never off the body, of which the node has its own reading.
 *
 * @param plan the run
 * @param seen the request
 */
export function sayingOf(plan: Plan, seen: Seen): Saying {
	const { status, fault, broken } = seen;
	if (status === undefined) return 'open';
	if (saysNotNow(seen)) return 'notNow';
	if (status >= 500 || GAVE_UP.has(status)) return 'open';
	if (status >= 400 || fault === 'deny') return 'no';
	if (status >= 300) return fault === 'redirectAfterStoring' ? 'open' : 'unclear';
	if (broken || TELLS_NOTHING.has(fault ?? '')) return 'open';
	return hidesErrors(seen) ? hiddenErrors(plan) : 'yes';
}

/** A sure refusal of the moment: the request may come again later, and that is no repeat. */
export function saysNotNow({ status, retryAfter, remaining }: Seen): boolean {
	if (status === 429 || status === 420) return true;
	if (status === 503) return retryAfter !== undefined;
	return status === 403 && (retryAfter !== undefined || remaining === '0');
}

/** A create or update that the service itself answered with success, and did not carry out. */
function hidesErrors({ operation, stored }: Seen): boolean {
	return !stored && (operation === 'create' || operation === 'update');
}

function hiddenErrors({ choices }: Plan): Saying {
	const saysMoreThanErrors = choices.errorShape === 'map' || choices.errorShape === 'list';
	return saysMoreThanErrors ? 'open' : 'no';
}
