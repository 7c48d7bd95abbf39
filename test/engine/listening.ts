import { once } from 'node:events';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

import { generate } from 'selfsigned';

/**
 * Lets servers listen for the tests of a file, and ends them after each test.
 *
 * @returns lets one listen, and gives its host and port
 */
export function useListening(): (server: Server) => Promise<string> {
	const servers: Server[] = [];
	const sockets = new Set<Socket>();
	afterEach(() => {
		for (const socket of sockets) socket.destroy();
		for (const server of servers.splice(0)) server.close();
	});
	return async (server) => {
		servers.push(server);
		server.on('connection', (socket) => {
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return `127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
}

/** A server with a certificate that nobody vouches for. */
export async function createSelfSigned(answer?: RequestListener): Promise<Server> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
	return createServer({ key, cert }, answer);
}
