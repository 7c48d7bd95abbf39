import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { PlannedAnswer } from './answer.ts';
import type { Order, Reply, Report } from './server.ts';

/** The hostile service, from the side of the campaign. */
export interface HostileService {
	readonly address: string;
	/** Gives this answer from now on, and begins a new list of what is heard. */
	prepare(answer: PlannedAnswer): Promise<void>;
	/** What was heard of since then. */
	report(): Promise<Report>;
	close(): Promise<void>;
}

/** Starts it in a thread of its own. */
export async function startHostileService(): Promise<HostileService> {
	const worker = new Worker(resolve(__dirname, 'server.ts'));
	const next = async () => ((await once(worker, 'message')) as [Reply])[0];
	const tell = async (order: Order) => {
		const reply = next();
		worker.postMessage(order);
		return await reply;
	};
	const started = await next();
	if (typeof started !== 'object' || !('port' in started)) throw new Error('It did not start');
	return {
		address: `http://127.0.0.1:${started.port}`,
		async prepare(answer) {
			await tell({ answer });
		},
		async report() {
			const reply = await tell('report');
			if (typeof reply !== 'object' || !('heard' in reply)) throw new Error('It did not report');
			return reply;
		},
		async close() {
			await worker.terminate();
		},
	};
}
