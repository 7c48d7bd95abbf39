import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { generate } from 'selfsigned';

/** A proxy that answers for every host. */
export interface RunningProxy {
	readonly url: string;
	/** Certificate that a client has to trust, as PEM. */
	readonly certificate: string;
	stop(): Promise<void>;
}

/**
 * Starts an HTTPS proxy on 127.0.0.1 that leads every request to one registry, whatever host it was
 * meant for, so that n8n's own installer can be tried with its own settings and without the internet.
 *
 * @param registry address of the registry, without a slash at its end
 */
export async function startRegistryProxy(registry: string): Promise<RunningProxy> {
	const authority = await generate([{ name: 'commonName', value: 'Registry in a test' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
		],
	});
	const contexts = new Map<string, Promise<SecureContext>>();
	const contextOf = async (host: string): Promise<SecureContext> => {
		const issued = await generate([{ name: 'commonName', value: host }], {
			keyType: 'ec',
			algorithm: 'sha256',
			ca: { key: authority.private, cert: authority.cert },
			extensions: [
				{ name: 'basicConstraints', cA: false },
				{ name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
				{ name: 'extKeyUsage', serverAuth: true },
				{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
			],
		});
		return createSecureContext({ key: issued.private, cert: issued.cert });
	};

	const lead = (incoming: IncomingMessage, response: ServerResponse): void => {
		const onward = request(
			`${registry}${incoming.url ?? '/'}`,
			{ method: incoming.method, headers: { ...incoming.headers, 'x-forwarded-proto': 'https' } },
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		onward.on('error', () => response.writeHead(502).end());
		incoming.pipe(onward);
	};
	const inside = createServer(lead);
	const proxy = createServer(lead);
	const sockets = new Set<Socket>();
	proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
		const host = url.replace(/:\d+$/, '');
		sockets.add(socket);
		socket.on('error', () => socket.destroy());
		socket.on('close', () => sockets.delete(socket));
		const context = contexts.get(host) ?? contextOf(host);
		contexts.set(host, context);
		void context.then((secureContext) => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			const secure = new TLSSocket(socket, { isServer: true, secureContext });
			secure.on('error', () => secure.destroy());
			inside.emit('connection', secure);
		});
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const address = proxy.address();
	if (address === null || typeof address === 'string') throw new Error('It listens on no port');
	return {
		url: `http://127.0.0.1:${address.port}`,
		certificate: authority.cert,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			proxy.close();
			proxy.closeAllConnections();
			await once(proxy, 'close');
		},
	};
}
