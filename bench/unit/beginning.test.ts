import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastRunContinued, newRun } from '../beginning.ts';
import type { Group } from '../matrix.ts';
import type { Machine, Measurement, Results, Run } from '../results.ts';
import type { Task } from '../task.ts';

const machine: Machine = {
	processor: 'a processor',
	processors: 2,
	memoryGiB: 8,
	system: 'Linux',
	node: 'v24.0.0',
	n8n: '2.41.1',
	package: '0.1.0',
};

function run(startedAt: string): Run {
	return { startedAt, loadAtStart: [0.5], machine };
}

function task(items: number): Task {
	return { operation: 'create', items, fields: 5, delayMs: 20, atOnce: 5 };
}

function measured(
	inRun: number,
	contender: Measurement['contender'],
	items: number,
	round: number,
): Measurement {
	const figures = {
		wallMs: 1,
		cpuMs: 1,
		peakBytes: 1,
		addedBytes: 1,
		longestStallMs: 1,
		mostAtOnce: 1,
		refused: 0,
		received: items,
	};
	return { run: inRun, contender, task: task(items), round, figures };
}

/** Two tasks, each done by two contenders, in two rounds. */
const groups: readonly Group[] = [1, 100].map((items) => ({
	name: `${String(items)} items`,
	cells: [{ task: task(items), contenders: ['submissions', 'floor'], rounds: 2 }],
}));

/** Of its second run the task of one item is whole, that of a hundred is not. */
const brokenOff: Results = {
	runs: [run('first'), run('second')],
	measurements: [
		measured(1, 'submissions', 1_000, 1),
		...[1, 2].flatMap((round) => [
			measured(2, 'submissions', 1, round),
			measured(2, 'floor', 1, round),
		]),
		measured(2, 'submissions', 100, 1),
		measured(2, 'floor', 100, 1),
		measured(2, 'submissions', 100, 2),
	],
};

function itemsMeasured({ measurements }: Results): number[] {
	return [...new Set(measurements.map((one) => one.task.items))];
}

void test('a first run begins with nothing and measures everything', () => {
	const { results, groups: left } = newRun(run('now'), groups);
	assert.deepEqual(results, { runs: [run('now')], measurements: [] });
	assert.equal(left, groups);
});

void test('a run beside earlier ones keeps what it does not measure itself', () => {
	const { results } = newRun(run('now'), groups, brokenOff);
	assert.deepEqual(
		results.runs.map(({ startedAt }) => startedAt),
		['first', 'second', 'now'],
	);
	assert.deepEqual(itemsMeasured(results), [1_000]);
});

void test('a run that is gone on with keeps its whole tasks and measures the others anew', () => {
	const { results, groups: left } = lastRunContinued(machine, groups, brokenOff);
	assert.equal(results.runs.length, 2);
	assert.deepEqual(itemsMeasured(results), [1_000, 1]);
	assert.deepEqual(
		left.map(({ name }) => name),
		['100 items'],
	);
});

void test('a task that an earlier run measured is measured in the one that is gone on with', () => {
	const earlier = { ...brokenOff, runs: [...brokenOff.runs, run('third')] };
	const { results, groups: left } = lastRunContinued(machine, groups, earlier);
	assert.equal(left.length, 2);
	assert.deepEqual(itemsMeasured(results), [1_000]);
});

void test('another machine cannot go on with a run', () => {
	const other = { ...machine, processor: 'another processor' };
	assert.throws(() => lastRunContinued(other, groups, brokenOff), /not measured on this machine/);
});

void test('where there is no run there is none to go on with', () => {
	const none = { runs: [], measurements: [] };
	assert.throws(() => lastRunContinued(machine, groups, none), /not measured on this machine/);
});
