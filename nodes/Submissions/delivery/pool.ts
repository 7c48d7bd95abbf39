import type { Brake } from './brake';
import type { Rest } from './rest';

/**
 * Works on items in order, several at once, until none is left or the brake is pulled.
 *
 * The next item is begun only when a lane is free. Waiting for the network gives way to n8n's other
 * work by itself; items that never get so far do not, so the lanes rest now and then.
 *
 * Whatever the work throws, no further item is begun, and what is under way is waited for.
 *
 * @param count how many items there are
 * @param lanes how many may be worked on at once, at least 1; it is asked anew after each item
 * @param brake the run's brake
 * @param rest of the run
 * @param work the work on one item, by its number from 0; it is begun in order
 * @returns the first thing that was thrown, wrapped; undefined where nothing was
 */
export async function runPool(
	count: number,
	lanes: () => number,
	brake: Brake,
	rest: Rest,
	work: (index: number) => Promise<void>,
): Promise<{ readonly thrown: unknown } | undefined> {
	let next = 0;
	let active = 0;
	let breakdown: { readonly thrown: unknown } | undefined;
	const running: Promise<void>[] = [];
	const lane = async () => {
		try {
			while (next < count && brake.reason === undefined && active <= lanes()) {
				const due = rest();
				if (due !== undefined) await due;
				else {
					await work(next++);
					widen();
				}
			}
		} catch (thrown) {
			breakdown ??= { thrown };
			brake.pull('brokeDown');
		}
		// In the moment of the last look: of lanes that wake together each must see who has left before it.
		active--;
	};
	const widen = () => {
		while (next < count && brake.reason === undefined && active < lanes()) {
			active++;
			running.push(lane());
		}
	};
	widen();
	// Lanes are added while others run.
	for (const lanesEnd of running) await lanesEnd;
	return breakdown;
}

/** Lets work on the same thing happen one after the other, in the order in which it was asked for. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes the turns of one run. */
export function createTurns(): TakeTurns {
	const last = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const mine = (last.get(key) ?? Promise.resolve()).then(work);
		const settled = mine.catch(() => undefined);
		last.set(key, settled);
		try {
			return await mine;
		} finally {
			if (last.get(key) === settled) last.delete(key);
		}
	};
}
