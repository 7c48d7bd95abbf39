import { after } from 'node:test';
import type { RunningN8n } from '../n8n.ts';
import { openStage, type Stage } from '../stage.ts';

let opened: Promise<Stage> | undefined;
const successors: RunningN8n[] = [];

/**
 * The one stage of a test run: opened by the first test that asks, closed after the last. The port of
 * its sandbox is that of `E2E_SANDBOX_PORT`, or a free one.
 */
export function sharedStage(): Promise<Stage> {
	const sandboxPort = process.env['E2E_SANDBOX_PORT'];
	opened ??= open(sandboxPort === undefined ? {} : { sandboxPort: Number(sandboxPort) });
	return opened;
}

async function open(ports: { readonly sandboxPort?: number }): Promise<Stage> {
	const stage = await openStage({ report: console.log, ...ports });
	// An interrupted run does not come to its end below, and would leave both running.
	process.once('exit', () => {
		for (const service of [...successors, stage.n8n, stage.sandbox]) service.kill('SIGKILL');
	});
	return stage;
}

/** Lets an n8n that took the place of the stage's own, at its port, end with the stage. */
export function endWithStage(n8n: RunningN8n): void {
	successors.push(n8n);
}

after(async () => {
	await Promise.all(successors.map((n8n) => n8n.stop()));
	const stage = await opened?.catch(() => undefined);
	await stage?.close();
});
