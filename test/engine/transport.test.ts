import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';

import type { Outcome } from './engine.ts';
import { runNode } from './engine.ts';
import { FORM, FREE_FORM, locator, SEEDED } from './service.ts';
import { useService } from './useService.ts';

const used = useService();
const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function listen(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

async function get(options: INodeParameters, baseUrl = used.service.address): Promise<Outcome> {
	return await runNode({
		credential: { ...used.service.credential, baseUrl },
		parameters: {
			operation: 'get',
			form: locator(FORM),
			submission: locator(SEEDED),
			options: { maxAttempts: 1, maxWait: 0, ...options },
		},
	});
}

describe('Timeout', () => {
	test('ends a request that gets no answer', async () => {
		used.service.faults.set({ rules: [{ then: { kind: 'hang' } }] });
		const { error } = await get({ timeout: 100 });
		expect(error?.message).toBe('No complete answer arrived in time [item 0]');
	});

	test('ends an answer that only drips in', async () => {
		used.service.faults.set({ rules: [{ then: { kind: 'slow', ms: 40, drip: 1 } }] });
		const { error } = await get({ timeout: 150 });
		expect(error?.message).toBe('No complete answer arrived in time (status 200) [item 0]');
	});

	test('says of a create that it may exist', async () => {
		used.service.faults.set({ rules: [{ then: { kind: 'hangAfterStoring' } }] });
		const { error } = await runNode({
			credential: used.service.credential,
			items: [{ json: { n: 1 } }],
			parameters: {
				operation: 'create',
				form: locator(FREE_FORM),
				fieldDataMode: 'autoMap',
				options: { timeout: 100 },
			},
		});
		expect(error).toMatchObject({ context: { details: { outcome: 'unknown', attempts: 1 } } });
		expect(used.service.log.entries).toHaveLength(1);
	});
});

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
		return { address: `127.0.0.1:${await listen(createHttpServer(forward))}`, asked };
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
	async function startTls(): Promise<string> {
		const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
		const server = createHttpsServer({ key, cert }, (_, answer) => {
			answer.setHeader('content-type', 'application/json');
			answer.end('{"permalink":"SUBMiSSi2n"}');
		});
		return `https://127.0.0.1:${await listen(server)}`;
	}

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
		const { output } = await runNode({
			credential: {
				...used.service.credential,
				baseUrl: await startTls(),
				...(inCredential && { allowUnauthorizedCerts: true }),
			},
			parameters: {
				operation: 'get',
				form: locator(FORM),
				submission: locator(SEEDED),
				options: inOptions === undefined ? {} : { allowUnauthorizedCerts: inOptions },
			},
		});
		expect(output).toMatchObject([{ json: { found: true, data: { permalink: SEEDED } } }]);
	});
});

describe('Allowed Domains of the credential', () => {
	test.each([
		['forms.example.com, *.example.com', 'n8n blocked the request', 0],
		['127.0.0.1', undefined, 1],
	])('%s', async (allowedDomains, says, requests) => {
		const { error } = await runNode({
			credential: {
				...used.service.credential,
				allowedHttpRequestDomains: 'domains',
				allowedDomains,
			},
			parameters: { operation: 'get', form: locator(FORM), submission: locator(SEEDED) },
		});
		if (says === undefined) expect(error).toBeUndefined();
		else expect(error?.message).toContain(says);
		expect(used.service.log.entries).toHaveLength(requests);
	});
});

describe('answers that are too much', () => {
	async function answering(respond: RequestListener): Promise<Outcome> {
		const port = await listen(createHttpServer(respond));
		return await get({}, `http://127.0.0.1:${port}`);
	}

	test('more than 16 MB is not read to its end', async () => {
		let written = 0;
		const { error } = await answering((_, answer) => {
			const chunk = Buffer.alloc(1024 * 1024, 'x');
			const write = () => {
				while (!answer.destroyed && written < 500) {
					written++;
					if (!answer.write(chunk)) return;
				}
				answer.end();
			};
			answer.on('drain', write);
			write();
		});
		expect(error?.message).toBe(
			'The answer is larger than 16 MB, so reading it was given up (status 200) [item 0]',
		);
		expect(written).toBeLessThan(100);
	});

	test('nesting beyond what n8n can save is not passed on', async () => {
		const { error } = await answering((_, answer) => {
			answer.setHeader('content-type', 'application/json');
			answer.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
		});
		expect(error?.message).toBe('The answer is nested too deeply to be read (status 200) [item 0]');
	});
});

describe('cancelling the execution', () => {
	test('stops sending at once, and wakes what waits', async () => {
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
		const { error } = await runNode({
			credential: used.service.credential,
			items: Array.from({ length: 50 }, (_, n) => ({ json: { n } })),
			parameters: {
				operation: 'create',
				form: locator(FREE_FORM),
				fieldDataMode: 'autoMap',
				options: { requestsAtOnce: 2 },
			},
			cancelWhen: paused,
		});
		expect(error).toMatchObject({
			description: expect.stringMatching(/Of 50 items: .* not sent \d+–49\./) as string,
		});
		expect(used.service.log.entries.length).toBeLessThanOrEqual(6);
	});
});
