import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { lastToolResult, startModel, type RunningModel } from '../../model.ts';
import { converse, end, file } from '../conversation.ts';
import { type BadDay, cancelledToken, mistypedForm, noConnection, on } from './badDay.ts';

interface AgentDay extends BadDay {
	readonly asks?: object;
	/** What the model is told became of the request that it wanted filed. */
	readonly outcome: string;
	readonly stored: number;
	readonly received: number;
}

void describe('7 tells the model what became of a request, and sends it once', () => {
	let model: RunningModel;
	before(async () => {
		model = await startModel();
	});
	after(async () => {
		await model.stop();
	});
	const request = { name: 'Ada', email: 'ada@example.com', message: 'Send me the price list.' };
	const days: readonly AgentDay[] = [
		{
			day: 'a refused request',
			asks: { ...request, email: 'at home' },
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
		{
			day: 'a lost answer',
			faults: ['resetAfterStoring'],
			outcome: 'unknown',
			stored: 1,
			received: 1,
		},
		{
			day: 'a service that breaks down',
			faults: ['refuse:500'],
			outcome: 'unknown',
			stored: 0,
			received: 1,
		},
		{
			day: 'no connection',
			change: noConnection,
			outcome: 'notSent',
			stored: 0,
			received: 0,
		},
		{
			day: 'a token that was cancelled',
			change: cancelledToken,
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
		{
			day: 'a mistyped form',
			change: mistypedForm,
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			await on(day);
			const { stored, received } = await converse(model, (await day.change?.()) ?? {}, [
				file(day.asks ?? request),
				(asked) => {
					assert.ok(lastToolResult(asked).includes(`"outcome":"${day.outcome}"`));
					return end;
				},
			]);
			assert.deepEqual([stored.length, received.length], [day.stored, day.received]);
		});
	}
});
