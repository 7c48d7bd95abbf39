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

	it('is n8n itself where its HTTP client was never called', () => {
		const fault = { kind: 'fault', cause: 'heldBack', reached: 'never' };
		expect(faultOf(new Error('Domain not allowed'), false)).toStrictEqual(fault);
		expect(faultOf('text', false)).toStrictEqual(fault);
		expect(faultOf(undefined, false)).toStrictEqual(fault);
		expect(faultOf(new Error('Domain not allowed'), true)).toStrictEqual(fault);
	});

	it('is n8n itself where its own error keeps the cause, and that is not of its client', () => {
		const error = Object.assign(new Error('failed', { cause: new Error('Domain not allowed') }), {
			name: 'NodeApiError',
		});
		expect(faultOf(error, false)).toMatchObject({ cause: 'heldBack', reached: 'never' });
	});

	it('is not known where an older n8n tells no more than that it failed', () => {
		const bare = Object.assign(new Error('failed'), { name: 'NodeApiError', httpCode: null });
		expect(faultOf(bare, false)).toStrictEqual({
			kind: 'fault',
			cause: 'connectionLost',
			reached: 'perhaps',
		});
		const reset = Object.assign(new Error('failed'), { httpCode: 'ECONNRESET' });
		expect(faultOf(reset, false)).toMatchObject({ cause: 'connectionLost', reached: 'perhaps' });
	});

	it('is not n8n itself where its HTTP client failed without a code', () => {
		expect(faultOf(thrown({ isAxiosError: true }), false)).toStrictEqual({
			kind: 'fault',
			cause: 'connectionLost',
			reached: 'perhaps',
		});
	});
});

describe('a cancelled execution', () => {
	it('may have been seen by the service', () => {
		expect(faultOf(thrown({ code: 'ERR_CANCELED' }), true)).toStrictEqual({
			kind: 'fault',
			cause: 'cancelled',
			reached: 'perhaps',
		});
		expect(faultOf(thrown({ code: 'ECONNRESET', syscall: 'read' }), true).reached).toBe('perhaps');
	});

	it('cannot have been seen where it was still connecting', () => {
		expect(faultOf(thrown({ code: 'ECONNREFUSED', syscall: 'connect' }), true).reached).toBe(
			'never',
		);
	});
});

it('keeps nothing of the text that was thrown', () => {
	expect(JSON.stringify(faultOf(thrown({ code: 'ECONNRESET' }), false))).not.toContain('secret');
});

it('comes to an end where the causes go round', () => {
	const first = thrown({});
	first.cause = thrown({}, first);
	expect(faultOf(first, false).cause).toBe('heldBack');
});
