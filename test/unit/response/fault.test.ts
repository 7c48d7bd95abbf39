import { faultOf } from '../../../nodes/Submissions/response/fault.ts';

function thrown(differing: Record<string, unknown>, cause?: unknown): Error {
	return Object.assign(new Error('Request with a secret in it', { cause }), differing);
}

describe('what stood in the way', () => {
	it.each([
		['ECONNREFUSED', 'connect', 'connectionRefused', 'never'],
		['ENOTFOUND', 'getaddrinfo', 'hostNotFound', 'never'],
		['EAI_AGAIN', 'getaddrinfo', 'hostNotFound', 'never'],
		['EAI_FAIL', 'getaddrinfo', 'connectionLost', 'never'],
		['EHOSTUNREACH', 'connect', 'hostUnreachable', 'never'],
		['ENETUNREACH', 'connect', 'hostUnreachable', 'never'],
		['ETIMEDOUT', 'connect', 'timeout', 'never'],
		['ETIMEDOUT', 'read', 'timeout', 'perhaps'],
		['ECONNABORTED', undefined, 'timeout', 'perhaps'],
		['ECONNRESET', 'read', 'connectionLost', 'perhaps'],
		['ECONNRESET', undefined, 'connectionLost', 'perhaps'],
		['ECONNRESET', 'connect', 'connectionLost', 'never'],
		['EPIPE', 'write', 'connectionLost', 'perhaps'],
		['EHOSTUNREACH', 'read', 'hostUnreachable', 'perhaps'],
		['CERT_HAS_EXPIRED', undefined, 'certificate', 'never'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'certificate', 'never'],
		['SELF_SIGNED_CERT_IN_CHAIN', undefined, 'certificate', 'never'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'certificate', 'never'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', undefined, 'certificate', 'never'],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'certificate', 'never'],
		['HPE_INVALID_CONSTANT', undefined, 'connectionLost', 'perhaps'],
		['SOMETHING_NEW', undefined, 'connectionLost', 'perhaps'],
	])('%s at %s is %s, and it arrived: %s', (code, syscall, cause, reached) => {
		const fault = { kind: 'fault', cause, reached };
		expect(faultOf(thrown({ code, syscall, isAxiosError: true }), false)).toStrictEqual(fault);
		expect(faultOf(thrown({}, thrown({ code, syscall })), false)).toStrictEqual(fault);
	});

	const heldBack = { kind: 'fault', cause: 'heldBack', reached: 'never' };
	const lost = { kind: 'fault', cause: 'connectionLost', reached: 'perhaps' };
	const withheld = new Error('Domain not allowed');
	const named = (differing: object, cause?: Error) =>
		Object.assign(new Error('failed', { cause }), differing);

	it.each<[string, unknown, object]>([
		['n8n itself where its HTTP client was never called', withheld, heldBack],
		['n8n itself where text is thrown', 'text', heldBack],
		['n8n itself where nothing is thrown', undefined, heldBack],
		[
			'n8n itself where its own error keeps a cause that is not of its client',
			named({ name: 'NodeApiError' }, withheld),
			heldBack,
		],
		[
			'not known where an older n8n tells only that it failed',
			named({ name: 'NodeApiError', httpCode: null }),
			lost,
		],
		['what an older n8n tells by its code alone', named({ httpCode: 'ECONNRESET' }), lost],
		['not n8n where its HTTP client has no code', thrown({ isAxiosError: true }), lost],
	])('is %s', (_, error, fault) => {
		expect(faultOf(error, false)).toStrictEqual(fault);
	});
});

describe('whether a request had a connection to be written to', () => {
	const secure = { socket: { secureConnecting: true } };

	it.each<[string, unknown, string, string, string]>([
		['no socket yet', { socket: null }, 'ECONNRESET', 'notConnected', 'never'],
		[
			'nothing to tell of the one that follows redirects',
			{ _currentRequest: {} },
			'EPIPE',
			'connectionLost',
			'perhaps',
		],
		['a socket', { socket: {} }, 'ECONNRESET', 'connectionLost', 'perhaps'],
		['a socket that speaks no TLS yet', secure, 'ECONNRESET', 'notConnected', 'never'],
		[
			'a socket that speaks no TLS',
			{ _currentRequest: secure },
			'EPROTO',
			'noSecureConnection',
			'never',
		],
		['no TLS that suits', secure, 'ERR_SSL_UNSUPPORTED_PROTOCOL', 'noSecureConnection', 'never'],
		['TLS', { socket: { secureConnecting: false } }, 'EPROTO', 'connectionLost', 'perhaps'],
		['nothing to tell of it', null, 'ECONNRESET', 'connectionLost', 'perhaps'],
		['text to tell of it', 'socket', 'ECONNRESET', 'connectionLost', 'perhaps'],
	])('%s', (_, request, code, cause, reached) => {
		const fault = { kind: 'fault', cause, reached };
		expect(faultOf(thrown({ code, request }), false)).toStrictEqual(fault);
		expect(faultOf(thrown({ request: {} }, thrown({ code, request })), false)).toStrictEqual(fault);
	});
});

it.each<[Error, string, string]>([
	[thrown({ code: 'ERR_CANCELED' }), 'cancelled', 'perhaps'],
	[thrown({ code: 'ECONNRESET', syscall: 'read' }), 'cancelled', 'perhaps'],
	[thrown({ code: 'ECONNREFUSED', syscall: 'connect' }), 'cancelled', 'never'],
	[new Error('Domain not allowed'), 'heldBack', 'never'],
])('a cancelled execution that ended in %j is %s, and it arrived: %s', (error, cause, reached) => {
	expect(faultOf(error, true)).toStrictEqual({ kind: 'fault', cause, reached });
});

it('keeps nothing of the text that was thrown', () => {
	expect(JSON.stringify(faultOf(thrown({ code: 'ECONNRESET' }), false))).not.toContain('secret');
});

it('comes to an end where the causes go round', () => {
	const first = thrown({});
	first.cause = thrown({}, first);
	expect(faultOf(first, false).cause).toBe('heldBack');
});
