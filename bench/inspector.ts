import { z } from 'zod';

const replySchema = z.object({
	id: z.number().optional(),
	result: z.unknown(),
	error: z.object({ message: z.string() }).optional(),
});

/** A connection to the inspector of another Node.js process. */
export interface Inspector {
	/**
	 * Calls a method of the Chrome DevTools protocol.
	 *
	 * @returns its result
	 * @throws Error in the other side's words when it refuses
	 */
	call(method: string, params?: object): Promise<unknown>;
	close(): void;
}

/**
 * Where a Node.js process listens for its inspector, by what it printed at its start. It chooses a port
 * itself (`--inspect=127.0.0.1:0`): one that was chosen for it could be taken by then, and it would start
 * all the same.
 *
 * @param printed what it and its children printed; its own words come first
 * @throws Error where it did not say so
 */
export function inspectorAddress(printed: string): string {
	const address = /^Debugger listening on (ws:\/\/\S+)$/m.exec(printed)?.[1];
	if (address === undefined) throw new Error('The process does not listen for its inspector');
	return address;
}

/**
 * Connects to a Node.js process that listens for its inspector (`--inspect`).
 *
 * @param address as it printed it
 */
export async function openInspector(address: string): Promise<Inspector> {
	const socket = new WebSocket(address);
	await new Promise<void>((resolve, reject) => {
		socket.addEventListener('open', () => {
			resolve();
		});
		socket.addEventListener('error', () => {
			reject(new Error('The inspector does not answer'));
		});
	});
	let last = 0;
	return {
		call: async (method, params = {}) =>
			await new Promise((resolve, reject) => {
				const id = ++last;
				// n8n that has died answers nothing any more.
				socket.addEventListener('close', () => {
					reject(new Error(`The inspector was closed before it answered ${method}`));
				});
				const listen = ({ data }: MessageEvent): void => {
					const reply = replySchema.parse(JSON.parse(String(data)));
					if (reply.id !== id) return;
					socket.removeEventListener('message', listen);
					if (reply.error === undefined) resolve(reply.result);
					else reject(new Error(reply.error.message));
				};
				socket.addEventListener('message', listen);
				socket.send(JSON.stringify({ id, method, params }));
			}),
		close: () => {
			socket.close();
		},
	};
}
