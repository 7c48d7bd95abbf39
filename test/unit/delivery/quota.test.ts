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
