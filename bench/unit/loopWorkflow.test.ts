import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopWorkflow } from '../loopWorkflow.ts';

const measured = { name: 'Measured', type: 'x.y', typeVersion: 1, parameters: {} };

void test("the loop's second output feeds the node, whose output comes back to the loop", () => {
	const { connections } = loopWorkflow({ items: 100, batch: 10 }, measured);
	assert.deepEqual(connections['Loop Over Items'], {
		main: [[], [{ node: 'Measured', type: 'main', index: 0 }]],
	});
	assert.deepEqual(connections['Measured'], {
		main: [[{ node: 'Loop Over Items', type: 'main', index: 0 }]],
	});
});
