import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitSchema, type Limit } from '../../sandbox/limits/limit.ts';
import { limiterOf } from '../../sandbox/limits/limiter.ts';
import { optimumMs } from '../limits/optimum.ts';
import { services, type Service } from '../limits/services.ts';

const DELAY_MS = 100;

function at(limit: string, items = 300): Service {
	return { name: limit, items, delayMs: DELAY_MS, limit: limitSchema.parse(limit) };
}

/** A client that knows the service's own count: it sends as soon as one may pass, and never before. */
function knowingClientMs({ items, delayMs }: Service, limit: Limit): number {
	const limiter = limiterOf(limit);
	const underWay: number[] = [];
	let now = 0;
	for (let sent = 0; sent < items; sent++) {
		for (;;) {
			while (underWay[0] !== undefined && underWay[0] <= now) {
				underWay.shift();
				limiter.release();
			}
			const { passes, growsIn } = limiter.look(now);
			if (passes) break;
			now += growsIn ?? (underWay[0] ?? now) - now;
		}
		limiter.count(now);
		underWay.push(now + delayMs);
	}
	return now + delayMs;
}

for (const service of ['bucket:10/10', 'bucket:20/5', 'window:60/10000', 'sliding:60/10000']
	.map((limit) => at(limit))
	.concat(at('inFlight:2'), at('inFlight:7'), at('window:60/10000', 301))) {
	void test(`the optimum is what a client takes that knows the count: ${service.name}, ${String(service.items)} items`, () => {
		assert.ok(service.limit);
		assert.ok(Math.abs(optimumMs(service) - knowingClientMs(service, service.limit)) < 1);
	});
}

void test('an optimum is what one would reckon by hand', () => {
	assert.equal(optimumMs(at('bucket:10/10')), 29_100);
	assert.equal(optimumMs(at('bucket:10/300')), 100);
	assert.equal(optimumMs(at('window:60/10000')), 40_100);
	assert.equal(optimumMs(at('window:60/10000', 301)), 50_100);
	assert.equal(optimumMs(at('inFlight:2')), 15_000);
	assert.equal(optimumMs(at('inFlight:2', 301)), 15_100);
	const outage = { kind: 'restart', afterRequests: 100, ms: 5_000 } as const;
	assert.equal(optimumMs({ name: 'restarted', items: 300, delayMs: 20, outage }), 5_020);
});

void test('no two services have the same name, by which their rows are known', () => {
	assert.equal(new Set(services.map(({ name }) => name)).size, services.length);
});
