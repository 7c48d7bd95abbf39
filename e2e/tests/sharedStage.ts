import { after } from 'node:test';
import { openStage, type Stage } from '../stage.ts';

let opened: Promise<Stage> | undefined;

/**
 * The one stage of a test run: opened by the first test that asks, closed after the last. The port of
 * its sandbox is that of `E2E_SANDBOX_PORT`, or a free one.
 */
export function sharedStage(): Promise<Stage> {
	const sandboxPort = process.env['E2E_SANDBOX_PORT'];
	opened ??= openStage({
		report: console.log,
		...(sandboxPort === undefined ? {} : { sandboxPort: Number(sandboxPort) }),
	});
	return opened;
}

after(async () => {
	const stage = await opened?.catch(() => undefined);
	await stage?.close();
});
