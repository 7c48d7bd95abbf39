import { z } from 'zod';

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).nonempty();

const profileSchema = z
	.object({
		nodes: z.array(
			z
				.object({
					id: z.number(),
					callFrame: z.object({
						functionName: z.string(),
						url: z.string(),
						lineNumber: z.number(),
						columnNumber: z.number(),
						scriptId: z.string(),
					}),
					children: z.array(z.number()).optional(),
				})
				.passthrough(),
		),
		samples: z.array(z.number()),
		timeDeltas: z.array(z.number()),
	})
	.passthrough();

/** A CPU profile as Chrome's developer tools keep it; times in microseconds. */
export type CpuProfile = z.output<typeof profileSchema>;

const replySchema = z.object({
	id: z.number().optional(),
	result: z.object({ profile: z.unknown() }).partial().optional(),
	error: z.object({ message: z.string() }).optional(),
});

/** Takes a CPU profile of another process. */
export interface Profiler {
	start(): Promise<void>;
	/** Ends the recording and the connection. */
	stop(): Promise<CpuProfile>;
}

/**
 * Connects to a Node.js process that listens for its inspector.
 *
 * @param port the inspector's port on 127.0.0.1
 */
export async function profiler(port: number): Promise<Profiler> {
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
	const call = async (method: string, params: object = {}): Promise<unknown> =>
		await new Promise((resolve, reject) => {
			const id = ++last;
			const listen = ({ data }: MessageEvent): void => {
				const reply = replySchema.parse(JSON.parse(String(data)));
				if (reply.id !== id) return;
				socket.removeEventListener('message', listen);
				if (reply.error) reject(new Error(reply.error.message));
				else resolve(reply.result?.profile);
			};
			socket.addEventListener('message', listen);
			socket.send(JSON.stringify({ id, method, params }));
		});
	return {
		start: async () => {
			await call('Profiler.enable');
			await call('Profiler.setSamplingInterval', { interval: 500 });
			await call('Profiler.start');
		},
		stop: async () => {
			const profile = profileSchema.parse(await call('Profiler.stop'));
			socket.close();
			return profile;
		},
	};
}
