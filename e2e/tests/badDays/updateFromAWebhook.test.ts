import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import type { StoredWorkflow } from '../../editor.ts';
import { exampleSubmissions } from '../../exampleForms.ts';
import { call, changedExample, published, stored, type WebhookAnswer } from '../examplesInUse.ts';
import { sharedStage } from '../sharedStage.ts';
import { type BadDay, GONE, mistypedForm, noConnection, on, unique } from './badDay.ts';

const update = '03-update-from-a-webhook.json';

interface UpdateDay extends BadDay {
	readonly asks?: Readonly<Record<string, unknown>>;
	readonly status: number;
	readonly updated: boolean | null;
	/** Whether the new value is in the store afterwards. */
	readonly changes: boolean;
}

const toUpdate = exampleSubmissions['Contact requests']?.[1] ?? '';
const updateDays: readonly UpdateDay[] = [
	{
		day: 'fields that are refused',
		asks: { fields: { email: 'no address' } },
		status: 422,
		updated: false,
		changes: false,
	},
	{ day: 'no fields', asks: { fields: {} }, status: 400, updated: false, changes: false },
	{
		day: 'a permalink that cannot be one',
		asks: { submission: 'short' },
		status: 400,
		updated: false,
		changes: false,
	},
	{
		day: 'a submission that is not there',
		asks: { submission: GONE },
		status: 404,
		updated: false,
		changes: false,
	},
	{
		day: 'an answer that is lost after storing',
		faults: ['resetAfterStoring'],
		status: 504,
		updated: null,
		changes: true,
	},
	{
		day: 'a request that is lost before storing',
		faults: ['resetBeforeReading'],
		status: 504,
		updated: null,
		changes: false,
	},
	{
		day: 'a service that says when to come back',
		faults: [{ then: { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } }],
		status: 503,
		updated: false,
		changes: false,
	},
	{
		day: 'a mistyped form',
		change: mistypedForm,
		status: 404,
		updated: false,
		changes: false,
	},
	{
		day: 'no connection',
		change: noConnection,
		status: 503,
		updated: false,
		changes: false,
	},
	{ day: 'nothing that goes wrong', status: 200, updated: true, changes: true },
];
const asked = (phone: string, asks: UpdateDay['asks']) => ({
	submission: toUpdate,
	fields: { phone },
	...asks,
});

async function checkUpdate(day: UpdateDay, phone: string, answer: WebhookAnswer): Promise<void> {
	const said = z
		.object({ updated: z.boolean().nullable(), error: z.string().optional() })
		.parse(answer.body);
	assert.deepEqual([answer.status, said.updated], [day.status, day.updated], said.error);
	const data = (await stored(toUpdate))?.data;
	assert.equal(data?.['phone'] === phone, day.changes);
	assert.notEqual(data?.['email'], 'no address');
}

void describe('3 answers with what became of the update', () => {
	let workflow: StoredWorkflow;
	before(async () => {
		workflow = await changedExample(update, {});
		await (await sharedStage()).editor.publish(workflow);
	});
	after(async () => {
		await (await sharedStage()).editor.unpublish(workflow);
	});

	for (const day of updateDays.filter(({ change }) => change === undefined)) {
		void test(`on a day with ${day.day}`, async () => {
			await on(day);
			const phone = unique();
			await checkUpdate(
				day,
				phone,
				await call(await sharedStage(), 'update-submission', asked(phone, day.asks)),
			);
		});
	}

	void test('called twice at once, and once more', async () => {
		const stage = await sharedStage();
		const phone = unique();
		const send = () => call(stage, 'update-submission', asked(phone, {}));
		for (const answer of [...(await Promise.all([send(), send()])), await send()]) {
			assert.deepEqual(answer, { status: 200, body: { updated: true, submission: toUpdate } });
		}
		assert.equal((await stored(toUpdate))?.data['phone'], phone);
	});
});

void describe('3, set up wrongly, says that nothing was changed', () => {
	for (const day of updateDays.filter(({ change }) => change !== undefined)) {
		void test(`on a day with ${day.day}`, async () => {
			const phone = unique();
			const workflow = await changedExample(update, (await day.change?.()) ?? {});
			const answer = await published(workflow, (stage) =>
				call(stage, 'update-submission', asked(phone, day.asks)),
			);
			await checkUpdate(day, phone, answer);
		});
	}
});
