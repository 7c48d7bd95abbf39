import type { Fault, FaultCause } from './answer';

/** The code of the error that breaks a request off because a file in it cannot be read. */
export const FILE_UNREADABLE = 'FILE_UNREADABLE';

const CAUSES: Readonly<Record<string, FaultCause>> = {
	ECONNREFUSED: 'connectionRefused',
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'hostNotFound',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'hostUnreachable',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	ERR_CANCELED: 'cancelled',
	[FILE_UNREADABLE]: 'fileUnreadable',
	CERT_HAS_EXPIRED: 'certificate',
	CERT_NOT_YET_VALID: 'certificate',
	CERT_REVOKED: 'certificate',
	CERT_UNTRUSTED: 'certificate',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
	SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
	UNABLE_TO_GET_ISSUER_CERT: 'certificate',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
};

/** Causes that show before a whole request is written: nobody can have acted on it. */
const BEFORE_SENDING = new Set<FaultCause>([
	'connectionRefused',
	'hostNotFound',
	'certificate',
	'fileUnreadable',
]);

/**
 * What stood in the way of a request, read off what n8n's request helper threw.
 *
 * @param error what was thrown; nothing of its text is kept, since it may hold the request
 * @param isCancelled whether the execution was cancelled meanwhile
 */
export function faultOf(error: unknown, isCancelled: boolean): Fault {
	const chain = causesOf(error);
	const codes = chain.map(({ code, httpCode }) => code ?? httpCode).filter(isText);
	const isOfClient = chain.some(({ isAxiosError }) => isAxiosError === true) || codes.length > 0;
	// Before n8n 2, its error for whatever went wrong keeps no cause, so that nothing is sure.
	const isUnsure = chain.length === 1 && chain[0]?.name === 'NodeApiError';
	// n8n's own checks (allowed domains, private addresses) throw before its HTTP client is called.
	if (!isOfClient && !isUnsure) return { kind: 'fault', cause: 'heldBack', reached: 'never' };
	const cause = isCancelled
		? 'cancelled'
		: (codes.map((code) => CAUSES[code]).find((known) => known !== undefined) ?? 'connectionLost');
	const isConnecting = chain.some(
		({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo',
	);
	return {
		kind: 'fault',
		cause,
		reached: BEFORE_SENDING.has(cause) || isConnecting ? 'never' : 'perhaps',
	};
}

type Link = Partial<
	Record<'name' | 'code' | 'httpCode' | 'syscall' | 'isAxiosError' | 'cause', unknown>
>;

function isText(code: unknown): code is string {
	return typeof code === 'string';
}

function causesOf(error: unknown): Link[] {
	const chain: Link[] = [];
	let link: unknown = error;
	while (typeof link === 'object' && link !== null && chain.length < 10) {
		chain.push(link);
		link = (link as Link).cause;
	}
	return chain;
}
