import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';

import { useListening } from '../listening.ts';

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
	const listen = useListening();
	return async (answer) => {
		const heard: string[] = [];
		let open = 0;
		const closed = new EventEmitter();
		const server = createServer((socket) => {
			const index = heard.push('') - 1;
			open++;
			socket.on('error', () => undefined);
			socket.on('close', () => {
				open--;
				closed.emit('close');
			});
			socket.on('data', (bytes: Buffer) => {
				const isFirst = heard[index] === '';
				heard[index] = `${heard[index] ?? ''}${bytes.toString('latin1')}`;
				if (isFirst) answer(socket);
			});
		});
		return {
			host: await listen(server),
			heard,
			open: () => open,
			closed: async () => {
				while (open > 0) await once(closed, 'close');
			},
		};
	};
}
