import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { call, changedExample, published, stored } from '../examplesInUse.ts';
import { type BadDay, GONE, mistypedForm, noConnection, on } from './badDay.ts';
import { newRequest } from './atTheService.ts';

const erase = '04-erase-on-request.json';
const reportSchema = z.array(
	z.object({ submission: z.string(), result: z.string(), reason: z.string().optional() }),
);

interface EraseDay extends BadDay {
	/** What is reported of the one that is there and of the one that is not. */
	readonly there: RegExp;
	readonly gone: RegExp;
	readonly erased: boolean;
}

void describe('4 reports of every submission what became of it', () => {
	const days: readonly EraseDay[] = [
		{ day: 'nothing that goes wrong', there: /^erased$/, gone: /^was not there$/, erased: true },
		{
			day: 'one answer that is lost',
			faults: ['resetAfterStoring@nth=1+2'],
			there: /^erased$/,
			gone: /^(?:erased|was not there)$/,
			erased: true,
		},
		{
			day: 'all answers lost',
			faults: ['resetAfterStoring'],
			there: /^may have been erased$/,
			gone: /^may have been erased$/,
			erased: true,
		},
		{
			day: 'a 401',
			faults: ['refuse:401'],
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'a service that refuses one',
			faults: ['refuse:409'],
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'no connection',
			change: noConnection,
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'a mistyped form',
			change: mistypedForm,
			there: /^not found$/,
			gone: /^not found$/,
			erased: false,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const there = await newRequest();
			await on(day);
			const { status, body } = await published(
				await changedExample(erase, (await day.change?.()) ?? {}),
				(stage) => call(stage, 'erase-submissions', { submissions: [there, GONE, there] }),
			);
			assert.equal(status, 200);
			const report = new Map(
				reportSchema.parse(body).map(({ submission, result }) => [submission, result]),
			);
			assert.equal(reportSchema.parse(body).length, 2);
			assert.match(report.get(there) ?? '', day.there);
			assert.match(report.get(GONE) ?? '', day.gone);
			assert.equal((await stored(there))?.deleted !== null, day.erased);
		});
	}

	void test('called twice at once, once more, and for nothing', async () => {
		const there = await newRequest();
		await published(await changedExample(erase, {}), async (stage) => {
			const send = async (submissions: unknown) => {
				const { status, body } = await call(stage, 'erase-submissions', { submissions });
				return { status, body };
			};
			const both = await Promise.all([send([there]), send([there])]);
			const results = both.map(({ body }) => reportSchema.parse(body)[0]?.result).sort();
			assert.deepEqual(results, ['erased', 'not found']);
			assert.deepEqual((await send([there])).body, [{ submission: there, result: 'not found' }]);
			for (const nothing of [[], undefined, null, 'kL9mN1pQ3r']) {
				const { status, body } = await send(nothing);
				assert.equal(status, 400);
				assert.match(JSON.stringify(body), /names no submissions/);
			}
		});
	});
});
