import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle, type ReportedExecution } from '../account.ts';

const permalink = 'kL9mN1pQ3r';

function execution(changes: Partial<ReportedExecution>): ReportedExecution {
	return {
		id: '7',
		status: 'success',
		reason: undefined,
		expectedItems: 1,
		items: [{ key: '7-0', outcome: 'done', permalink }],
		...changes,
	};
}

void test('a reported create that is stored once is in order', () => {
	const account = settle([execution({})], [{ key: '7-0', permalink }]);
	assert.equal(account.done, 1);
	const { lost, doubled, denied, unasked, unexplained } = account;
	assert.deepEqual([lost, doubled, denied, unasked, unexplained], [[], [], [], [], []]);
});

void test('a reported create that is not stored is lost', () => {
	assert.deepEqual(settle([execution({})], []).lost, ['7-0']);
});

void test('a reported create that is stored under another permalink is lost', () => {
	const stored = [{ key: '7-0', permalink: 'zZ9mN1pQ3r' }];
	assert.deepEqual(settle([execution({})], stored).lost, ['7-0']);
});

void test('an item that an execution does not report at all is lost', () => {
	const stored = [{ key: '7-0', permalink }];
	assert.deepEqual(settle([execution({ expectedItems: 2 })], stored).lost, ['7-1']);
});

void test('a key that is stored twice is doubled, whatever was reported', () => {
	const stored = [
		{ key: '7-0', permalink },
		{ key: '7-0', permalink: 'zZ9mN1pQ3r' },
	];
	assert.deepEqual(settle([execution({})], stored).doubled, ['7-0']);
});

void test('what is reported refused and is stored is denied', () => {
	const items = [{ key: '7-0', outcome: 'refused', permalink: undefined }] as const;
	const account = settle([execution({ items })], [{ key: '7-0', permalink }]);
	assert.deepEqual(account.denied, ['7-0']);
});

void test('the items of a failed execution without a record are unknown, stored or not', () => {
	const crashed = execution({
		status: 'crashed',
		reason: 'The worker is gone',
		items: undefined,
		expectedItems: 3,
	});
	const account = settle([crashed], [{ key: '7-1', permalink }]);
	assert.equal(account.unknown, 3);
	assert.equal(account.unknownStored, 1);
	assert.deepEqual(account.withoutItems, { 'crashed (The worker is gone)': 1 });
	assert.deepEqual([account.lost, account.unexplained], [[], []]);
});

void test('an execution that ended well without a record is unexplained', () => {
	assert.deepEqual(settle([execution({ items: undefined })], []).unexplained, ['7']);
});

void test('what is stored and nobody was to create is unasked', () => {
	const stored = [
		{ key: '7-0', permalink },
		{ key: '8-0', permalink: 'zZ9mN1pQ3r' },
	];
	assert.deepEqual(settle([execution({})], stored).unasked, ['8-0']);
});
