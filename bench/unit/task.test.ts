import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { measuredNode } from '../contenders.ts';
import { taskKind, taskLabel, type Task } from '../task.ts';
import { taskWorkflow } from '../taskWorkflow.ts';

const create: Task = { operation: 'create', items: 3_000, fields: 5, delayMs: 20, atOnce: 5 };
const rowsSchema = z.object({ items: z.array(z.record(z.string())) });
const target = { address: 'http://127.0.0.1:1', form: 'f', credential: { id: '1', name: 'c' } };

void test('a task says what sets it apart', () => {
	const large = { ...create, valueCharacters: 4_000 };
	const { atOnce, ...byDefault } = create;
	assert.equal(taskLabel(create), 'create 3,000, 5 expressions, 20 ms, 5 at once');
	assert.equal(taskLabel(large), 'create 3,000, 5 expressions of 20 KB, 20 ms, 5 at once');
	assert.equal(taskLabel(byDefault), 'create 3,000, 5 expressions, 20 ms, default settings');
	assert.equal(taskKind(large), 'create, 5 expressions of 20 KB, 20 ms, 5 at once');
	assert.equal(taskLabel({ ...create, operation: 'get' }), 'get 3,000, 20 ms, 5 at once');
	assert.equal(atOnce, 5);
});

void test('where a task does not say how many at once, no node is told', () => {
	const byDefault = { ...create, atOnce: undefined };
	const written = JSON.stringify(
		(['submissions', 'floor'] as const).map((name) => measuredNode(name, byDefault, target)),
	);
	assert.doesNotMatch(written, /atOnce|requestsAtOnce/i);
});

void test('long values are as long as the task says, each an own one', () => {
	const measured = measuredNode('submissions', create, target);
	const workflow = taskWorkflow({ ...create, items: 2, valueCharacters: 4_000 }, [], measured);
	const written = String(
		workflow.nodes.find(({ name }) => name === 'All items')?.parameters['jsonOutput'],
	);
	const evaluated = rowsSchema.parse(runInNewContext(`(${written.slice(3, -2)})`));
	const values = evaluated.items.flatMap((item) => Object.values(item));
	assert.equal(new Set(values).size, 10);
	assert.ok(values.every((value) => value.length === 4_000));
});
