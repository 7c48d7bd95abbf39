import assert from 'node:assert/strict';
import { openNodeCreator, searchNodes } from '../browser/nodeCreator.ts';
import { openedNode, openNode, openWorkflow } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain } from '../workflow.ts';
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
	'its operations stand as actions, and one click adds it, named by what it does',
	async ({ stage, page }) => {
		const creator = await openNodeCreator(page, stage);
		await searchNodes(creator, 'submissions');
		await creator.getByTestId('node-creator-item-name').getByText('Submissions').click();
		const verbs = ['Create', 'Create or update', 'Delete', 'Get', 'Update'];
		const actions = verbs.map((verb) => `${verb} a submission`);
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
		const added = page.locator(
			'[data-test-id="canvas-node"][data-node-type="n8n-nodes-submissions.submissions"]',
		);
		await added.waitFor();
		assert.equal(await added.getAttribute('data-node-name'), 'Create a submission');
	},
);

journey(
	'an agent is told of a tool what one call does, as the operation is chosen',
	async ({ stage, page }) => {
		const tool = {
			name: 'Get a submission in Submissions',
			type: 'n8n-nodes-submissions.submissionsTool',
			typeVersion: 1,
			parameters: {},
			credentials: { submissionsApi: stage.credential },
		};
		await openWorkflow(
			page,
			stage,
			await stage.editor.createWorkflow(chain('A tool', [{}], [tool])),
		);
		const node = await openNode(page, tool.name);
		const told = node.parameter('toolDescription').locator('textarea');
		assert.match(await told.inputValue(), /^Reads the data .* changes nothing/);
		await node.choose('operation', 'Create');
		await node.parameters.getByText('Drag input fields here').waitFor();
		assert.match(await told.inputValue(), /Each call creates another one/);
		await takePicture(page, 'tool-description', node.window);
	},
);
