import { z } from 'zod';

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).nonempty();

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
 * Connects to a Node.js process that listens for its inspector (`--inspect`).
 *
 * @param port the inspector's port on 127.0.0.1
 */
export async function openInspector(port: number): Promise<Inspector> {
	const list = await fetch(`http://127.0.0.1:${String(port)}/json/list`);
	const [{ webSocketDebuggerUrl }] = targetsSchema.parse(await list.json());
	const socket = new WebSocket(webSocketDebuggerUrl);
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
