import { Readable } from 'node:stream';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Access } from '../../../nodes/Submissions/delivery/access.ts';
import { send } from '../../../nodes/Submissions/delivery/send.ts';
import { presenter } from '../../../nodes/Submissions/response/present.ts';
import { requestOf } from '../examples.ts';
import { useHeldLimits } from '../heldClock.ts';
import type { Script } from './scripted.ts';
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

const fault = (cause: string, reached: string) => ({ kind: 'fault', cause, reached });

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

it.each([
	[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
	[{ allowedDomains: 'example.com' }, { allowedDomains: 'example.com' }],
])('lets n8n hold it to what the credential allows: %j', async (allowed, options) => {
	const { context, sent } = scripted({ answer: () => responseOf(200) });
	await send(context, { ...access, ...allowed }, requestOf('get'));
	expect(sent[0]?.options).toMatchObject(options);
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

const withFile = requestOf('create', { body: { kind: 'parts', parts: [{ name: 'a', file }] } });

it('sends nothing where a file is not there any more', async () => {
	const { context, sent } = scripted({ answer: () => responseOf(201) });
	expect(await send(context, access, withFile)).toStrictEqual(fault('fileUnreadable', 'never'));
	expect(sent).toStrictEqual([]);
});

it('tells what n8n throws', async () => {
	const { context } = scripted({ answer: () => Promise.reject(brokenOff('ECONNREFUSED')) });
	expect(await send(context, access, requestOf('get'))).toStrictEqual(
		fault('connectionRefused', 'never'),
	);
});

it.each<[string, Script, string]>([
	['for cancelled', { cancel: AbortSignal.abort() }, 'cancelled'],
	['for lost where that goes on', { cancel: new AbortController().signal }, 'connectionLost'],
	['for lost where n8n tells of no cancelling', {}, 'connectionLost'],
])('takes a request that ended with the execution %s', async (_, script, cause) => {
	const answer = () => Promise.reject(brokenOff('ECONNRESET'));
	const { context } = scripted({ answer, ...script });
	expect(await send(context, access, requestOf('get'))).toStrictEqual(fault(cause, 'perhaps'));
});

it('takes an answer that breaks off with the execution for cancelled', async () => {
	const execution = new AbortController();
	const body = new Readable({
		read() {
			execution.abort();
			this.destroy(brokenOff('ECONNRESET'));
		},
	});
	const { context } = scripted({
		cancel: execution.signal,
		answer: () => ({ ...responseOf(201), body }),
	});
	expect(await send(context, access, requestOf('get'))).toMatchObject({
		statusCode: 201,
		cut: 'cancelled',
	});
});

it('does not know what became of a request for which n8n gives no answer', async () => {
	const { context } = scripted({ answer: () => undefined });
	expect(await send(context, access, requestOf('get'))).toStrictEqual(
		fault('connectionLost', 'perhaps'),
	);
});

describe('the whole exchange has the time of Timeout', () => {
	const { spans, ends } = useHeldLimits();

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
		expect([spans[0], signal?.aborted, sent]).toStrictEqual([5250, true, []]);
	});

	it('and is given up where n8n gives nothing even then', async () => {
		const { context } = scripted({
			answer: async () => {
				ends[0]?.abort();
				ends[1]?.abort();
				return await new Promise(() => undefined);
			},
		});
		expect(await send(context, access, requestOf('get'))).toStrictEqual(
			fault('timeout', 'perhaps'),
		);
	});

	it('and nothing is sent any more once a file took all of it', async () => {
		const { context, sent } = scripted({ answer: () => responseOf(201) });
		context.helpers.getBinaryMetadata = async () => {
			ends[0]?.abort();
			return await Promise.resolve({ fileSize: 1 });
		};
		expect(await send(context, access, withFile)).toStrictEqual(fault('timeout', 'never'));
		expect(sent).toStrictEqual([]);
	});
});
