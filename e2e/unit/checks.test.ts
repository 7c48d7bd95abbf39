import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, checkTable } from '../checks.ts';

void test('values agree when they are deeply equal, and only then', () => {
	const same = { expected: { a: [1, 'x'] }, found: { a: [1, 'x'] } };
	assert.ok(check('Get', 'the row', same).agrees);
	for (const found of [{ a: [1, 'y'] }, { a: ['1', 'x'] }, { a: [1, 'x'], b: 1 }, undefined]) {
		assert.ok(!check('Get', 'the row', { ...same, found }).agrees);
	}
});

void test('the table tells what was expected, and what was found where that differs', () => {
	const table = checkTable([
		check('Create', '5 stored', { expected: 5, found: 5 }),
		check('Delete', 'gone', { expected: true, found: undefined }),
		check('Get', 'the row', { expected: 1, found: `line\n${'x'.repeat(200)}` }),
	]).split('\n');
	assert.equal(table[0], 'Step    Expected  Found');
	assert.equal(table[2], 'Create  5 stored  as expected');
	assert.equal(table[3], 'Delete  gone      DIFFERS: nothing');
	assert.match(table[4] ?? '', /^Get {5}the row {3}DIFFERS: line x+…$/);
	assert.equal(table.length, 5);
});
