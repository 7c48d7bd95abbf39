import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selfTimes } from '../selfTimes.ts';

const frame = (functionName: string, url: string): { functionName: string; url: string } => ({
	functionName,
	url,
});

const profile = {
	nodes: [
		{ id: 1, callFrame: frame('(root)', ''), children: [2, 5] },
		{
			id: 2,
			callFrame: frame('run', '/x/node_modules/n8n-nodes-submissions/dist/nodes/S/delivery/run.js'),
			children: [3],
		},
		{
			id: 3,
			callFrame: frame(
				'_getNodeParameter',
				'/x/node_modules/n8n-core/dist/node-execution-context/node-execution-context.js',
			),
			children: [4],
		},
		{ id: 4, callFrame: frame('evalClosureSync', '') },
		{ id: 5, callFrame: frame('(idle)', '') },
	],
	samples: [2, 3, 4, 4, 5],
	timeDeltas: [1_000, 2_000, 3_000, 4_000, 50_000],
};

void test('time is told by package, without the idle time', () => {
	const { busyMs, packages } = selfTimes(profile);
	assert.equal(busyMs, 10);
	assert.deepEqual(packages, [
		{ name: 'native code: evalClosureSync', ms: 7 },
		{ name: 'n8n-core', ms: 2 },
		{ name: 'this package', ms: 1 },
	]);
});

void test('what the expression engine calls is counted to it', () => {
	assert.deepEqual(selfTimes(profile).inclusive, [
		{ name: "n8n's parameters and expression engine", ms: 9 },
	]);
});

void test("this package's functions are told with their file", () => {
	assert.deepEqual(selfTimes(profile).own, [{ name: 'run delivery/run.js', ms: 1 }]);
});
