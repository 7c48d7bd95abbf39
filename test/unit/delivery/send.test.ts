import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Access } from '../../../nodes/Submissions/delivery/access.ts';
import { send } from '../../../nodes/Submissions/delivery/send.ts';
import { presenter } from '../../../nodes/Submissions/response/present.ts';
import { requestOf } from '../examples.ts';
import { brokenOff, CREDENTIAL, responseOf, scripted } from './scripted.ts';

const access: Access = {
	kind: 'open',
	baseUrl: 'https://forms.example.com/prefix',
	authentication: 'accessToken',
	allowHttp: false,
	allowedDomains: undefined,
	allowUnauthorizedCerts: false,
	decrypted: { id: '7', name: 'Service', type: 'submissionsApi', data: CREDENTIAL },
	secrets: [],
	present: presenter([]),
};

const file: IBinaryData = { data: 'filesystem-v2', id: 'disk:1', mimeType: 'text/plain' };

it("asks n8n's helper for the whole answer as a stream, without repeats, redirects or errors of its own", async () => {
	const { context, sent } = scripted({ answer: () => responseOf(200, { data: 1 }) });
	const request = requestOf('get', {}, { timeout: 4321 });
	expect(await send(context, access, request)).toMatchObject({ kind: 'answer', statusCode: 200 });
	expect(sent).toStrictEqual([
		{
			credential: 'submissionsApi',
			additional: { credentialsDecrypted: access.decrypted },
			options: {
				method: 'GET',
				url: `https://forms.example.com/prefix${request.path}`,
				headers: { Accept: 'application/json' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				skipSslCertificateValidation: false,
				timeout: 4321,
			},
		},
	]);
});

it('sends a text with its type, and what the options say of proxy and certificates', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(201) });
	const body = { kind: 'text', contentType: 'application/json', content: '{"a":1}' } as const;
	const proxy = { protocol: 'http', host: 'proxy.example.com', port: 8080 };
	const request = requestOf('create', { body, proxy }, { allowUnauthorizedCerts: true });
	await send(context, access, request);
	expect(sent[0]?.options).toMatchObject({
		method: 'POST',
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: '{"a":1}',
		proxy,
		skipSslCertificateValidation: true,
	});
});

it('takes a certificate that nobody vouches for where the credential says so', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(200) });
	await send(context, { ...access, allowUnauthorizedCerts: true }, requestOf('get'));
	expect(sent[0]?.options).toMatchObject({ skipSslCertificateValidation: true });
});

it('lets n8n hold it to the domains that the credential allows', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(200) });
	await send(context, { ...access, allowedDomains: 'example.com' }, requestOf('get'));
	expect(sent[0]?.options).toMatchObject({ allowedDomains: 'example.com' });
});

it('lets a multipart body bring its own type', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(201) });
	const body = { kind: 'parts', parts: [{ name: 'a', text: '1' }] } as const;
	await send(context, access, requestOf('create', { body }));
	expect(sent[0]?.options.headers).toStrictEqual({ Accept: 'application/json' });
	expect(sent[0]?.options.body).toMatchObject({
		type: expect.stringContaining('multipart/form-data; boundary=') as string,
	});
});

it('sends nothing where a file is not there any more', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(201) });
	const body = { kind: 'parts', parts: [{ name: 'a', file }] } as const;
	expect(await send(context, access, requestOf('create', { body }))).toStrictEqual({
		kind: 'fault',
		cause: 'fileUnreadable',
		reached: 'never',
	});
	expect(sent).toStrictEqual([]);
});

it.each([
	['ECONNREFUSED', 'connectionRefused', 'never'],
	['ECONNRESET', 'connectionLost', 'perhaps'],
])('tells what %s means', async (code, cause, reached) => {
	const { context } = scripted({ answer: () => Promise.reject(brokenOff(code)) });
	expect(await send(context, access, requestOf('get'))).toStrictEqual({
		kind: 'fault',
		cause,
		reached,
	});
});

it('takes a request that ended with the cancelled execution for cancelled', async () => {
	const answer = () => Promise.reject(brokenOff('ECONNRESET'));
	const cancel = AbortSignal.abort();
	expect(await send(scripted({ answer, cancel }).context, access, requestOf('get'))).toMatchObject({
		cause: 'cancelled',
	});
	const uncancelled = scripted({ answer, cancel: new AbortController().signal });
	expect(await send(uncancelled.context, access, requestOf('get'))).not.toMatchObject({
		cause: 'cancelled',
	});
	expect(await send(scripted({ answer }).context, access, requestOf('get'))).not.toMatchObject({
		cause: 'cancelled',
	});
});

it('does not know what became of a request for which n8n gives no answer', async () => {
	const { context } = scripted({ answer: () => undefined });
	expect(await send(context, access, requestOf('get'))).toStrictEqual({
		kind: 'fault',
		cause: 'connectionLost',
		reached: 'perhaps',
	});
});

describe('the whole exchange has the time of Timeout', () => {
	const ends: AbortController[] = [];
	const spans: number[] = [];

	beforeEach(() => {
		ends.splice(0);
		spans.splice(0);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((span) => {
			const end = new AbortController();
			spans.push(span);
			ends.push(end);
			return end.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());

	it("and n8n's client is told when it is over, which breaks off the connection", async () => {
		const { context, sent } = scripted({ answer: () => Promise.reject(brokenOff('ERR_CANCELED')) });
		let signal: AbortSignal | undefined;
		context.helpers.httpRequestWithAuthentication = async function (this: IExecuteFunctions) {
			signal = this.getExecutionCancelSignal();
			ends[0]?.abort();
			return await Promise.reject(brokenOff('ERR_CANCELED'));
		};
		expect(await send(context, access, requestOf('get', {}, { timeout: 5000 }))).toMatchObject({
			cause: 'timeout',
			reached: 'perhaps',
		});
		expect([spans[0], signal?.aborted, sent]).toStrictEqual([5000, true, []]);
	});

	it('and is given up where n8n gives nothing even then', async () => {
		const { context } = scripted({
			answer: async () => {
				ends[1]?.abort();
				return await new Promise(() => undefined);
			},
		});
		expect(await send(context, access, requestOf('get'))).toStrictEqual({
			kind: 'fault',
			cause: 'timeout',
			reached: 'perhaps',
		});
	});

	it('and nothing is sent any more once a file took all of it', async () => {
		const { context, sent } = scripted({ answer: () => responseOf(201) });
		context.helpers.getBinaryMetadata = async () => {
			ends[0]?.abort();
			return await Promise.resolve({ fileSize: 1 });
		};
		const body = { kind: 'parts', parts: [{ name: 'a', file }] } as const;
		expect(await send(context, access, requestOf('create', { body }))).toStrictEqual({
			kind: 'fault',
			cause: 'timeout',
			reached: 'never',
		});
		expect(sent).toStrictEqual([]);
	});
});
