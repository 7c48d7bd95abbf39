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
};

/** What OpenSSL and Node.js call the ways in which a certificate cannot be trusted. */
const CERTIFICATE =
	/^(?:CERT_|CRL_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$)/;

/** What is thrown where the other side does not speak TLS, or none that suits. */
const TLS = /^(?:EPROTO$|ERR_SSL_)/;

/** Causes that show before a whole request is written: nobody can have acted on it. */
const BEFORE_SENDING = new Set<FaultCause>([
	'connectionRefused',
	'hostNotFound',
	'certificate',
	'fileUnreadable',
	'noSecureConnection',
	'notConnected',
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
	const hasConnection = chain.every(isConnected);
	const isConnecting = chain.some(
		({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo',
	);
	const cause = isCancelled ? 'cancelled' : causeOf(codes, hasConnection);
	const isBefore = BEFORE_SENDING.has(cause) || isConnecting || !hasConnection;
	return { kind: 'fault', cause, reached: isBefore ? 'never' : 'perhaps' };
}

function causeOf(codes: readonly string[], hasConnection: boolean): FaultCause {
	const known = codes.map((code) => CAUSES[code]).find((cause) => cause !== undefined);
	if (known !== undefined) return known;
	if (codes.some((code) => CERTIFICATE.test(code))) return 'certificate';
	if (hasConnection) return 'connectionLost';
	return codes.some((code) => TLS.test(code)) ? 'noSecureConnection' : 'notConnected';
}

/**
 * Whether a request had a connection to be written to. Without one nothing has left: where none was made
 * yet, where a proxy did not make its own, and where TLS never stood, since Node.js holds back what is
 * written until then.
 *
 * @param link an error; one that knows nothing of its request says nothing against it
 */
function isConnected({ request }: Link): boolean {
	const sent = innermost(request);
	if (sent === undefined) return true;
	const { socket } = sent;
	if (typeof socket !== 'object' || socket === null) return false;
	return !('secureConnecting' in socket && socket.secureConnecting === true);
}

/** The request of Node.js inside the one that follows redirects for n8n's HTTP client. */
function innermost(request: unknown): { readonly socket: unknown } | undefined {
	if (typeof request !== 'object' || request === null) return undefined;
	if ('_currentRequest' in request) return innermost(request._currentRequest);
	return 'socket' in request ? { socket: request.socket } : undefined;
}

type Link = Partial<
	Record<'name' | 'code' | 'httpCode' | 'syscall' | 'isAxiosError' | 'request' | 'cause', unknown>
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
