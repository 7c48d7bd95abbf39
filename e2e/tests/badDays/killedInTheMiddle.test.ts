import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startN8n } from '../../n8n.ts';
import { endWithStage, sharedStage } from '../sharedStage.ts';
import { goodDay, on, unique } from './badDay.ts';
import { filed, filers, makeTable, ready, runs } from './filer.ts';

void describe('n8n is killed in the middle', () => {
	const MOST_AT_A_TIME = 4;

	void test('2 and 5, started again, file what is left and double nothing', async () => {
		const { editor, sandbox, n8n, installed } = await sharedStage();
		for (const filer of filers) await makeTable(filer);
		const makeNames = (): string[] => Array.from({ length: 10 }, () => `a-${unique()}`);
		const jobs = await Promise.all(
			filers.map(async (filer) => {
				const names = makeNames();
				// Both take a few of the rows at a time, so that there are some left.
				const parameters = { 'Rows to file': { limit: MOST_AT_A_TIME } };
				return { filer, names, workflow: await ready(filer, names, { parameters }) };
			}),
		);
		await sandbox.forgetReceived();
		await on({ faults: ['slow:3000'] });
		for (const { filer, workflow } of jobs) await editor.start(workflow, filer.trigger);
		const storedOf = async ({ filer, names }: (typeof jobs)[number]): Promise<number> =>
			(await sandbox.submissions()).filter((one) => names.includes(String(filer.storedName(one))))
				.length;
		while ((await Promise.all(jobs.map(storedOf))).some((count) => count < 2)) await wait(20);
		n8n.kill('SIGKILL');
		await n8n.ended;
		await on(goodDay);
		endWithStage(await startN8n({ installed, userFolder: n8n.userFolder, port: n8n.port }));
		for (const { filer, names, workflow } of jobs) {
			for (let run = 0; run < names.length / MOST_AT_A_TIME; run++) await runs(filer, workflow);
			const { states, times } = await filed(filer, names);
			const doubtful = states.filter((state) => state === 'begun').length;
			// What is not stored is among those that are shown as begun: nothing is lost in silence.
			assert.deepEqual(new Set(states), new Set(['begun', 'done']));
			assert.ok(doubtful <= MOST_AT_A_TIME, `${doubtful} are in doubt`);
			await runs(filer, workflow);
			assert.deepEqual((await filed(filer, names)).times, times);
		}
	});
});
