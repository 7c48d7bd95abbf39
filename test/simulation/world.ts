/** Time that costs nothing, and chance that is the same in each run of a seed. */
export interface World {
	/** Milliseconds since the beginning. */
	readonly now: () => number;
	readonly random: () => number;
	readonly sleep: (span: number) => Promise<void>;
	/** Lets time go on from one sleeper's end to the next until the work is done. */
	readonly drive: (work: Promise<unknown>) => Promise<void>;
}

interface Sleeper {
	readonly until: number;
	readonly wake: () => void;
}

/** @param seed of the chance */
export function createWorld(seed: number): World {
	let now = 0;
	const sleepers: Sleeper[] = [];
	return {
		now: () => now,
		random: seededChance(seed),
		sleep: (span) =>
			new Promise((wake) => {
				const until = now + Math.max(0, span);
				// In order of their ends; of those at the same time, the one that began first.
				let place = sleepers.length;
				while (place > 0 && (sleepers[place - 1]?.until ?? 0) > until) place--;
				sleepers.splice(place, 0, { until, wake });
			}),
		async drive(work) {
			const ends: number[] = [];
			const finish = () => {
				ends.push(now);
			};
			void work.then(finish, finish);
			for (;;) {
				await new Promise((resolve) => setImmediate(resolve));
				if (ends.length > 0) break;
				const next = sleepers.shift();
				if (next === undefined) throw new Error(`Nobody sleeps at ${now}, and it is not done`);
				now = Math.max(now, next.until);
				next.wake();
			}
			await work;
		},
	};
}

/** Mulberry32. */
function seededChance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
