import { after } from 'node:test';
import { openStage, type Stage } from '../stage.ts';

let opened: Promise<Stage> | undefined;

/** The one stage of a test run: opened by the first test that asks, closed after the last. */
export function sharedStage(): Promise<Stage> {
	opened ??= openStage({ report: console.log });
	return opened;
}

after(async () => {
	const stage = await opened?.catch(() => undefined);
	await stage?.close();
});
