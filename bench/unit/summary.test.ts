import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContenderName } from '../contenders.ts';
import type { Measurement } from '../results.ts';
import { compare, median } from '../summary.ts';

function measurement(contender: ContenderName, round: number, wallMs: number): Measurement {
	return {
		run: 1,
		contender,
		round,
		task: { operation: 'create', items: 100, fields: 5, delayMs: 20, atOnce: 10 },
		figures: {
			wallMs,
			cpuMs: wallMs,
			peakBytes: wallMs,
			addedBytes: 0,
			longestStallMs: 1,
			mostAtOnce: 10,
			refused: 0,
			received: 100,
		},
	};
}

void test('the median is the middle value, or the mean of the two middle ones', () => {
	assert.equal(median([9, 1, 2]), 2);
	assert.equal(median([9, 1, 2, 4]), 3);
	assert.throws(() => median([]));
});

void test('a ratio is taken round by round, not between medians', () => {
	const [comparison] = compare([
		measurement('submissions', 1, 10),
		measurement('httpRequest', 1, 20),
		measurement('submissions', 2, 100),
		measurement('httpRequest', 2, 400),
		measurement('submissions', 3, 30),
		measurement('httpRequest', 3, 40),
	]);
	const theirs = comparison?.rows.find(({ contender }) => contender === 'httpRequest');
	// Of 0.5, 0.25 and 0.75; between the medians it would be 30 / 40.
	assert.equal(theirs?.ratios?.wall, 0.5);
	assert.equal(theirs.medians.wallMs, 40);
});

void test('rounds that the other did not finish are left out of the ratio', () => {
	const [comparison] = compare([
		measurement('submissions', 1, 10),
		measurement('submissions', 2, 1_000),
		measurement('floor', 1, 20),
	]);
	const floor = comparison?.rows.find(({ contender }) => contender === 'floor');
	assert.equal(floor?.ratios?.wall, 0.5);
});

void test('tasks are put in order, whichever was measured first', () => {
	const of = (operation: 'create' | 'get', items: number, delayMs: number): Measurement => {
		const { task, ...rest } = measurement('submissions', 1, 10);
		return { ...rest, run: items, task: { ...task, operation, items, delayMs } };
	};
	const comparisons = compare([
		of('get', 1, 20),
		of('create', 3, 200),
		of('create', 1_000, 20),
		of('create', 2, 20),
	]);
	assert.deepEqual(
		comparisons.map(({ task, run }) => [task.operation, task.delayMs, task.items, run]),
		[
			['create', 20, 2, 2],
			['create', 20, 1_000, 1_000],
			['create', 200, 3, 3],
			['get', 20, 1, 1],
		],
	);
});
