import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import { runPool } from '../../../nodes/Submissions/delivery/pool.ts';
import type { Rest } from '../../../nodes/Submissions/delivery/rest.ts';
import { afterRest, createRest } from '../../../nodes/Submissions/delivery/rest.ts';
import type { Held } from '../heldClock.ts';
import { held, restoreClock, settle } from '../heldClock.ts';

afterEach(restoreClock);

const COUNT = 100;

type Work = (rest: Rest, work: () => void) => Promise<unknown>;

const inLanes: Work = async (rest, work) =>
	await runPool(
		COUNT,
		() => 5,
		createBrake(undefined),
		rest,
		async () => {
			work();
			await Promise.resolve();
		},
	);
const allAtOnce: Work = async (rest, work) =>
	await Promise.all(
		Array.from({ length: COUNT }, async () => {
			await afterRest(rest, work);
		}),
	);

it.each([
	['in the lanes of a pool, which wait for nothing', 1, inLanes],
	['in the lanes of a pool, which wait for nothing', 100, inLanes],
	['that all wait for the same rest', 1, allAtOnce],
	['that all wait for the same rest', 100, allAtOnce],
])('everything else has its turn between works %s: %i ms each', async (_, span, start) => {
	let now = 0;
	let turnBegan = 0;
	let longest = 0;
	let waiting: Held<void>[] = [];
	clock.now = () => now;
	clock.sleep = async (pause) => {
		expect(pause).toBe(0);
		const turn = held();
		waiting.push(turn);
		await turn.promise;
	};
	const working = start(createRest(), () => {
		now += span;
		longest = Math.max(longest, now - turnBegan);
	});
	await settle();
	while (waiting.length > 0) {
		turnBegan = now;
		// Whoever waits for the next turn is woken in the same one, one after the other.
		const turns = waiting;
		waiting = [];
		for (const turn of turns) {
			turn.fulfil();
			await settle();
		}
	}
	await working;
	expect(now).toBe(COUNT * span);
	expect(longest).toBeLessThanOrEqual(15 + span);
});
