import fc from 'fast-check';

import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import type { Pace } from '../../../nodes/Submissions/delivery/pace.ts';
import { createPace } from '../../../nodes/Submissions/delivery/pace.ts';
import type { HeldClock } from '../heldClock.ts';
import { holdClock, restoreClock, settle } from '../heldClock.ts';
import { holdsLaterFor, LONGEST_LAW } from '../property.ts';

let time: HeldClock;
beforeEach(() => {
	time = holdClock();
});
afterEach(restoreClock);

/** Lets some lanes ask for turns, one after the other in each, and logs when they get them. */
function lanes(pace: Pace, count: number, turns: number): number[] {
	const starts: number[] = [];
	const lane = async () => {
		for (let turn = 0; turn < turns; turn++) {
			await pace.turn();
			starts.push(clock.now());
		}
	};
	for (let index = 0; index < count; index++) void lane();
	return starts;
}

it('lets everyone start at once where no interval is asked for', async () => {
	const pace = createPace(0, createBrake(undefined));
	const starts = lanes(pace, 3, 4);
	await settle();
	expect(starts).toStrictEqual(Array.from({ length: 12 }, () => 0));
	expect(time.waits).toStrictEqual([]);
});

it('keeps the interval between two starts, whichever lane they are of', async () => {
	const pace = createPace(100, createBrake(undefined));
	const starts = lanes(pace, 3, 2);
	await time.pass(1000);
	expect(starts).toStrictEqual([0, 100, 200, 300, 400, 500]);
});

it('counts the interval from the last start, not from when it was asked', async () => {
	const pace = createPace(100, createBrake(undefined));
	await pace.turn();
	await time.pass(250);
	await pace.turn();
	expect(time.waits).toStrictEqual([]);
	void pace.turn();
	await settle();
	expect(time.waits).toStrictEqual([100]);
});

describe('a pause', () => {
	it('holds every lane', async () => {
		const pace = createPace(0, createBrake(undefined));
		pace.pause(500);
		const starts = lanes(pace, 3, 1);
		await time.pass(499);
		expect(starts).toStrictEqual([]);
		await time.pass(1);
		expect(starts).toStrictEqual([500, 500, 500]);
		expect(time.waits).toStrictEqual([500, 500, 500]);
	});

	it('that ends later stays when a shorter one is called', async () => {
		const pace = createPace(0, createBrake(undefined));
		pace.pause(500);
		pace.pause(100);
		const starts = lanes(pace, 1, 1);
		await time.pass(1000);
		expect(starts).toStrictEqual([500]);
	});

	it('that is called while lanes wait makes them wait on', async () => {
		const pace = createPace(0, createBrake(undefined));
		pace.pause(100);
		const starts = lanes(pace, 2, 1);
		await time.pass(50);
		pace.pause(200);
		await time.pass(1000);
		expect(starts).toStrictEqual([250, 250]);
	});

	it('keeps the interval between the starts after it', async () => {
		const pace = createPace(50, createBrake(undefined));
		pace.pause(300);
		const starts = lanes(pace, 3, 1);
		await time.pass(1000);
		expect(starts).toStrictEqual([300, 350, 400]);
	});
});

it('wakes who waits when the brake is pulled, and takes no turn for them', async () => {
	const brake = createBrake(undefined);
	const pace = createPace(0, brake);
	pace.pause(60_000);
	const turn = pace.turn();
	await settle();
	brake.pull('stopped');
	await turn;
	await pace.turn();
	expect(time.waits).toStrictEqual([60_000]);
});

it(
	'never lets two starts come closer than the interval, or one come inside a pause',
	async () => {
		const runs = fc.record({
			interval: fc.nat({ max: 50 }),
			count: fc.integer({ min: 1, max: 6 }),
			turns: fc.integer({ min: 1, max: 5 }),
			pauses: fc.array(fc.record({ after: fc.nat({ max: 60 }), span: fc.nat({ max: 200 }) })),
		});
		await holdsLaterFor(runs, async ({ interval, count, turns, pauses }) => {
			const held = holdClock();
			const pace = createPace(interval, createBrake(undefined));
			const starts = lanes(pace, count, turns);
			const paused: (readonly [from: number, to: number])[] = [];
			for (const { after, span } of pauses) {
				await held.pass(after);
				pace.pause(span);
				paused.push([clock.now(), clock.now() + span]);
			}
			await held.pass(100_000);
			expect(starts).toHaveLength(count * turns);
			for (const [index, start] of starts.entries()) {
				const before = starts[index - 1];
				if (before !== undefined) expect(start - before).toBeGreaterThanOrEqual(interval);
				for (const [from, to] of paused) expect(start > from && start < to).toBe(false);
			}
		});
	},
	LONGEST_LAW,
);
