import assert from 'node:assert/strict';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { openNode, openWorkflow, type NodeView } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain, type ChainNode } from '../workflow.ts';
import { journey, type Scene } from './journey.ts';

const form = exampleForms['Contact requests'] ?? '';
const [submission = ''] = exampleSubmissions['Contact requests'] ?? [];
const table = [
	{ row: 1, permalink: '', name: 'Ada', email: 'ada@example.com' },
	{ row: 2, permalink: submission, name: 'First visitor', email: 'first@example.com' },
	{ row: 3, permalink: '', name: 'Edsger', email: 'edsger@example.com' },
];

/** Opens a node that fills the form from a table in which some rows have a submission already. */
async function openUpsert(
	{ stage, page }: Scene,
	items: readonly Readonly<Record<string, unknown>>[],
	options: Record<string, unknown>,
	changes: Partial<ChainNode> = {},
): Promise<NodeView> {
	const node = {
		name: 'Create or update a submission',
		type: 'n8n-nodes-submissions.submissions',
		typeVersion: 1,
		parameters: {
			operation: 'upsert',
			form: { __rl: true, mode: 'id', value: form },
			submission: { __rl: true, mode: 'id', value: '={{ $json.permalink }}' },
			fieldDataMode: 'autoMap',
			ignoreFields: 'row, permalink',
			options,
		},
		credentials: { submissionsApi: stage.credential },
		...changes,
	};
	const workflow = await stage.editor.createWorkflow(chain('Daily work', items, [node]));
	await openWorkflow(page, stage, workflow);
	return await openNode(page, node.name);
}

journey(
	'a mixed table is filed by one node, after Dry Run has shown what it would send',
	async (scene) => {
		const { stage, page } = scene;
		const node = await openUpsert(scene, table, { dryRun: true, includeInput: true });
		const before = await stage.sandbox.submissions();
		await stage.sandbox.forgetReceived();
		await node.execute();
		await node.output
			.getByText('Dry Run: nothing was sent. Would have been sent: 2 created, 1 updated.')
			.waitFor();
		await node.output.getByText('submissions/new').first().waitFor();
		assert.deepEqual((await stage.sandbox.received()).entries, []);
		await takePicture(page, 'dry-run', node.window);

		// The first option is Dry Run.
		await node.parameters.locator('.el-switch').first().click();
		await node.execute();
		await node.output.getByText('"updated"').first().waitFor();
		const stored = await stage.sandbox.submissions();
		assert.deepEqual(
			new Set(stored.slice(before.length).map(({ data }) => data['name'])),
			new Set(['Ada', 'Edsger']),
		);
		const updated = stored.find(({ permalink }) => permalink === submission);
		assert.equal(updated?.data['email'], 'first@example.com');
		const words = await node.output.innerText();
		assert.match(words, /"created"\s*:\s*true[^]*"input"/);
	},
);

journey('the failures of a run that goes on are seen at once', async (scene) => {
	const items = table.map((item) => (item.row === 2 ? item : { ...item, email: 'none' }));
	const node = await openUpsert(scene, items, {}, { onError: 'continueRegularOutput' });
	await node.execute();
	await node.output.getByText('2 of 3 items failed: 2 refused (items 0, 2).').waitFor();
	await takePicture(scene.page, 'failures-seen', node.window);
});
