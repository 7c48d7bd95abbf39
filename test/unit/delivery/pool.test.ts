import fc from 'fast-check';

import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { createTurns, runPool } from '../../../nodes/Submissions/delivery/pool.ts';
import { createRest } from '../../../nodes/Submissions/delivery/rest.ts';
import type { Held } from '../heldClock.ts';
import { held, holdClock, restoreClock, settle } from '../heldClock.ts';
import { holdsLaterFor, LONGEST_LAW } from '../property.ts';

beforeEach(holdClock);
afterEach(restoreClock);

/** Work that a test ends by hand, with a log of its begins. */
function handheldWork() {
	const begun: number[] = [];
	const running = new Map<number, Held<void>>();
	const work = async (index: number) => {
		begun.push(index);
		const ending = held();
		running.set(index, ending);
		await ending.promise;
		running.delete(index);
	};
	const end = async (index: number) => {
		running.get(index)?.fulfil();
		await settle();
	};
	/** Ends all of it in an order drawn by chance, with a look before the first end and after each. */
	const endAll = async (ends: Iterator<number>, look: () => void) => {
		await settle();
		look();
		while (running.size > 0) {
			const indexes = [...running.keys()];
			await end(indexes[Number(ends.next().value) % indexes.length] ?? 0);
			look();
		}
	};
	return { begun, running, work, end, endAll };
}

it('begins nothing once the brake is pulled, and waits for what is under way', async () => {
	const { work, begun, end } = handheldWork();
	const brake = createBrake(undefined);
	const log: string[] = [];
	const pool = runPool(10, () => 2, brake, createRest(), work).then(() => log.push('over'));
	await settle();
	brake.pull('stopped');
	await end(0);
	expect(begun).toStrictEqual([0, 1]);
	expect(log).toStrictEqual([]);
	await end(1);
	await pool;
	expect(begun).toStrictEqual([0, 1]);
});

it(
	'works on every item once, in order, always in as many lanes as there are, whatever ends first',
	async () => {
		const runs = fc.record({
			count: fc.integer({ min: 0, max: 30 }),
			laneCount: fc.integer({ min: 1, max: 8 }),
			ends: fc.infiniteStream(fc.nat()),
		});
		await holdsLaterFor(runs, async ({ count, laneCount, ends }) => {
			holdClock();
			const { work, begun, running, endAll } = handheldWork();
			const pool = runPool(count, () => laneCount, createBrake(undefined), createRest(), work);
			let ended = 0;
			await endAll(ends, () => {
				expect(running.size).toBe(Math.min(count - ended, laneCount));
				ended++;
			});
			await pool;
			expect(begun).toStrictEqual(Array.from({ length: count }, (_, index) => index));
		});
	},
	LONGEST_LAW,
);

it('goes on with as many lanes as are left where all look in the same moment', async () => {
	const { work, begun, end } = handheldWork();
	const wake = held();
	let lanes = 3;
	let due: Promise<void> | undefined = wake.promise;
	const pool = runPool(
		10,
		() => lanes,
		createBrake(undefined),
		() => due,
		work,
	);
	await settle();
	lanes = 1;
	due = undefined;
	wake.fulfil();
	await settle();
	for (let index = 0; index < 10; index++) await end(index);
	await pool;
	expect(begun).toStrictEqual([...Array(10).keys()]);
});

it('turns give back what the work gave, or threw, and go on after it', async () => {
	const takeTurns = createTurns();
	const ending = held<string>();
	const first = takeTurns('key', () => ending.promise);
	const second = takeTurns('key', () => Promise.resolve('second'));
	ending.refuse(new Error('first'));
	await expect(first).rejects.toThrow('first');
	await expect(second).resolves.toBe('second');
	await expect(takeTurns('key', () => Promise.resolve('third'))).resolves.toBe('third');
});

it(
	'turns of a key go on in order, one at a time, and those of other keys beside them',
	async () => {
		const asked = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });
		await holdsLaterFor(fc.tuple(asked, fc.infiniteStream(fc.nat())), async ([keys, ends]) => {
			const takeTurns = createTurns();
			const { work, begun, running, endAll } = handheldWork();
			const all = keys.map((key, index) => takeTurns(key, () => work(index)));
			await endAll(ends, () => {
				const waiting = keys.filter((_, index) => !begun.includes(index));
				const under = [...running.keys()].map((index) => keys[index]);
				expect(new Set(under).size).toBe(under.length);
				expect(under).toStrictEqual(expect.arrayContaining(waiting));
			});
			await Promise.all(all);
			for (const key of keys) {
				const isOfKey = (index: number) => keys[index] === key;
				expect(begun.filter(isOfKey)).toStrictEqual([...keys.keys()].filter(isOfKey));
			}
		});
	},
	LONGEST_LAW,
);

it('where the work throws, begins no further item, waits for what is under way, and gives what was thrown first', async () => {
	const brake = createBrake(undefined);
	const slow = held();
	const log: string[] = [];
	const work = async (index: number) => {
		log.push(`begin ${index}`);
		if (index === 1) throw new Error('first');
		await slow.promise;
		log.push(`end ${index}`);
		if (index === 2) throw new Error('second');
	};
	const ending = runPool(9, () => 3, brake, createRest(), work);
	await settle();
	expect(log).toStrictEqual(['begin 0', 'begin 1', 'begin 2']);
	slow.fulfil();
	expect(await ending).toStrictEqual({ thrown: new Error('first') });
	expect(log.slice(3)).toStrictEqual(['end 0', 'end 2']);
	expect(brake.reason?.code).toBe('brokeDown');
});
