import assert from 'node:assert/strict';
import { openNodeCreator, searchNodes } from '../browser/nodeCreator.ts';
import { openedNode } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { journey } from './journey.ts';

/** What people type who have this node in mind, and how far down it may stand. */
const searches: readonly [string, number][] = [
	['submissions', 1],
	['form response', 1],
	['field data', 1],
	['permalink', 1],
	['erase', 1],
	['forms', 2],
	['survey', 2],
	['record', 2],
	['entry', 2],
];

journey('the node is found by the words that people search for', async ({ stage, page }) => {
	const creator = await openNodeCreator(page, stage);
	for (const [words, place] of searches) {
		const found = await searchNodes(creator, words);
		const index = found.indexOf('Submissions');
		assert.ok(index >= 0 && index < place, `"${words}" finds ${found.slice(0, 5).join(', ')}`);
	}
	await searchNodes(creator, 'form response');
	await takePicture(page, 'find-the-node');
});

journey(
	'its four operations stand as actions, and one click adds it ready for that operation',
	async ({ stage, page }) => {
		const creator = await openNodeCreator(page, stage);
		await searchNodes(creator, 'submissions');
		await creator.getByTestId('node-creator-item-name').getByText('Submissions').click();
		const actions = ['Create', 'Delete', 'Get', 'Update'].map((verb) => `${verb} a submission`);
		for (const action of actions) {
			await creator.getByText(action, { exact: true }).waitFor();
		}
		await takePicture(page, 'choose-an-action');
		await creator.getByText('Create a submission', { exact: true }).click();
		const node = await openedNode(page);
		const shown = await node.parameter('operation').locator('input').inputValue();
		assert.equal(shown, 'Create');
		await node.parameters.getByText('Drag input fields here').waitFor();
		await takePicture(page, 'new-node', node.window);
		await node.close();
		await page
			.locator('[data-test-id="canvas-node"][data-node-type="n8n-nodes-submissions.submissions"]')
			.waitFor();
	},
);
