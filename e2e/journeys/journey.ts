import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openWindow, type Window } from '../browser/window.ts';
import { projectFolder } from '../nodePackage.ts';
import type { Stage } from '../stage.ts';
import { sharedStage } from '../tests/sharedStage.ts';

/** What a journey has in front of it: the window is the same for all journeys of a run. */
export interface Scene extends Omit<Window, 'close'> {
	readonly stage: Stage;
}

const failuresFolder = join(projectFolder, 'test-results', 'failures');

let opened: Promise<Window> | undefined;

/**
 * A test in the browser. When it fails, what the window showed then is left in
 * `test-results/failures`.
 */
export function journey(title: string, travel: (scene: Scene) => Promise<void>): void {
	void test(title, async () => {
		const stage = await sharedStage();
		opened ??= openWindow(stage);
		const { page, context } = await opened;
		try {
			await travel({ stage, page, context });
		} catch (error) {
			await mkdir(failuresFolder, { recursive: true });
			await page.screenshot({ path: join(failuresFolder, `${title.replace(/\W+/g, '-')}.png`) });
			throw error;
		}
	});
}

after(async () => {
	const window = await opened?.catch(() => undefined);
	await window?.close();
});
