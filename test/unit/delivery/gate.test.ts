import fc from 'fast-check';

import type { Brake } from '../../../nodes/Submissions/delivery/brake.ts';
import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import type { Gate, Pass, Terms } from '../../../nodes/Submissions/delivery/gate.ts';
import { createGate } from '../../../nodes/Submissions/delivery/gate.ts';
import type { Limits } from '../../../nodes/Submissions/response/limits.ts';
import { NO_LIMITS } from '../../../nodes/Submissions/response/limits.ts';
import type { HeldClock } from '../heldClock.ts';
import { holdClock, restoreClock, settle } from '../heldClock.ts';
import { holdsLaterFor, LONGEST_LAW } from '../property.ts';

const MAX_WAIT = 300_000;

let time: HeldClock;
let brake: Brake;
/** Who got in, and who was sent home, in order. */
let passes: Pass[];
let sentHome: number;

beforeEach(() => {
	time = holdClock();
	clock.random = () => 0.5;
	brake = createBrake(undefined);
	passes = [];
	sentHome = 0;
});
afterEach(restoreClock);

function open(terms: Partial<Terms> = {}): Gate {
	return createGate({
		clock,
		brake,
		most: undefined,
		minInterval: 0,
		maxWait: MAX_WAIT,
		ask: undefined,
		tell: () => undefined,
		...terms,
	});
}

async function enter(gate: Gate, count: number): Promise<void> {
	for (let asked = 0; asked < count; asked++) {
		void gate.enter().then((pass) => {
			if (pass === undefined) sentHome++;
			else passes.push(pass);
		});
	}
	await settle();
}

async function entered(count: number, terms: Partial<Terms> = {}): Promise<Gate> {
	const gate = open(terms);
	await enter(gate, count);
	return gate;
}

function passAt(index: number): Pass {
	const pass = passes[index];
	if (pass === undefined) throw new Error(`Only ${passes.length} got in`);
	return pass;
}

const asked = (seconds: number): Limits => ({ ...NO_LIMITS, wait: seconds * 1000 });
const rest = (remaining: number, reset: number): Limits => ({ ...NO_LIMITS, remaining, reset });
const starts = () => passes.map(({ at }) => at);

describe('how many at once', () => {
	it.each([
		[undefined, 5],
		[1, 1],
		[3, 3],
		[50, 50],
	])(
		'is what is set, or five (%s), and the next goes when one is answered',
		async (most, count) => {
			const gate = await entered(60, { most });
			expect(passes).toHaveLength(count);
			gate.accepted(passAt(0), NO_LIMITS, 20);
			await settle();
			expect(passes).toHaveLength(count + 1);
		},
	);

	it('grows step by step to twenty while answers take as long as at the beginning', async () => {
		const gate = open();
		const counts = await crowdOver(gate, 4000, () => 200);
		const peaks = new Set(counts.map((_, index) => Math.max(...counts.slice(0, index + 1))));
		expect([...peaks].slice(0, 4)).toStrictEqual([5, 6, 7, 8]);
		expect(peaks.size).toBeGreaterThan(12);
		expect(counts.at(-1)).toBe(20);
	});

	it('stays where answers wait for each other', async () => {
		const gate = open();
		const counts = await crowdOver(gate, 4000, (underWay) => 40 * underWay);
		expect(Math.max(...counts)).toBeLessThanOrEqual(8);
	});

	it('never goes beyond what is set, as quick as answers may be', async () => {
		const gate = open({ most: 6 });
		expect(new Set(await crowdOver(gate, 1000, () => 200))).toStrictEqual(new Set([6]));
	});

	it('lets one alone go where none has been, and never again so many after it did harm', async () => {
		const gate = open();
		let inDoubt = 0;
		const counts = await crowdOver(gate, 4000, () => 200, {
			atMost: 10,
			exceeded: (pass) => {
				inDoubt++;
				gate.troubled(pass, 'perhaps');
			},
		});
		expect(inDoubt).toBe(1);
		expect(counts.at(-1)).toBe(9);
	});
});

interface Limit {
	readonly atMost: number;
	readonly exceeded: (pass: Pass) => void;
}

/**
 * Keeps the gate busy with a service that answers in rounds, and tells how many were under way in each.
 *
 * @param took how long an answer takes with so many under way
 * @param limit what it takes at most, and what becomes of one more
 */
async function crowdOver(
	gate: Gate,
	items: number,
	took: (underWay: number) => number,
	limit: Limit = { atMost: Infinity, exceeded: () => undefined },
): Promise<number[]> {
	await enter(gate, items);
	const counts: number[] = [];
	for (let done = 0; done < passes.length;) {
		const round = passes.slice(done);
		counts.push(round.length);
		const span = took(round.length);
		done += round.length;
		for (const pass of round.slice(limit.atMost)) limit.exceeded(pass);
		await time.pass(span);
		for (const pass of round.slice(0, limit.atMost)) gate.accepted(pass, NO_LIMITS, span);
		// Where it closed, a probe goes when its pause is over.
		await time.pass(passes.length > done ? 0 : 10_000);
	}
	return counts.filter((count, index) => count > 1 && index < counts.length - 1);
}

it('keeps the least interval between two starts', async () => {
	const gate = await entered(3, { minInterval: 100 });
	await time.pass(1000);
	expect(starts()).toStrictEqual([0, 100, 200]);
	await enter(gate, 1);
	expect(starts()).toStrictEqual([0, 100, 200, 1000]);
});

describe('a refusal for now', () => {
	it('closes the gate once for all that were sent together, and then one goes at a time', async () => {
		const gate = await entered(20);
		for (const pass of passes.slice()) expect(gate.refused(pass, asked(2))).toBe('again');
		await time.pass(1999);
		expect(passes).toHaveLength(5);
		await time.pass(60_000);
		expect(passes).toHaveLength(6);
		expect(passAt(5)).toMatchObject({ isProbe: true });

		gate.refused(passAt(5), asked(3));
		await time.pass(2999);
		expect(passes).toHaveLength(6);
		await time.pass(1000);
		expect(passes).toHaveLength(7);

		gate.accepted(passAt(6), NO_LIMITS, 20);
		await time.pass(60_000);
		expect(passes.length).toBeGreaterThan(7);
		expect(passAt(7)).toMatchObject({ isProbe: false });
	});

	it.each<[string, Limits[], number]>([
		['seconds', [asked(2), asked(2)], 2000],
		['a part of a second', [asked(0.25), asked(0.25)], 250],
		['a reset with nothing left', [rest(0, 7000), rest(0, 7000)], 7000],
		['both, where Retry-After comes first', [{ ...rest(0, 7000), wait: 2000 }], 2000],
		['the longest of several', [asked(1), asked(5), NO_LIMITS], 5000],
	])('is asked again as asked, a little later, never sooner: %s', async (_, all, wait) => {
		const gate = await entered(all.length);
		for (const [index, limits] of all.entries()) gate.refused(passAt(index), limits);
		await enter(gate, 1);
		await time.pass(MAX_WAIT);
		expect(passAt(all.length).at).toBeGreaterThanOrEqual(wait);
		expect(passAt(all.length).at).toBeLessThanOrEqual(wait + 100);
	});

	it.each([
		['no hint', NO_LIMITS],
		['no time', asked(0)],
	])('with %s is asked again at growing intervals', async (_, limits) => {
		const gate = await entered(1, { most: 1 });
		gate.refused(passAt(0), limits);
		const pauses: number[] = [];
		for (let probe = 1; probe <= 40; probe++) {
			const refusedAt = clock.now();
			await enter(gate, 1);
			await time.pass(6000);
			pauses.push(passAt(probe).at - refusedAt);
			gate.refused(passAt(probe), limits);
		}
		expect(pauses[0]).toBe(150);
		expect(pauses).toStrictEqual(pauses.slice().sort((one, other) => one - other));
		expect(pauses.at(-1)).toBe(5000);
	});

	it('of what was sent before the gate last opened does not close it again', async () => {
		const gate = await entered(43);
		// It takes three at once, so that it is not for being too many that it refuses.
		for (let done = 0; done < 40; done++) {
			gate.accepted(passAt(done), NO_LIMITS, 20);
			await settle();
		}
		gate.refused(passAt(40), asked(1));
		gate.refused(passAt(41), asked(1));
		await enter(gate, 1);
		await time.pass(2000);
		gate.accepted(passAt(43), NO_LIMITS, 20);
		gate.refused(passAt(42), asked(100));
		await enter(gate, 1);
		await time.pass(5000);
		expect(passes).toHaveLength(45);
	});

	it('gives up at once where it asks for longer than the longest wait, and sends all home', async () => {
		const gate = await entered(8);
		expect(gate.refused(passAt(0), asked(300))).toBe('again');
		expect(gate.givenUp).toBeUndefined();
		expect(gate.refused(passAt(1), asked(301))).toBe('over');
		await settle();
		expect(gate.givenUp).toStrictEqual({ asked: 301_000 });
		expect(sentHome).toBe(3);
		await enter(gate, 1);
		expect(sentHome).toBe(4);
	});

	it('gives up after the longest wait without one accepted request', async () => {
		const gate = open({ most: 1, maxWait: 10_000 });
		await time.pass(50_000);
		await enter(gate, 1);
		let verdict = gate.refused(passAt(0), NO_LIMITS);
		while (verdict === 'again') {
			await enter(gate, 1);
			await time.pass(5000);
			verdict = gate.refused(passAt(passes.length - 1), NO_LIMITS);
		}
		const waited = clock.now() - 50_000;
		expect(gate.givenUp).toStrictEqual({ waited });
		expect(waited).toBeGreaterThan(10_000);
		expect(waited).toBeLessThanOrEqual(15_000);
	});

	it('has waited for no time where it may not wait', async () => {
		const gate = open({ most: 1, maxWait: 0 });
		await enter(gate, 1);
		expect(gate.refused(passAt(0), NO_LIMITS)).toBe('again');
		await enter(gate, 1);
		await time.pass(5000);
		expect(gate.refused(passAt(1), NO_LIMITS)).toBe('over');
		expect(gate.givenUp).toStrictEqual({ waited: 0 });
	});

	it('gives its place to another where the one that was to ask was not sent', async () => {
		const gate = await entered(1);
		gate.refused(passAt(0), asked(1));
		await enter(gate, 3);
		await time.pass(2000);
		expect(passes).toHaveLength(2);
		gate.leave(passAt(1));
		await settle();
		expect(passes).toHaveLength(3);
		expect(passAt(2)).toMatchObject({ isProbe: true, others: 0 });
	});
});

describe('what the service tells of the rest', () => {
	it('lets no more start than it has room for, until it has more', async () => {
		const gate = await entered(1);
		gate.accepted(passAt(0), rest(2, 9000), 20);
		await enter(gate, 5);
		expect(passes).toHaveLength(3);
		gate.accepted(passAt(1), rest(1, 9000), 20);
		gate.accepted(passAt(2), rest(0, 9000), 20);
		await time.pass(20_000);
		expect(starts().slice(0, 4)).toStrictEqual([0, 0, 0, 9000]);
	});

	it('is believed for a minute where nothing was refused', async () => {
		const gate = await entered(1);
		gate.accepted(passAt(0), rest(0, 3_600_000), 20);
		await enter(gate, 1);
		await time.pass(3_600_000);
		expect(starts()).toStrictEqual([0, 60_000]);
	});

	it('is void when the service takes one in spite of it', async () => {
		const gate = await entered(1);
		gate.refused(passAt(0), { ...rest(0, 50_000), wait: 1000 });
		await enter(gate, 2);
		await time.pass(2000);
		gate.accepted(passAt(1), rest(5, 48_000), 20);
		await time.pass(2000);
		expect(passes).toHaveLength(3);
	});
});

describe('a sign that the service is away', () => {
	it.each(['never', 'perhaps'] as const)(
		'closes the gate, and one asks at doubling intervals (it reached it: %s)',
		async (reached) => {
			const gate = await entered(1, { most: 1 });
			gate.accepted(passAt(0), NO_LIMITS, 0);
			passes = [];
			await enter(gate, 1);
			gate.troubled(passAt(0), reached);
			for (let probe = 1; probe <= 6; probe++) {
				await enter(gate, 1);
				await time.pass(10_000);
				expect(passes).toHaveLength(probe + 1);
				const waited = passAt(probe).at - (probe === 1 ? 0 : (probe - 1) * 10_000);
				const longest = reached === 'never' ? 2000 : 5000;
				expect(waited).toBe(Math.min(longest, 500 * 2 ** (probe - 1)));
				gate.troubled(passAt(probe), reached);
			}
			expect(time.waits.length).toBeLessThan(30);
		},
	);

	it.each([
		['never', false, 36],
		['perhaps', false, 36],
		['never', true, 66],
		['perhaps', true, 66],
	] as const)(
		'ends the run, and sooner where nothing was ever taken (%s, taken: %s)',
		async (reached, wasTaken, most) => {
			const gate = open({ most: 1, maxWait: 60_000 });
			if (wasTaken) {
				await enter(gate, 1);
				gate.accepted(passAt(0), NO_LIMITS, 0);
				passes = [];
			}
			let seconds = 0;
			for (let probe = 0; gate.givenUp === undefined && seconds < 100; probe++) {
				await enter(gate, 1);
				for (; passes.length <= probe && seconds < 100; seconds++) await time.pass(1000);
				gate.troubled(passAt(probe), reached);
			}
			expect(seconds).toBeGreaterThan(most - 8);
			expect(seconds).toBeLessThanOrEqual(most);
		},
	);

	it('is followed by a question that can do no harm, where items could, until that is answered', async () => {
		const asks: number[] = [];
		const gate = open({
			ask: () => {
				asks.push(clock.now());
				return Promise.resolve(asks.length === 3);
			},
		});
		await enter(gate, 5);
		for (const pass of passes.slice()) gate.troubled(pass, 'perhaps');
		await enter(gate, 5);
		await time.pass(20_000);
		expect(asks).toStrictEqual([500, 1500, 3500]);
		expect(starts().slice(5)).toStrictEqual([3500]);

		gate.troubled(passAt(5), 'perhaps');
		await time.pass(20_000);
		expect(asks.length).toBeGreaterThan(3);
		expect(passes).toHaveLength(6);
	});

	it.each([
		['a question alone is not answered well, either', 0, [false, true], 5],
		['it takes a question alone, so that they were too many', 0, [true], 1],
		['the question was not alone', 1, [false, true], 1],
	])(
		'that spares one of five leaves as many as before where %s',
		async (_, stillUnderWay, answers, atOnce) => {
			const replies = [...answers];
			const gate = await entered(5, { ask: () => Promise.resolve(replies.shift() ?? true) });
			const [spared, ...others] = passes.slice(stillUnderWay);
			for (const pass of others) gate.troubled(pass, 'perhaps');
			if (spared !== undefined) gate.accepted(spared, NO_LIMITS, 10);
			await enter(gate, 9);
			await time.pass(20_000);
			gate.accepted(passAt(5), NO_LIMITS, 10);
			await settle();
			expect(passes.length - 6 + stillUnderWay).toBe(atOnce + stillUnderWay);
		},
	);

	it.each([
		['all but one', 1, [5, 1]],
		['all', 0, [5, 2, 1]],
	])(
		'that takes %s and comes again so soon after an outage is put down to how many there were',
		async (_, spared, expected) => {
			let asks = 0;
			// Each time it is away for a single one as well.
			const gate = await entered(5, { ask: () => Promise.resolve(asks++ % 2 === 1) });
			const together: number[] = [];
			while (together.length < expected.length) {
				const lost = passes.splice(0);
				const kept = lost.splice(0, spared);
				for (const pass of lost) gate.troubled(pass, 'perhaps');
				for (const pass of kept) gate.accepted(pass, NO_LIMITS, 10);
				await enter(gate, 9);
				await time.pass(20_000);
				const [probe] = passes.splice(0, 1);
				if (probe !== undefined) gate.accepted(probe, NO_LIMITS, 10);
				await settle();
				together.push(passes.length);
			}
			expect(together).toStrictEqual(expected);
		},
	);

	it('is followed by no question sooner than the least interval after a start, nor a start after it', async () => {
		const asks: number[] = [];
		const ask = () => {
			asks.push(clock.now());
			return Promise.resolve(true);
		};
		const gate = await entered(1, { ask, minInterval: 3000 });
		gate.troubled(passAt(0), 'perhaps');
		await enter(gate, 1);
		await time.pass(10_000);
		expect([...asks, ...starts()]).toStrictEqual([3000, 0, 6000]);
	});

	it('asks nothing where no request reached the service: items find out', async () => {
		const ask = jest.fn(() => Promise.resolve(true));
		const gate = await entered(1, { ask });
		gate.troubled(passAt(0), 'never');
		await enter(gate, 1);
		await time.pass(500);
		expect(passes).toHaveLength(2);
		expect(ask).not.toHaveBeenCalled();
	});

	it('is looked into at once where an answer comes after it', async () => {
		const gate = await entered(2);
		gate.troubled(passAt(0), 'perhaps');
		await enter(gate, 1);
		await time.pass(10);
		gate.accepted(passAt(1), NO_LIMITS, 10);
		await settle();
		expect(starts()).toStrictEqual([0, 0, 10]);
	});

	it('waits as asked, also where an answer comes after it', async () => {
		const gate = await entered(2);
		gate.troubled(passAt(0), 'perhaps', asked(3));
		gate.accepted(passAt(1), NO_LIMITS, 10);
		await enter(gate, 1);
		await time.pass(2999);
		expect(passes).toHaveLength(2);
	});
});

it('tells of a wait of some seconds, once for all who wait, and of no shorter one', async () => {
	const told: [string, number][] = [];
	const gate = await entered(2, {
		tell: (reason, span) => told.push([reason, Math.round(span / 1000)]),
	});
	gate.refused(passAt(0), asked(3));
	await enter(gate, 3);
	expect(told).toStrictEqual([]);
	gate.refused(passAt(1), asked(40));
	await time.pass(3100);
	await enter(gate, 1);
	expect(told).toStrictEqual([['limit', 40]]);
});

it('sends all home when the brake is pulled, also who waits for a closed gate', async () => {
	const gate = await entered(1);
	gate.refused(passAt(0), asked(100));
	await enter(gate, 3);
	brake.pull('stopped');
	await settle();
	expect(sentHome).toBe(3);
	expect(gate.givenUp).toBeUndefined();
});

it('asks for no timer of more than an hour, since one of some 24 days ends at once', async () => {
	const gate = await entered(1, { maxWait: Infinity });
	gate.refused(passAt(0), asked(1e9));
	await enter(gate, 1);
	expect(time.waits).toStrictEqual([3_600_000]);
});

it('needs no timer, and no wait, while nothing is refused', async () => {
	const gate = await entered(100, { most: 3 });
	for (let done = 0; done < 100; done++) {
		gate.accepted(passAt(done), NO_LIMITS, 1);
		await settle();
	}
	expect(passes).toHaveLength(100);
	expect(time.waits).toStrictEqual([]);
});

it(
	'never lets one start before the time that was asked for, or with more than are allowed under way',
	async () => {
		const step = fc.record({
			after: fc.integer({ min: 0, max: 3000 }),
			which: fc.nat(),
			what: fc.constantFrom('accepted', 'refused', 'troubled', 'left'),
			wait: fc.integer({ min: 1, max: 5000 }),
		});
		const runs = fc.record({ most: fc.integer({ min: 1, max: 8 }), steps: fc.array(step) });
		await holdsLaterFor(runs, async ({ most, steps }) => {
			const held = holdClock();
			const gate = open({ most });
			let underWay: Pass[] = [];
			let sealedUntil = 0;
			let openedAt = 0;
			const lane = () => {
				void gate.enter().then((pass) => {
					if (pass === undefined) return;
					expect(clock.now()).toBeGreaterThanOrEqual(sealedUntil);
					underWay.push(pass);
					expect(underWay.length).toBeLessThanOrEqual(most);
				});
			};
			for (let waiting = 0; waiting < 10; waiting++) lane();
			for (const { after, which, what, wait } of steps) {
				await held.pass(after);
				const pass = underWay[which % Math.max(1, underWay.length)];
				if (pass === undefined) continue;
				underWay = underWay.filter((other) => other !== pass);
				const limits = { ...NO_LIMITS, wait };
				if (what === 'accepted') {
					if (pass.isProbe) {
						// It took one that was sent after all of those that it turned away.
						openedAt = clock.now();
						sealedUntil = 0;
					}
					gate.accepted(pass, NO_LIMITS, after);
				} else if (what === 'left') gate.leave(pass);
				else {
					// Since it was sent, the service took another that was sent later.
					const isOutdated = pass.at < openedAt;
					if (!isOutdated) sealedUntil = Math.max(sealedUntil, clock.now() + wait);
					if (what === 'refused') gate.refused(pass, limits);
					else gate.troubled(pass, 'perhaps', limits);
				}
				lane();
			}
			await held.pass(1_000_000);
			expect(underWay.length).toBeGreaterThan(0);
		});
	},
	LONGEST_LAW,
);
