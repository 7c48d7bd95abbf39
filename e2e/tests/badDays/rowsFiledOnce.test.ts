import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { DataTable } from '../../dataTables.ts';
import { type Execution, itemsOf } from '../../execution.ts';
import type { Workflow } from '../../workflow.ts';
import { added, changedExample, importedExample } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { type BadDay, goodDay, mistypedForm, noConnection, on, unique } from './badDay.ts';
import { batchImport, filed, filers, makeTable, ready, runs, tableRows } from './filer.ts';

interface FilerDay extends BadDay {
	/** The names of its rows, by their beginnings. */
	readonly rows: readonly string[];
	/** What the table must say of each after one run, and after one more on a good day. */
	readonly first: readonly string[];
	readonly then: readonly string[];
	/** What the reasons beside those that are not done must say. */
	readonly reason?: RegExp;
}

const four = ['a', 'b', 'c', 'd'];
const each = (state: string): string[] => four.map(() => state);
const second = { field: { name: '^b' } };
const secondLoan = { field: { item: '^b' } };
const about = (then: object): object[] => [
	{ match: secondLoan, then },
	{ match: second, then },
];

const create = 'Create a submission';
const optionsOf = (parameters: Workflow['nodes'][number]['parameters'] = {}): object =>
	z.object({ options: z.object({}).passthrough() }).parse(parameters).options;

const filerDays: readonly FilerDay[] = [
	{
		day: 'a refused row',
		rows: ['a', 'refused', 'c', 'd'],
		first: ['done', 'free', 'done', 'done'],
		then: ['done', 'free', 'done', 'done'],
		reason: /^refused: .*must be an e-mail address/,
	},
	{
		day: 'an answer that is lost after storing',
		rows: four,
		faults: about({ kind: 'resetAfterStoring' }),
		first: ['done', 'begun', 'done', 'done'],
		then: ['done', 'begun', 'done', 'done'],
		reason: /^unknown: /,
	},
	{
		day: 'an answer without a permalink',
		rows: four,
		choices: { permalink: 'none' },
		first: each('done'),
		then: each('done'),
	},
	{
		day: 'a service that says when to come back',
		rows: four,
		faults: [{ then: { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } }],
		first: each('free'),
		then: each('done'),
		reason: /^refused: /,
	},
	{
		day: 'no connection',
		rows: four,
		change: noConnection,
		first: each('free'),
		then: each('done'),
		reason: /^notSent: /,
	},
	{
		day: 'a mistyped form',
		rows: four,
		change: mistypedForm,
		first: each('free'),
		then: each('done'),
		reason: /^refused: .*no such form/,
	},
	{ day: 'an empty table', rows: [], first: [], then: [] },
];

for (const filer of filers) {
	const { file } = filer;
	void describe(`${file} files each row once`, () => {
		before(async () => {
			await makeTable(filer);
		});

		for (const day of filerDays) {
			void test(`on a day with ${day.day}`, async () => {
				const names = day.rows.map((row) => `${row}-${unique()}`);
				const workflow = await ready(filer, names, await day.change?.());
				await on(day);
				await runs(filer, workflow);
				const first = await filed(filer, names);
				assert.deepEqual(first.states, day.first);
				for (const [index, state] of first.states.entries()) {
					if (state !== 'done') assert.match(first.reasons[index] ?? '', day.reason ?? /^$/);
				}
				await on(goodDay);
				await runs(filer, await changedExample(file, { parameters: filer.bringing(names) ?? {} }));
				assert.deepEqual((await filed(filer, names)).states, day.then);
			});
		}

		void test('with Dry Run on, every row stays to be filed', async () => {
			const names = four.map((row) => `${row}-${unique()}`);
			const { workflow } = await importedExample(file);
			const { parameters } = workflow.nodes.find(({ name }) => name === create) ?? {};
			const options = { ...optionsOf(parameters), dryRun: true };
			const change = { parameters: { [create]: { ...parameters, options } } };
			await runs(filer, await ready(filer, names, change));
			const { states, times, reasons } = await filed(filer, names);
			assert.deepEqual(states, each('free'));
			assert.deepEqual(times, [0, 0, 0, 0]);
			assert.deepEqual(new Set(reasons), new Set(['Dry Run: nothing was sent']));
			await runs(filer, await changedExample(file, { parameters: filer.bringing(names) ?? {} }));
			const then = await filed(filer, names);
			assert.deepEqual([then.states, then.reasons], [each('done'), ['', '', '', '']]);
		});

		void test('when it is started twice at once', async () => {
			const names = Array.from({ length: 12 }, () => `a-${unique()}`);
			const workflow = await ready(filer, names);
			await on({ faults: ['slow:30'] });
			await Promise.all([runs(filer, workflow), runs(filer, workflow)]);
			assert.deepEqual(new Set((await filed(filer, names)).states), new Set(['done']));
		});
	});
}

void test('2: a refused row is filed once it is corrected, and holds up none meanwhile', async () => {
	const { editor } = await sharedStage();
	const refused = Array.from({ length: 50 }, () => `refused-${unique()}`);
	const good = `a-${unique()}`;
	// More than one run takes are refused before it, again and again.
	const workflow = await ready(tableRows, [...refused, good]);
	await runs(tableRows, workflow);
	assert.equal((await filed(tableRows, [good])).states[0], 'free');
	const [corrected = ''] = refused;
	const table = await DataTable.named(editor.session, tableRows.table);
	await table.change('loan', corrected, { borrower_email: 'right@example.com' });
	await runs(tableRows, workflow);
	assert.equal((await filed(tableRows, [good])).states[0], 'done');
	await runs(tableRows, workflow);
	assert.equal((await filed(tableRows, [corrected])).states[0], 'done');
});

void test('2: Execute step after a run by hand files nothing again, and no permalink is lost', async () => {
	const { editor } = await sharedStage();
	const names = four.map((row) => `${row}-${unique()}`);
	const workflow = await ready(tableRows, names);
	const byHand = await runs(tableRows, workflow);
	const table = await DataTable.named(editor.session, tableRows.table);
	const before = (await table.rows()).map(({ item, permalink }) => [item, permalink]);
	const again = await editor.executeStep(workflow, create, byHand);
	assert.equal(again.status, 'success', again.error?.message);
	assert.deepEqual(
		itemsOf(again, create).map(({ json }) => json['alreadyCreated']),
		[true, true, true, true],
	);
	const written = await editor.executeStep(workflow, 'Write the permalink', again);
	assert.equal(written.status, 'success', written.error?.message);
	assert.deepEqual((await filed(tableRows, names)).times, [1, 1, 1, 1]);
	assert.deepEqual(
		(await table.rows()).map(({ item, permalink }) => [item, permalink]),
		before,
	);
});

void test('5: what comes out names the rows that are not filed, those in doubt apart', async () => {
	const names = ['a', 'refused', 'c', 'd', 'b'].map((row) => `${row}-${unique()}`);
	const workflow = await ready(batchImport, names);
	await (await DataTable.named((await sharedStage()).editor.session, batchImport.table)).clear();
	await on({ faults: about({ kind: 'failAfterStoring' }) });
	const execution = await runs(batchImport, workflow);
	const keys = (node: string) => itemsOf(execution, node).map(({ json }) => json['key']);
	assert.deepEqual(keys('To correct'), [names[1]]);
	assert.deepEqual(keys('To look at'), [names[4]]);
});

void describe('5: what a key that only one row has is for', () => {
	interface Person {
		readonly customer?: unknown;
		readonly name: string;
		readonly email: string;
	}
	const person = (name: string, customer?: unknown): Person => ({
		customer,
		name,
		email: 'key@example.com',
	});
	const imports = async (rows: readonly Person[]): Promise<Execution> => {
		const workflow = await changedExample(batchImport.file, {
			parameters: {
				...batchImport.bringing([]),
				'Rows to import': { jsonOutput: JSON.stringify({ rows }) },
			},
		});
		return await (await sharedStage()).editor.run(workflow, batchImport.trigger);
	};
	const tableNow = async () =>
		await (await DataTable.named((await sharedStage()).editor.session, batchImport.table)).rows();

	const days: readonly (readonly [string, (key: string) => readonly unknown[], RegExp])[] = [
		['is empty', (key) => [key, ''], /^1 of 2 rows .*: 1 \(empty\)$/],
		['is white space', (key) => [key, ' \t'], /^1 of 2 rows .*: 1 \(empty\)$/],
		['is missing', () => [undefined, null], /^2 of 2 rows .*: 0 \(empty\), 1 \(empty\)$/],
		// More rows apart than a batch has.
		['is there twice', (key) => [key, 1, 2, 3, key], /^1 of 5 rows .*: 4 \(\w+\)$/],
		['differs by white space alone', (key) => [key, ` ${key}`], /^1 of 2 rows .*: 1 \(\w+\)$/],
		['is a number and the same as text', () => [7, '7'], /^1 of 2 rows .*: 1 \(7\)$/],
	];
	for (const [day, keys, says] of days) {
		void test(`where one ${day}, nothing is imported, and the rows are named`, async () => {
			const before = await tableNow();
			const created = await added(async () => {
				const { status, error } = await imports(keys(unique()).map((key) => person('a', key)));
				assert.equal(status, 'error');
				assert.match(error?.message ?? '', says);
				assert.match(error?.message ?? '', /so nothing was imported/);
			});
			assert.deepEqual(created, []);
			assert.deepEqual(await tableNow(), before);
		});
	}

	void test('of many wrong rows, the first twenty are named', async () => {
		const execution = await imports(Array.from({ length: 22 }, () => person('a')));
		assert.match(execution.error?.message ?? '', /^22 of 22 rows .* 19 \(empty\), …$/);
	});

	void test('white space around a key makes no other row of it', async () => {
		const key = unique();
		const created = await added(async () => {
			await imports([person('first', key)]);
			await imports([person('second', ` ${key} `)]);
		});
		assert.deepEqual(
			created.map(({ data }) => data['name']),
			['first'],
		);
	});

	void test('a row that is done or in doubt shows what was sent, whatever comes later', async () => {
		const [done, doubtful] = [unique(), unique()];
		await on({
			faults: [{ match: { field: { name: '^doubtful' } }, then: { kind: 'resetAfterStoring' } }],
		});
		await imports([person('done', done), person('doubtful', doubtful)]);
		await on(goodDay);
		await imports([person('other', done), person('another', doubtful)]);
		const rows = (await tableNow()).filter(({ key }) => key === done || key === doubtful);
		assert.deepEqual(
			rows.map(({ key, state, row }) => [key, state, JSON.parse(String(row)) as unknown]),
			[
				[done, 'done', { name: 'done', email: 'key@example.com' }],
				[doubtful, 'begun', { name: 'doubtful', email: 'key@example.com' }],
			],
		);
	});

	void test('a row that was refused is sent as it comes next', async () => {
		const key = unique();
		await imports([{ ...person('wrong', key), email: 'no address' }]);
		const created = await added(() => imports([person('right', key)]));
		assert.deepEqual(
			created.map(({ data }) => data['name']),
			['right'],
		);
		const [own] = (await tableNow()).filter((row) => row['key'] === key);
		assert.deepEqual([own?.['state'], own?.['reason']], ['done', '']);
	});
});
