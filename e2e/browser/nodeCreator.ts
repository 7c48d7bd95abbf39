import type { Locator, Page } from 'playwright-core';
import type { Stage } from '../stage.ts';

/** Opens a new workflow, and on it the panel in which nodes are searched. */
export async function openNodeCreator(page: Page, { n8n }: Stage): Promise<Locator> {
	await page.goto(`${n8n.url}/workflow/new`);
	await page.getByTestId('canvas-add-button').click();
	const creator = page.getByTestId('node-creator');
	await creator.waitFor();
	return creator;
}

/**
 * Searches for a node.
 *
 * @param words what is typed
 * @returns the names of the nodes found, best first
 */
export async function searchNodes(creator: Locator, words: string): Promise<string[]> {
	const search = creator.getByRole('textbox');
	await search.fill(words);
	const names = creator.getByTestId('node-creator-item-name');
	const none = creator.getByText("We didn't make that... yet");
	await names.first().or(none).first().waitFor();
	await settled(names);
	return (await names.allInnerTexts()).map((name) => name.trim());
}

/** The search is carried out a moment after the last key: waits until its result stays the same. */
async function settled(names: Locator): Promise<void> {
	let before: string | undefined;
	for (let same = 0; same < 3;) {
		await names.page().waitForTimeout(150);
		const now = (await names.allInnerTexts()).join('\n');
		same = now === before ? same + 1 : 0;
		before = now;
	}
}
