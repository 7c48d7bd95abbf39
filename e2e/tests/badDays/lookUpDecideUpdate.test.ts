import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsOf } from '../../execution.ts';
import { changedExample, stored } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { newLoan } from './atTheService.ts';
import { type BadDay, GONE, goodDay, mistypedForm, noConnection, on } from './badDay.ts';

const lookUp = '06-look-up-decide-update.json';

interface LookUpDay extends BadDay {
	readonly says: RegExp;
	/** Which of the two that are there are marked afterwards. */
	readonly marked: readonly [boolean, boolean];
	/** And after another run on a good day. */
	readonly then: readonly [boolean, boolean];
}

void describe('6 updates what it can, and fails where something was not dealt with', () => {
	const loans = (permalinks: readonly string[]) => ({
		'Loans that came back': { jsonOutput: JSON.stringify({ permalinks }) },
	});
	const days: readonly LookUpDay[] = [
		{
			day: 'an update that is refused',
			faults: ['refuse:422@operation=update,nth=1'],
			says: /^1 of 3 loans .*\(refused\)/,
			marked: [false, true],
			then: [true, true],
		},
		{
			day: 'an answer to an update that is lost',
			faults: ['resetAfterStoring@operation=update,nth=1'],
			says: /^1 of 3 loans .*\(unknown\)/,
			marked: [true, true],
			then: [true, true],
		},
		{
			day: 'a look-up that brings nothing',
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^1 of 3 loans .*\(failed\)/,
			marked: [false, true],
			then: [true, true],
		},
		{
			day: 'no connection',
			change: noConnection,
			says: /^3 of 3 loans .*\(notSent\)/,
			marked: [false, false],
			then: [true, true],
		},
		{
			day: 'a mistyped form',
			change: mistypedForm,
			says: /^None of the 3 loans that were looked up was found\.[^.]*\.$/,
			marked: [false, false],
			then: [true, true],
		},
		{
			day: 'a mistyped form and a look-up that brings nothing',
			change: mistypedForm,
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^None of the 2 loans that .* 1 more could not be looked up: \S{10} \(failed\): /,
			marked: [false, false],
			then: [true, true],
		},
		{
			day: 'a service that puts the fields elsewhere',
			choices: { answerFields: 'beside' },
			says: /^None of the loans that were found says under data\.data\.returned .* nothing found\?\.$/,
			marked: [false, false],
			then: [true, true],
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			const both = [await newLoan(), await newLoan()];
			const parameters = loans([...both, GONE]);
			const marked = async () =>
				Promise.all(both.map(async (loan) => (await stored(loan))?.data['returned'] === true));
			const workflow = await changedExample(lookUp, { ...(await day.change?.()), parameters });
			// One after the other, so that the first request is that of the first loan.
			await on(day);
			const execution = await editor.run(workflow, 'Every evening');
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', day.says);
			assert.deepEqual((await marked()).sort(), [...day.marked].sort());
			await on(goodDay);
			const again = await changedExample(lookUp, { parameters });
			const [one, other] = await Promise.all([
				editor.run(again, 'Every evening'),
				editor.run(again, 'Every evening'),
			]);
			assert.deepEqual([one.status, other.status], ['success', 'success']);
			assert.deepEqual(await marked(), day.then);
			assert.deepEqual(
				itemsOf(await editor.run(again, 'Every evening'), 'Mark it as returned'),
				[],
			);
		});
	}

	void test('with no loans, it does nothing', async () => {
		const { editor } = await sharedStage();
		const none = await changedExample(lookUp, { parameters: loans([]) });
		assert.equal((await editor.run(none, 'Every evening')).status, 'success');
	});
});
