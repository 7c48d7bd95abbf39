import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that speaks no HTTP of its own, so that it can answer in any way at all. */
export interface RawServer {
	/** `127.0.0.1:<port>`. */
	readonly host: string;
	/** Everything that was sent to it, connection by connection. */
	readonly heard: string[];
	/** How many connections it holds open. */
	open(): number;
	/** Waits until it holds none open. */
	closed(): Promise<void>;
}

/** Starts servers for the tests of a file, and ends them after each test. */
export function useServers(): (answer: (socket: Socket) => unknown) => Promise<RawServer> {
	const servers: Server[] = [];
	const sockets = new Set<Socket>();
	afterEach(() => {
		for (const socket of sockets) socket.destroy();
		for (const server of servers.splice(0)) server.close();
	});
	return async (answer) => {
		const heard: string[] = [];
		let open = 0;
		const closed = new EventEmitter();
		const server = createServer((socket) => {
			const index = heard.push('') - 1;
			let said = '';
			open++;
			sockets.add(socket);
			socket.on('error', () => undefined);
			socket.on('close', () => {
				open--;
				sockets.delete(socket);
				closed.emit('close');
			});
			let answered = false;
			socket.on('data', (bytes: Buffer) => {
				said += bytes.toString('latin1');
				heard[index] = said;
				if (answered) return;
				answered = true;
				answer(socket);
			});
		});
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return {
			host: `127.0.0.1:${port}`,
			heard,
			open: () => open,
			closed: async () => {
				while (open > 0) await once(closed, 'close');
			},
		};
	};
}
