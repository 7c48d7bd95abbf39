import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptSubmission, ReceivedRequest } from '../../e2e/sandbox.ts';
import { tally, unknownAmong } from '../limits/tally.ts';

function kept(permalink: string, value: string): KeptSubmission {
	return { permalink, form: 'f', data: { field01: value }, revision: 1, deleted: null };
}

function answered(status: number | undefined): ReceivedRequest {
	return {
		sequence: 1,
		method: 'POST',
		url: '/',
		body: '',
		...(status !== undefined && { status }),
	};
}

void test('an item counts once however often it is there, and what was there before does not', () => {
	const submissions = [
		kept('a', '1'),
		kept('b', '2'),
		kept('c', '1'),
		kept('d', '1'),
		kept('s', '9'),
	];
	const requests = [201, 429, 503, undefined, 302].map(answered);
	assert.deepEqual(tally(submissions, new Set(['s']), requests), {
		filed: 2,
		doubled: 2,
		refused: 2,
		received: 5,
	});
});

void test('unknown is what the node itself calls so', () => {
	const item = (json: Record<string, unknown>): Parameters<typeof unknownAmong>[0][number] => ({
		json,
		pairedItem: 0,
		error: undefined,
	});
	assert.equal(
		unknownAmong([
			item({ created: true, data: { outcome: 'unknown' } }),
			item({ error: 'x', details: { outcome: 'refused' } }),
			item({ error: 'x', details: { outcome: 'unknown' } }),
			item({ details: 'unknown' }),
		]),
		1,
	);
});
