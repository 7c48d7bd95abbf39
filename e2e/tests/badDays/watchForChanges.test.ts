import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DataTable } from '../../dataTables.ts';
import { itemsOf, type Execution } from '../../execution.ts';
import { changedExample, importedExample } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { changeRequest, newRequest } from './atTheService.ts';
import { type BadDay, goodDay, mistypedForm, noConnection, on } from './badDay.ts';

const watch = '08-watch-for-changes.json';

interface WatchDay extends BadDay {
	readonly says: RegExp;
	/** How many of the two changes are told all the same. */
	readonly told: number;
}

void describe('8 tells each change, at the latest when it can read again', () => {
	const days: readonly WatchDay[] = [
		{
			day: 'a read that brings nothing',
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^1 of 2 watched submissions could not be read: \S{10} \(failed\)/,
			told: 1,
		},
		{
			day: 'no connection',
			change: noConnection,
			says: /^2 of 2 watched submissions .*\(notSent\)/,
			told: 0,
		},
		{
			day: 'a mistyped form',
			change: mistypedForm,
			says: /^None of the 2 watched submissions that could be asked for was found\.[^.]*\.$/,
			told: 0,
		},
		{
			day: 'a mistyped form and a read that brings nothing',
			change: mistypedForm,
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^None of the 1 watched submissions that .* 1 more could not be read: \S{10} \(failed\): /,
			told: 0,
		},
	];
	const told = (execution: Execution): unknown[] =>
		itemsOf(execution, 'Tell somebody').map(({ json }) => json['submission']);
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			await editor.run((await importedExample(watch)).stored, 'Make the table');
			const table = await DataTable.named(editor.session, 'Watched submissions');
			await table.clear();
			const both = [await newRequest(), await newRequest()];
			await table.add(both.map((submission) => ({ submission })));
			const good = await changedExample(watch, {});
			assert.deepEqual(told(await editor.run(good, 'Every quarter of an hour')), []);
			await Promise.all(both.map((submission) => changeRequest(submission)));
			const bad = await changedExample(watch, (await day.change?.()) ?? {});
			await on(day);
			const execution = await editor.run(bad, 'Every quarter of an hour');
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', day.says);
			assert.equal(told(execution).length, day.told);
			await on(goodDay);
			const later = told(await editor.run(good, 'Every quarter of an hour'));
			assert.deepEqual([...told(execution), ...later].sort(), [...both].sort());
			assert.deepEqual(told(await editor.run(good, 'Every quarter of an hour')), []);
		});
	}
});
