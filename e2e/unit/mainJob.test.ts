import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { examplesFolder } from '../examples.ts';
import type { Execution, Item, NodeRun } from '../execution.ts';
import { comparison } from '../mainJob.ts';
import type { KeptSubmission } from '../sandbox.ts';
import { readWorkflow } from '../workflow.ts';

const example = await readWorkflow(
	join(examplesFolder, '01-rows-to-submissions-on-a-schedule.json'),
);
const form = 'aB3dE5gH7j';
const rows = [
	{ name: 'one', message: 'Please call back.' },
	{ name: 'two', message: '' },
];
const permalinks = ['firstfirst', 'secondseco'];

function kept(permalink: string, data: Record<string, unknown>, deleted = false): KeptSubmission {
	const time = deleted ? '2030-01-01T00:00:00.000Z' : null;
	return { permalink, form, data, revision: 1, deleted: time };
}

function nodeRun(...items: Record<string, unknown>[]): NodeRun[] {
	const main: Item[][] = [items.map((json) => ({ json, pairedItem: undefined, error: undefined }))];
	return [{ executionTime: 1, data: { main } }];
}

const seeded = [kept('seededseed', { name: 'seeded' })];

interface Story {
	readonly runs: Record<string, NodeRun[]>;
	readonly after: KeptSubmission[];
}

function told(): Story {
	const [first, second] = rows;
	const read = (data: unknown) =>
		nodeRun({ found: true, submissionPermalink: permalinks[0], data: { data } });
	return {
		runs: {
			'One item per row': nodeRun(...rows),
			'Create a submission': nodeRun(
				...permalinks.map((submissionPermalink) => ({ created: true, submissionPermalink })),
			),
			'Read it back': read(first),
			'Read it again': read({ ...first, message: 'Called back.' }),
			'Delete it': nodeRun({ deleted: true }),
		},
		after: [
			...seeded,
			kept('firstfirst', { ...first, message: 'Called back.' }, true),
			kept('secondseco', { ...second }),
		],
	};
}

function differing({ runs, after }: Story): string[] {
	const execution: Execution = {
		id: '1',
		workflowId: 'w',
		status: 'success',
		mode: 'manual',
		runs,
		error: undefined,
	};
	return comparison(example, execution, seeded, after)
		.filter(({ agrees }) => !agrees)
		.map(({ what }) => what);
}

void test('a run that did what it says agrees throughout', () => {
	assert.deepEqual(differing(told()), []);
});

const mishaps: readonly [string, (story: Story) => void, string[]][] = [
	[
		'a submission was stored twice',
		({ after }) => after.push(kept('thirdthird', { name: 'two', message: '' })),
		['Create', 'New permalinks'],
	],
	[
		'a submission was lost',
		({ after }) => after.splice(2, 1),
		['Create', 'New permalinks', 'Left in the store'],
	],
	[
		'a permalink was reported wrongly',
		({ runs }) => {
			runs['Create a submission'] = nodeRun(
				...['firstfirst', 'wrongwrong'].map((submissionPermalink) => ({
					created: true,
					submissionPermalink,
				})),
			);
		},
		['New permalinks', 'Left in the store'],
	],
	[
		'a value was stored otherwise than sent',
		({ after }) => after.splice(2, 1, kept('secondseco', { name: 'two', message: null })),
		['Left in the store'],
	],
	[
		'another value came back',
		({ runs }) => {
			runs['Read it back'] = nodeRun({ found: true, submissionPermalink: 'x', data: { data: {} } });
		},
		['Get'],
	],
	[
		'nothing was updated',
		({ runs }) => {
			runs['Read it again'] = runs['Read it back'] ?? [];
		},
		['Update'],
	],
	[
		'the deleted one is still there',
		({ after }) => after.splice(1, 1, kept('firstfirst', { name: 'one' })),
		['Delete'],
	],
	[
		'something else was changed',
		({ after }) => after.splice(0, 1, kept('seededseed', { name: 'changed' })),
		['Not touched'],
	],
];

for (const [title, happen, steps] of mishaps) {
	void test(`the comparison shows that ${title}`, () => {
		const story = told();
		happen(story);
		assert.deepEqual(differing(story), steps);
	});
}
