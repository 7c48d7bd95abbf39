import fc from 'fast-check';
import { Gatekeeper } from '../../sandbox/limits/gatekeeper.ts';
import { limitHeaders } from '../../sandbox/limits/headers.ts';
import { limitSchema, type LimitInput } from '../../sandbox/limits/limit.ts';
import { limiterOf } from '../../sandbox/limits/limiter.ts';
import { call, createPath, start, submissionPath } from './support.ts';

/** A limit in full, of any kind. */
function limitOf(limit: LimitInput) {
	return limitSchema.parse(limit);
}

/** When requests come, in whole milliseconds: in bunches, and now and then after a while. */
const moments = fc
	.array(fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.nat({ max: 3000 })), { maxLength: 60 })
	.map((gaps) => {
		let now = 0;
		return gaps.map((gap) => (now += gap));
	});

const requests = fc.integer({ min: 1, max: 4 });
// Often as long as some gaps are, so that a request comes at the very end of a window.
const windowMs = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1500 }));

/** Whether each request passes, told the slow way: from all that came before, each time anew. */
type Reference = (times: readonly number[], refusalsCost: boolean) => boolean[];

function bucketReference(ratePerSecond: number, burst: number): Reference {
	return (times, refusalsCost) => {
		let level = burst * 1000;
		let now = 0;
		return times.map((time) => {
			for (; now < time; now++) level = Math.min(burst * 1000, level + ratePerSecond);
			const passes = level >= 1000;
			if (passes || refusalsCost) level = Math.max(0, level - 1000);
			return passes;
		});
	};
}

function windowReference(most: number, length: number): Reference {
	return (times) => {
		const passed: boolean[] = [];
		for (const [index, time] of times.entries()) {
			let start = times[0] ?? 0;
			for (const earlier of times.slice(0, index + 1))
				if (earlier - start >= length) start = earlier;
			const before = times.slice(0, index).filter((earlier, at) => earlier >= start && passed[at]);
			passed.push(before.length < most && time >= start);
		}
		return passed;
	};
}

function slidingReference(most: number, length: number): Reference {
	return (times, refusalsCost) => {
		const passed: boolean[] = [];
		for (const [index, time] of times.entries()) {
			const before = times
				.slice(0, index)
				.filter((earlier, at) => earlier > time - length && (refusalsCost || passed[at]));
			passed.push(before.length < most);
		}
		return passed;
	};
}

const timed = fc.oneof(
	fc.tuple(fc.integer({ min: 1, max: 500 }), requests).map(([ratePerSecond, burst]) => ({
		limit: { kind: 'bucket' as const, ratePerSecond, burst },
		reference: bucketReference(ratePerSecond, burst),
	})),
	fc.tuple(requests, windowMs).map(([most, length]) => ({
		limit: { kind: 'window' as const, requests: most, windowMs: length },
		reference: windowReference(most, length),
	})),
	fc.tuple(requests, windowMs).map(([most, length]) => ({
		limit: { kind: 'sliding' as const, requests: most, windowMs: length },
		reference: slidingReference(most, length),
	})),
);

it('lets pass what a slow reference lets pass', () => {
	fc.assert(
		fc.property(timed, moments, fc.boolean(), ({ limit, reference }, times, refusalsCost) => {
			const gatekeeper = new Gatekeeper([limitOf({ ...limit, refusalsCost })], () => 0);
			const passed = times.map((time) => gatekeeper.admit({}, time).refusal === undefined);
			expect(passed).toStrictEqual(reference(times, refusalsCost));
		}),
		{ numRuns: 500 },
	);
});

it('lets so many pass as remain, and more when it says so, not sooner', () => {
	fc.assert(
		fc.property(timed, moments, fc.boolean(), ({ limit }, times, refusalsCost) => {
			const limiter = limiterOf(limitOf(limit));
			let now = 0;
			for (const time of times) {
				now = time;
				if (limiter.look(now).passes || refusalsCost) limiter.count(now);
			}
			while (limiter.look(now).passes) {
				const { remaining } = limiter.look(now);
				expect(remaining).toBeGreaterThan(0);
				limiter.count(now);
				expect(limiter.look(now).remaining).toBe(remaining - 1);
			}
			const { growsIn = 0 } = limiter.look(now);
			expect(limiter.look(now + growsIn - 1e-6).passes).toBe(false);
			expect(limiter.look(now + growsIn + 1e-6).passes).toBe(true);
		}),
		{ numRuns: 500 },
	);
});

// 31 January 2030, 10:00:00.250 UTC
const date = Date.UTC(2030, 0, 31, 10, 0, 0, 250);
const limitFields = (prefix: string, reset: string) => ({
	[`${prefix}-limit`]: '5',
	[`${prefix}-remaining`]: '0',
	[`${prefix}-reset`]: reset,
});
const full = { passes: false, limit: 5, remaining: 0, growsIn: 1200.5 };

it.each([
	['retryAfter', { 'retry-after': '2' }],
	['retryAfterDecimal', { 'retry-after': '1.201' }],
	['retryAfterDate', { 'retry-after': 'Thu, 31 Jan 2030 10:00:02 GMT' }],
	['rateLimit', { ratelimit: '"default";r=0;t=2', 'ratelimit-policy': '"default";q=5;w=3' }],
	['rateLimitSeparate', limitFields('ratelimit', '2')],
	['xRateLimitSpan', limitFields('x-ratelimit', '2')],
	['xRateLimitEpoch', limitFields('x-ratelimit', '1896084002')],
	['xRateLimitEpochMs', limitFields('x-ratelimit', '1896084001451')],
] as const)('tells of a limit in %s', (kind, headers) => {
	const limit = { kind: 'window', requests: 5, windowMs: 2500, headers: [kind] } as const;
	expect(limitHeaders(limitOf(limit), full, date)).toStrictEqual(headers);
	expect(limitHeaders(limitOf(limit), { ...full, passes: true }, date)).toStrictEqual({});
	const always = limitHeaders(limitOf({ ...limit, on: 'all' }), { ...full, passes: true }, date);
	expect(always).toStrictEqual(kind.startsWith('retryAfter') ? {} : headers);
});

it('answers what comes beyond a limit, stores nothing of it, and tells the others how it stands', async () => {
	let now = 0;
	const headers = ['retryAfter', 'rateLimit'] as const;
	const window = { kind: 'window', requests: 2, windowMs: 2500, on: 'all' } as const;
	const { faults, log, store } = await start({
		clock: () => now,
		faults: { limits: [{ ...window, headers }, 'sliding:100/1000'] },
	});
	const ask = async () => {
		const response = await call('POST', createPath, { json: { name: 'New' } });
		const { status, headers: got } = response;
		return [status, got.get('retry-after'), got.get('ratelimit')];
	};
	expect([await ask(), await ask(), await ask()]).toStrictEqual([
		[201, null, '"default";r=1;t=3'],
		[201, null, '"default";r=0;t=3'],
		[429, '3', '"default";r=0;t=3'],
	]);
	now = 2500;
	expect(await ask()).toStrictEqual([201, null, '"default";r=1;t=3']);
	expect(store.submissions.all()).toHaveLength(4);
	expect(faults.limited).toBe(1);
	expect(
		log.entries.map(({ fault, retryAfter, remaining }) => [fault, retryAfter, remaining]),
	).toStrictEqual([
		[undefined, undefined, '1'],
		[undefined, undefined, '0'],
		['limit', '3', '0'],
		[undefined, undefined, '1'],
	]);
});

it('has room again as soon as a request has ended, however it did', async () => {
	const { log, faults } = await start();
	faults.set({ limits: ['inFlight:1'], rules: ['resetBeforeReading@nth=1', 'hang@nth=2'] });
	await expect(call('GET', submissionPath())).rejects.toThrow('fetch failed');
	const hanging = call('GET', submissionPath(), { signal: AbortSignal.timeout(100) });
	const given = expect(hanging).rejects.toThrow('timeout');
	while (log.inFlight === 0) await new Promise(setImmediate);
	expect((await call('GET', submissionPath())).status).toBe(429);
	// The end of what was refused changes nothing.
	expect((await call('GET', submissionPath())).status).toBe(429);
	await given;
	await log.idle();
	expect((await call('GET', submissionPath())).status).toBe(200);
	expect((await call('GET', submissionPath())).status).toBe(200);
});
