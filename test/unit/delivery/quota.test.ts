import { createQuota } from '../../../nodes/Submissions/delivery/quota.ts';
import { NO_LIMITS } from '../../../nodes/Submissions/response/limits.ts';

type Told = readonly [remaining: number, reset: number, now: number];

it.each<[string, Told[], number]>([
	['nothing', [], 0],
	['room for one more', [[1, 9000, 0]], 0],
	['no room', [[0, 9000, 0]], 9000],
	[
		'the same end, rounded otherwise',
		[
			[0, 9000, 0],
			[0, 9000, 900],
		],
		9000,
	],
	[
		'the same end, rounded to the edge',
		[
			[0, 9000, 0],
			[0, 9000, 1000],
		],
		9000,
	],
	[
		'a later end: the window slides',
		[
			[0, 1000, 0],
			[0, 9000, 100],
		],
		9100,
	],
	[
		'a later end with more room: an answer that was overtaken',
		[
			[0, 1000, 0],
			[5, 9000, 100],
		],
		1000,
	],
	[
		'an earlier end',
		[
			[0, 9000, 0],
			[0, 3000, 100],
		],
		3100,
	],
	[
		'more room, after the end',
		[
			[0, 1000, 0],
			[5, 9000, 1000],
		],
		0,
	],
	['no room for longer than a minute', [[0, 3_600_000, 0]], 60_000],
])('where the last is told to be %s', (_, told, dueAt) => {
	const quota = createQuota();
	for (const [remaining, reset, now] of told) quota.note({ ...NO_LIMITS, remaining, reset }, now);
	const now = told.at(-1)?.[2] ?? 0;
	expect(quota.dueAt(now, 0)).toBe(dueAt === 0 ? now : dueAt);
});

it('counts what is under way, and tells nothing once it is void', () => {
	const quota = createQuota();
	quota.note({ ...NO_LIMITS, remaining: 2, reset: 9000 }, 0);
	quota.note(NO_LIMITS, 10);
	expect([1, 2, 3].map((underWay) => quota.dueAt(20, underWay))).toStrictEqual([20, 9000, 9000]);
	quota.forget();
	expect(quota.dueAt(20, 2)).toBe(20);
});

describe('once too many were sent', () => {
	const told = (remaining: number, reset: number) => ({ ...NO_LIMITS, remaining, reset });

	it('it lets no more go ahead than there was room for, or one', () => {
		const quota = createQuota();
		quota.note(told(0, 1000), 0);
		expect(quota.dueAt(1000, 20)).toBe(1000);
		expect(quota.refused(told(0, 1000), 1000)).toBe(true);
		expect([0, 1, 20].map((underWay) => quota.dueAt(2000, underWay))).toStrictEqual([
			2000,
			Infinity,
			Infinity,
		]);
		quota.note(told(3, 1000), 2000);
		expect([2, 3].map((underWay) => quota.dueAt(3000, underWay))).toStrictEqual([3000, Infinity]);
		expect(quota.refused(told(0, 1000), 3000)).toBe(false);
	});

	it.each<[string, typeof NO_LIMITS, typeof NO_LIMITS]>([
		['only refusals tell', NO_LIMITS, told(0, 1000)],
		['refusals tell nothing', told(0, 1000), NO_LIMITS],
		['it refused although there was room', told(5, 1000), told(5, 1000)],
	])('it waits for no answer where %s', (_, ofAccepted, ofRefused) => {
		const quota = createQuota();
		quota.note(ofAccepted, 0);
		expect(quota.refused(ofRefused, 1000)).toBe(false);
		expect(quota.dueAt(3000, 20)).toBe(3000);
	});

	it('it waits for no answer any more when those tell nothing', () => {
		const quota = createQuota();
		quota.note(told(0, 1000), 0);
		quota.refused(told(0, 1000), 1000);
		quota.note(NO_LIMITS, 2000);
		expect(quota.dueAt(2000, 20)).toBe(2000);
	});
});
