import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A port that leads to a service, and can be as if nothing listened there. */
export interface Front {
	/** Refuses connections for so many milliseconds. Those that stand go on to their end. */
	refuse(ms: number): Promise<void>;
	close(): void;
}

/**
 * Listens on one port of this machine and passes every connection on to another one: a service is
 * restarted in good order, as it were, without what it keeps being lost.
 */
export async function openFront(port: number, servicePort: number): Promise<Front> {
	let server = await listening(port, servicePort);
	let closed = false;
	return {
		refuse: async (ms) => {
			server.close();
			await wait(ms);
			if (!closed) server = await listening(port, servicePort);
		},
		close: () => {
			closed = true;
			server.close();
		},
	};
}

async function listening(port: number, servicePort: number): Promise<Server> {
	const server = createServer({ allowHalfOpen: true }, (client) => {
		const service = connect({ host: '127.0.0.1', port: servicePort, allowHalfOpen: true });
		client.pipe(service).pipe(client);
		client.on('error', () => service.destroy());
		service.on('error', () => client.destroy());
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return server;
}
