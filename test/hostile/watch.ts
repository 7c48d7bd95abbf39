import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What some work took of n8n's one thread and its memory. */
export interface Taken {
	/** The longest time for which nothing else had a turn, in milliseconds of this thread's own work. */
	readonly stall: number;
	/** The most memory beyond what was in use before, in bytes. */
	readonly memory: number;
}

const BETWEEN_LOOKS = 2;

/** So much is left of earlier runs at most when one begins, in bytes. */
const MOST_LEFT_OVER = 48 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let floor = Infinity;

/** Collects what earlier runs left, where it would hide what the next one takes. */
export function tidyUp(): void {
	if (used() < floor + MOST_LEFT_OVER) return;
	collectGarbage();
	floor = used();
}

/**
 * Watches some work. A stall is counted in the time that the thread itself worked, so that other
 * processes on a busy machine do not make one.
 */
export async function watched<T>(
	work: () => Promise<T>,
): Promise<readonly [result: T, taken: Taken]> {
	const before = used();
	let most = before;
	let stall = 0;
	let last = { at: performance.now(), work: worked() };
	const look = () => {
		const now = { at: performance.now(), work: worked() };
		stall = Math.max(stall, Math.min(now.at - last.at, now.work - last.work));
		last = now;
		most = Math.max(most, used());
	};
	const timer = setInterval(look, BETWEEN_LOOKS);
	try {
		const result = await work();
		look();
		return [result, { stall, memory: most - before }];
	} finally {
		clearInterval(timer);
	}
}

function worked(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

function used(): number {
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
