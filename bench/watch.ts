import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessUse } from './processUse.ts';

/** One look at a running n8n from outside. */
export interface Look {
	/** When it was asked, milliseconds since 1970. */
	readonly askedAt: number;
	/** When its answer was there, milliseconds since 1970. */
	readonly answeredAt: number;
	/** Its process's processor time when the answer was there, in milliseconds. */
	readonly cpuMs: number;
	/** Its resident memory then, in bytes. */
	readonly residentBytes: number;
}

/** A watch over an n8n. */
export interface Watch {
	/** Ends it and gives all its looks in order. */
	stop(): Promise<Look[]>;
}

/** How long it waits between an answer and the next question. */
export const LOOK_EVERY_MS = 20;

/**
 * Asks an n8n's health again and again from outside, one question at a time, and notes what its
 * process uses. The answer is late by as long as n8n does nothing else.
 */
export function watchN8n({ url, pid }: { readonly url: string; readonly pid: number }): Watch {
	const looks: Look[] = [];
	let stopped = false;
	const look = async (): Promise<void> => {
		while (!stopped) {
			const askedAt = now();
			await askHealth(url);
			looks.push({ askedAt, answeredAt: now(), ...readProcessUse(pid) });
			await wait(LOOK_EVERY_MS);
		}
	};
	const looking = look();
	// It is told of when the watch ends, not before.
	looking.catch(() => undefined);
	return {
		stop: async () => {
			stopped = true;
			await looking;
			return looks;
		},
	};
}

/** On a connection of its own: one that was kept open can be closed by n8n after a long stall. */
async function askHealth(url: string): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(`${url}/healthz`, { agent: false }, (response) => {
			response.on('end', resolve).on('error', reject).resume();
		}).on('error', reject);
	});
}

function now(): number {
	return performance.timeOrigin + performance.now();
}
