import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Execution } from '../../execution.ts';
import { added, changedExample, importedExample, notesOf } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { type BadDay, mistypedForm, noConnection, on } from './badDay.ts';

const nightly = '01-rows-to-submissions-on-a-schedule.json';

interface NightlyDay extends BadDay {
	readonly stored: number;
	readonly says: RegExp;
}

void describe('1 creates what it says, and says what it does not know', () => {
	const rowOf = { match: { operation: 'create', field: { name: '^Row two$' } } };
	const days: readonly NightlyDay[] = [
		{
			day: 'a refused row',
			faults: [{ ...rowOf, then: { kind: 'refuse', status: 422, body: { message: 'No.' } } }],
			stored: 4,
			says: /; refused 1[;.]/,
		},
		{
			day: 'a lost answer',
			faults: [{ ...rowOf, then: { kind: 'resetAfterStoring' } }],
			stored: 5,
			says: /; unknown 1[;.]/,
		},
		{
			day: 'no connection',
			change: noConnection,
			stored: 0,
			says: /no submission|0 done|not sent/,
		},
		{
			day: 'a mistyped form',
			change: mistypedForm,
			stored: 0,
			says: /no such form/,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			const workflow = await changedExample(nightly, (await day.change?.()) ?? {});
			await on(day);
			let execution: Execution | undefined;
			const created = await added(async () => {
				execution = await editor.run(workflow, 'Every night');
			});
			assert.equal(execution?.status, 'error');
			const said = `${execution.error?.message ?? ''}\n${execution.error?.description ?? ''}`;
			assert.match(said, day.says);
			assert.equal(new Set(created.map(({ data }) => data['name'])).size, created.length);
			const told = created.filter(({ permalink }) => said.includes(permalink));
			const unknown = /; unknown \d+[;.]/.test(said) ? 1 : 0;
			assert.ok(created.length <= told.length + unknown, said);
			assert.equal(created.length, day.stored);
		});
	}

	void test('with no rows, nothing; a second run creates the rows again, as its note says', async () => {
		const { editor } = await sharedStage();
		const none = await changedExample(nightly, {
			parameters: { 'Rows to file': { jsonOutput: '{ "rows": [] }' } },
		});
		const created = await added(() => editor.run(none, 'Every night'));
		assert.deepEqual(created, []);
		const workflow = await changedExample(nightly, {});
		const twice = await added(async () => {
			await Promise.all([1, 2].map(() => editor.run(workflow, 'Every night')));
		});
		assert.equal(twice.length, 10);
		assert.match(
			notesOf((await importedExample(nightly)).workflow),
			/Each run creates its rows again.*example 2/s,
		);
	});
});
