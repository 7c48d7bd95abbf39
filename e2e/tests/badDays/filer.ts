import assert from 'node:assert/strict';
import { z } from 'zod';
import { DataTable, type TableRow } from '../../dataTables.ts';
import type { StoredWorkflow } from '../../editor.ts';
import type { Execution } from '../../execution.ts';
import type { KeptSubmission } from '../../sandbox.ts';
import { changedExample, type Change } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';

/** What a table says of a row; a row whose state is empty is to be filed. */
const rowSchema = z.object({
	state: z.string().nullable(),
	permalink: z.string().nullable(),
	reason: z.string().nullable(),
});

/** An example that files the rows of a table, and how its rows are made and found. */
export interface Filer {
	readonly file: string;
	readonly trigger: string;
	/** Starts that need no rows, so that the table is there. */
	readonly makes: string;
	readonly table: string;
	/** The parameters that bring these rows to it, where they do not stand in the table. */
	readonly bringing: (names: readonly string[]) => Change['parameters'];
	/** The table's row that stands for a name, where rows stand in the table. */
	readonly row?: (name: string) => TableRow;
	/** The name that a row of the table stands for. */
	readonly nameOf: (row: TableRow) => unknown;
	/** The name that a submission stands for. */
	readonly storedName: (submission: KeptSubmission) => unknown;
}

/** An address that the service refuses where the name begins so. */
const addressOf = (name: string): string =>
	name.startsWith('refused') ? 'no address' : `${name}@example.com`;

/** Example 2. */
export const tableRows: Filer = {
	file: '02-table-rows-filed-once.json',
	trigger: 'Every ten minutes',
	makes: 'Make the table',
	table: 'Loans to file',
	bringing: () => ({}),
	row: (name) => ({ loan: name, item: name, borrower_email: addressOf(name), quantity: 1 }),
	nameOf: ({ item }) => item,
	storedName: ({ data }) => data['item'],
};

/** Example 5. */
export const batchImport: Filer = {
	file: '05-batch-import-in-a-loop.json',
	trigger: 'When you start it',
	makes: 'When you start it',
	table: 'Imported people',
	bringing: (names) => ({
		'Rows to import': {
			jsonOutput: JSON.stringify({
				rows: names.map((name) => ({ customer: name, name, email: addressOf(name) })),
			}),
		},
		'In batches of 50': { batchSize: 3 },
	}),
	nameOf: ({ key }) => key,
	storedName: ({ data }) => data['name'],
};

export const filers: readonly Filer[] = [tableRows, batchImport];

/** What a filer made of its rows. */
interface Filed {
	/** By row, in their order: what the table says. */
	readonly states: readonly string[];
	/** By row: how often it is stored. */
	readonly times: readonly number[];
	readonly reasons: readonly string[];
}

/**
 * What is in the table and in the store of these rows, after the laws that hold on every day: none
 * is stored twice; one that the table calls done is stored, under the permalink beside it; one that
 * it calls free is not stored.
 */
export async function filed(filer: Filer, names: readonly string[]): Promise<Filed> {
	const { editor, sandbox } = await sharedStage();
	const rows = await (await DataTable.named(editor.session, filer.table)).rows();
	const submissions = await sandbox.submissions();
	const all = names.map((name) => {
		const own = rows.filter((row) => filer.nameOf(row) === name);
		const kept = submissions.filter((submission) => filer.storedName(submission) === name);
		assert.equal(own.length, 1, `${name} is ${own.length} times in the table`);
		assert.ok(kept.length <= 1, `${name} is stored ${kept.length} times`);
		const { state, permalink, reason } = rowSchema.parse(own[0]);
		const isFree = state === null || state === '';
		if (isFree) assert.equal(kept.length, 0, `${name} is stored, and would be filed again`);
		if (state === 'done') {
			assert.equal(kept.length, 1, `${name} is called done, and is not stored`);
			if (permalink !== '') assert.equal(permalink, kept[0]?.permalink);
		}
		return { state: isFree ? 'free' : state, times: kept.length, reason: reason ?? '' };
	});
	return {
		states: all.map(({ state }) => state),
		times: all.map(({ times }) => times),
		reasons: all.map(({ reason }) => reason),
	};
}

/** Lets an example make its table, with no rows to file. */
export async function makeTable({ file, makes, bringing }: Filer): Promise<void> {
	const maker = await changedExample(file, { parameters: bringing([]) ?? {} });
	await (await sharedStage()).editor.run(maker, makes);
}

/** The example, changed so, with these rows to file. */
export async function ready(
	filer: Filer,
	names: readonly string[],
	change: Change = {},
): Promise<StoredWorkflow> {
	const { editor } = await sharedStage();
	const { parameters } = change;
	const workflow = await changedExample(filer.file, {
		...change,
		parameters: { ...filer.bringing(names), ...parameters },
	});
	if (filer.row !== undefined) {
		const table = await DataTable.named(editor.session, filer.table);
		await table.clear();
		await table.add(names.map(filer.row));
	}
	return workflow;
}

/** Runs it to a good end. */
export async function runs(filer: Filer, workflow: StoredWorkflow): Promise<Execution> {
	const { editor } = await sharedStage();
	const execution = await editor.run(workflow, filer.trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}
