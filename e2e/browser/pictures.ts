import { copyFile, glob, mkdir, readFile, rm } from 'node:fs/promises';
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
	// n8n hides a button's label for as long as its spinner fades out.
	await page.locator('button .n8n-spinner').first().waitFor({ state: 'detached' });
	await mkdir(takenFolder, { recursive: true });
	await (part ?? page).screenshot({
		path: join(takenFolder, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
		scale: 'css',
		style: '.el-notification { display: none }',
	});
}

/**
 * Puts the pictures of the last run that a page shows in place of the published ones.
 *
 * @throws Error when a page shows one that was not taken
 */
export async function publishPictures(): Promise<void> {
	await rm(publishedFolder, { recursive: true, force: true });
	await mkdir(publishedFolder);
	for (const picture of await shownPictures()) {
		await copyFile(join(takenFolder, picture), join(publishedFolder, picture));
	}
}

/** File names of the pictures that the README and the docs show. */
async function shownPictures(): Promise<Set<string>> {
	const shown = new Set<string>();
	for await (const file of glob(['README.md', 'docs/*.md'], { cwd: projectFolder })) {
		const text = await readFile(join(projectFolder, file), 'utf8');
		for (const [, picture = ''] of text.matchAll(/\bimages\/([\w-]+\.png)/g)) shown.add(picture);
	}
	return shown;
}
