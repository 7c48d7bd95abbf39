import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../nodePackage.ts';

/** Where each run leaves its pictures. */
export const takenFolder = join(projectFolder, 'test-results', 'images');

/** Where the pictures of the README and the docs are. */
export const publishedFolder = join(projectFolder, 'docs', 'images');

/**
 * Takes a picture of a page, or of a part of it, without what differs from one run to the next: n8n's
 * notifications, the caret, movement, and what shows only under the mouse.
 *
 * @param name file name without its ending
 * @param part the part to take; the whole window unless told
 */
export async function takePicture(page: Page, name: string, part?: Locator): Promise<void> {
	await page.mouse.move(0, 0);
	await mkdir(takenFolder, { recursive: true });
	await (part ?? page).screenshot({
		path: join(takenFolder, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
		scale: 'css',
		style: '.el-notification { display: none }',
	});
}

/** Names of the pictures in a folder, sorted; none where there is no folder. */
export async function picturesIn(folder: string): Promise<string[]> {
	const files = await readdir(folder).catch(() => []);
	return files.filter((file) => file.endsWith('.png')).sort();
}

/** Puts the pictures of the last run in place of the published ones. */
export async function publishPictures(): Promise<void> {
	for (const old of await picturesIn(publishedFolder)) await rm(join(publishedFolder, old));
	await cp(takenFolder, publishedFolder, { recursive: true });
}
