import type { Locator, Page } from 'playwright-core';
import type { NodeView } from './nodeView.ts';

async function middle(place: Locator): Promise<{ x: number; y: number }> {
	await place.scrollIntoViewIfNeeded();
	const box = await place.boundingBox();
	if (box === null) throw new Error('What is to be dragged, or its target, is not to be seen');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags a field of the input into Field Data with the mouse.
 *
 * @param field the field's name in the input's schema view
 */
export async function dragField(page: Page, node: NodeView, field: string): Promise<void> {
	const rows = node.parameters.getByTestId('assignment');
	const before = await rows.count();
	const pill = node.input.locator(`[data-target="mappable"][data-name="${field}"]`);
	const target = node.parameters.getByTestId('assignment-collection-drop-area');
	await pill.waitFor();
	await target.scrollIntoViewIfNeeded();
	const from = await middle(pill);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 40, from.y + 20, { steps: 5 });
	const to = await middle(target);
	await page.mouse.move(to.x, to.y, { steps: 10 });
	await page.mouse.up();
	await rows.nth(before).waitFor();
}
