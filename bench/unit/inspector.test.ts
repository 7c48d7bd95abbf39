import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectorAddress } from '../inspector.ts';

void test("the inspector is n8n's own, not that of a process that it starts", () => {
	const printed = [
		'Debugger listening on ws://127.0.0.1:40001/own',
		'For help, see: https://nodejs.org/en/docs/inspector',
		'Debugger listening on ws://127.0.0.1:40002/child',
	].join('\n');
	assert.equal(inspectorAddress(printed), 'ws://127.0.0.1:40001/own');
});

void test('a port that is taken is told, not waited for', () => {
	const printed = 'Starting inspector on 127.0.0.1:40001 failed: address already in use';
	assert.throws(() => inspectorAddress(printed), /does not listen for its inspector/);
});
