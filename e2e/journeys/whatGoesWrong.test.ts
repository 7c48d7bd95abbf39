import assert from 'node:assert/strict';
import { exampleForms } from '../exampleForms.ts';
import { openNode, openWorkflow } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain, type ChainNode } from '../workflow.ts';
import { journey, type Scene } from './journey.ts';

const form = exampleForms['Contact requests'] ?? '';
const people = [
	{ name: 'Ada', email: 'ada@example.com' },
	{ name: 'Grace', email: 'not an address' },
	{ name: 'Edsger', email: 'edsger@example.com' },
];

async function openCreate(
	{ stage, page }: Scene,
	changes: Partial<ChainNode>,
	items = people,
): Promise<void> {
	const workflow = await stage.editor.createWorkflow(
		chain('Create submissions', items, [
			{
				name: 'Create a submission',
				type: 'n8n-nodes-submissions.submissions',
				typeVersion: 1,
				parameters: {
					operation: 'create',
					form: { __rl: true, mode: 'id', value: form },
					fieldDataMode: 'autoMap',
				},
				credentials: { submissionsApi: stage.credential },
				...changes,
			},
		]),
	);
	await openWorkflow(page, stage, workflow);
}

journey(
	'the error says what happened, why in the words of the service, and what to do',
	async (scene) => {
		const { page } = scene;
		await openCreate(scene, {});
		const node = await openNode(page, 'Create a submission');
		await node.execute();
		await page.getByTestId('node-error-message').waitFor();
		const words = await node.output.innerText();
		assert.match(words, /did not accept the field data \(status 422\)/);
		assert.match(words, /email: /);
		assert.match(words, /Correct the fields that it names/);
		assert.match(words, /Of 3 items: /);
		await takePicture(page, 'error-with-remedy', node.window);
	},
);

journey(
	'the error names the field whose expression fails, and what n8n says of it',
	async (scene) => {
		const { page } = scene;
		const value = "={{ $('Renamed node').item.json.email }}";
		await openCreate(scene, {
			parameters: {
				operation: 'create',
				form: { __rl: true, mode: 'id', value: form },
				fieldData: {
					assignments: [
						{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' },
						{ id: '2', name: 'email', value, type: 'string' },
					],
				},
			},
		});
		const node = await openNode(page, 'Create a submission');
		await node.execute();
		await page.getByTestId('node-error-message').waitFor();
		const words = await node.output.innerText();
		assert.match(words, /The field "email" has an expression that gives no value: .*node/i);
		assert.match(words, /Check the expression, and what it gives for this item/);
		assert.match(words, /Of 3 items: not sent 0–2/);
		await takePicture(page, 'failed-expression', node.window);
	},
);

journey(
	'with the error output, what is refused leaves by its own way with all details',
	async (scene) => {
		const { page } = scene;
		await openCreate(scene, { onError: 'continueErrorOutput' });
		const node = await openNode(page, 'Create a submission');
		await node.execute();
		await node.output.getByText('Success Branch (2 items)').waitFor();
		await node.output.getByText('Error Branch (1 item)').click();
		await node.output.getByText('fieldErrors').waitFor();
		const words = await node.output.innerText();
		assert.match(words, /outcome[^]*refused/);
		await takePicture(page, 'error-output', node.window);
		await node.close();
		await takePicture(page, 'error-output-on-the-canvas', page.getByTestId('canvas'));
	},
);

journey(
	"a hint tells that the answer did not hold the new submission's permalink",
	async (scene) => {
		const { stage, page } = scene;
		await openCreate(scene, {}, people.slice(0, 1));
		await stage.sandbox.set('choices', { permalink: 'none' });
		try {
			const node = await openNode(page, 'Create a submission');
			await node.execute();
			await node.output.getByText('Set Path of the New Permalink under Options').waitFor();
			await takePicture(page, 'hint', node.window);
		} finally {
			await stage.sandbox.set('choices', undefined);
		}
	},
);
