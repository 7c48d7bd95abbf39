import { createServer, request as httpRequest } from 'node:http';
import type { RequestListener } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';

import type { Outcome } from './engine.ts';
import { createSelfSigned, useListening } from './listening.ts';
import { FORM, SEEDED, tokenFor } from './service.ts';
import { GET_SEEDED, numbered, useService } from './useService.ts';

const used = useService();
const listen = useListening();

async function get(options: INodeParameters, baseUrl = used.service.address): Promise<Outcome> {
	const credential = tokenFor(baseUrl);
	return await used.get({ maxAttempts: 1, maxWait: 0, ...options }, { credential });
}

describe('Proxy', () => {
	/** A proxy that notes where it is asked to go, and what it is told of who asks. */
	async function startProxy(): Promise<{ address: string; asked: unknown[] }> {
		const asked: unknown[] = [];
		const forward: RequestListener = (incoming, outgoing) => {
			asked.push({ target: incoming.url, authorization: incoming.headers['proxy-authorization'] });
			incoming.pipe(
				httpRequest(
					incoming.url ?? '',
					{ method: incoming.method ?? 'GET', headers: incoming.headers },
					(answer) => {
						outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
						answer.pipe(outgoing);
					},
				),
			);
		};
		return { address: await listen(createServer(forward)), asked };
	}

	test('carries the requests, with its own user name and password', async () => {
		const proxy = await startProxy();
		const { error, output } = await get({ proxy: `http://user:p%40ss@${proxy.address}` });
		expect(error).toBeUndefined();
		expect(output).toHaveLength(1);
		expect(proxy.asked).toStrictEqual([
			{
				target: `${used.service.address}/api/v1/forms/${FORM}/submissions/${SEEDED}`,
				authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
			},
		]);
	});

	test.each(['socks5://127.0.0.1:1', 'proxy.example.com:3128'])(
		'%s is refused, and no request goes out past it',
		async (proxy) => {
			const { error } = await get({ proxy });
			expect(error?.message).toBe('The Proxy option is not the address of an HTTP proxy [item 0]');
			expect(used.service.log.entries).toStrictEqual([]);
		},
	);

	test('elsewhere does not get unencrypted what is for this machine', async () => {
		const { error } = await get({ proxy: 'http://192.0.2.1:3128' });
		expect(error?.message).toContain('the proxy would get the credentials');
		expect(error).toMatchObject({ context: { details: { outcome: 'notSent', attempts: 0 } } });
	});

	test('does not get what is encrypted for anybody, since certificates are ignored', async () => {
		const proxy = await startProxy();
		const options = { proxy: `http://${proxy.address}`, allowUnauthorizedCerts: true };
		const { error } = await get(options, 'https://127.0.0.1:1');
		expect(error?.message).toContain('the proxy could read the credentials');
		expect(proxy.asked).toStrictEqual([]);
	});

	test('that nobody listens at is told, and no request goes out past it', async () => {
		const { error } = await get({ proxy: 'http://127.0.0.1:1' });
		expect(error?.message).toBe('Connection refused [item 0]');
		expect(used.service.log.entries).toStrictEqual([]);
	});
});

describe('Ignore SSL Issues', () => {
	const startTls = async () => {
		const server = await createSelfSigned((_, answer) => {
			answer.setHeader('content-type', 'application/json');
			answer.end('{"permalink":"SUBMiSSi2n"}');
		});
		return `https://${await listen(server)}`;
	};

	test('off: a certificate that nobody vouches for is refused before anything is sent', async () => {
		const { error } = await get({}, await startTls());
		expect(error).toMatchObject({
			message: "The host's SSL certificate cannot be trusted [item 0]",
			context: { details: { outcome: 'notSent' } },
		});
	});

	test.each([
		['the options', true, undefined],
		['the credential', undefined, true],
		['the credential, and off in the options', false, true],
	])('on in %s: the request goes through', async (_where, inOptions, inCredential) => {
		const credential = {
			...tokenFor(await startTls()),
			...(inCredential && { allowUnauthorizedCerts: true }),
		};
		const options = inOptions === undefined ? {} : { allowUnauthorizedCerts: inOptions };
		const { output } = await used.get(options, { credential });
		expect(output).toMatchObject([{ json: { found: true, data: { permalink: SEEDED } } }]);
	});
});

test.each([
	['forms.example.com, *.example.com', 'n8n blocked the request', 0],
	['127.0.0.1', undefined, 1],
])('Allowed Domains of the credential: %s', async (allowedDomains, says, requests) => {
	const domains = { allowedHttpRequestDomains: 'domains', allowedDomains };
	const credential = { ...used.service.credential, ...domains };
	const { error } = await used.run(GET_SEEDED, undefined, { credential });
	if (says === undefined) expect(error).toBeUndefined();
	else expect(error?.message).toContain(says);
	expect(used.service.log.entries).toHaveLength(requests);
});

test('cancelling the execution stops sending at once, and wakes what waits', async () => {
	used.service.faults.set({
		rules: [
			{ when: { first: 3 }, then: { kind: 'slow', ms: 5 } },
			{ then: { kind: 'tooMany', retryAfter: 60 } },
		],
	});
	const paused = new Promise<void>((resolve) => {
		used.service.log.onEnd((entry) => {
			if (entry.status === 429) resolve();
		});
	});
	const { error } = await used.create(numbered(50), { requestsAtOnce: 2 }, { cancelWhen: paused });
	expect(error).toMatchObject({
		description: expect.stringMatching(/Of 50 items: .* not sent \d+–49\./) as string,
	});
	expect(used.service.log.entries.length).toBeLessThanOrEqual(6);
});
