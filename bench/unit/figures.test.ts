import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useWithin } from '../figures.ts';
import type { Look } from '../watch.ts';

function look(askedAt: number, answeredAt: number, cpuMs: number, residentBytes: number): Look {
	return { askedAt, answeredAt, cpuMs, residentBytes };
}

/** A run from 100 to 200 in the midst of it. */
const looks = [
	look(0, 90, 5, 1_000),
	look(95, 98, 10, 100),
	look(110, 150, 40, 300),
	look(170, 220, 90, 200),
	look(230, 900, 500, 9_000),
];

void test('only what was used between the looks nearest to both ends is counted', () => {
	const use = useWithin(looks, { start: 100, end: 200 });
	assert.equal(use.cpuMs, 80);
	assert.equal(use.peakBytes, 300);
	assert.equal(use.addedBytes, 200);
});

void test('a stall is the longest wait for an answer that fell into the span', () => {
	assert.equal(useWithin(looks, { start: 100, end: 200 }).longestStallMs, 50);
});

void test('a wait that began before the span counts from its start', () => {
	const long = [look(0, 10, 0, 1), look(20, 190, 1, 1), look(195, 205, 2, 1)];
	assert.equal(useWithin(long, { start: 100, end: 200 }).longestStallMs, 90);
});

void test('a span that was not watched to its end is refused', () => {
	assert.throws(() => useWithin(looks, { start: 100, end: 1_000 }), /not watched/);
});
