import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitSchema } from '../../sandbox/limits/limit.ts';
import { fittingBatch, wayNames, wayNode } from '../limits/ways.ts';

const target = {
	address: 'http://127.0.0.1:1',
	form: 'f',
	credential: { id: '1', name: 'c' },
	earlierCredential: { id: '2', name: 'e' },
};

const batches = [
	{ limit: 'bucket:20/5', batch: { batchSize: 5, batchInterval: 250 } },
	{ limit: 'window:60/10000', batch: { batchSize: 60, batchInterval: 10_000 } },
	{ limit: 'sliding:60/10000', batch: { batchSize: 60, batchInterval: 10_000 } },
	{ limit: 'inFlight:2', batch: { batchSize: 2, batchInterval: 200 } },
];

for (const { limit, batch } of batches) {
	void test(`batches that fit a limit: ${limit}`, () => {
		const service = { name: limit, items: 3, delayMs: 100, limit: limitSchema.parse(limit) };
		assert.deepEqual(fittingBatch(service), batch);
		const { parameters } = wayNode('httpRequestBatched', service, target);
		assert.deepEqual(parameters['options'], { batching: { batch } });
	});
}

void test('this node and the earlier version differ in type and credential alone, and are told nothing', () => {
	const service = { name: 'any', items: 3, delayMs: 20 };
	const { type, credentials, ...mine } = wayNode('submissions', service, target);
	const { type: otherType, credentials: others, ...theirs } = wayNode('earlier', service, target);
	assert.deepEqual(mine, theirs);
	assert.deepEqual(mine.parameters['options'], {});
	assert.notEqual(type, otherType);
	assert.deepEqual(
		[credentials, others],
		[{ submissionsApi: target.credential }, { submissionsApiEarlier: target.earlierCredential }],
	);
});

void test('what a name says of On Error and Retry On Fail is what its node has', () => {
	const told = wayNames.map((way) => {
		const { onError, retryOnFail } = wayNode(way, { name: 'any', items: 3, delayMs: 20 }, target);
		return [way, onError, retryOnFail];
	});
	assert.deepEqual(
		told.filter(([, onError, retryOnFail]) => onError !== undefined || retryOnFail !== undefined),
		[
			['submissionsContinue', 'continueRegularOutput', undefined],
			['earlierContinue', 'continueRegularOutput', undefined],
			['httpRequestRetried', undefined, true],
		],
	);
});
