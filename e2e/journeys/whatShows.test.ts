import assert from 'node:assert/strict';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { openNode, openWorkflow, type NodeView } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain } from '../workflow.ts';
import { journey, type Scene } from './journey.ts';

const fixed = (value: string | undefined) => ({ __rl: true, mode: 'id', value: value ?? '' });

async function openOperation({ stage, page }: Scene, operation: string): Promise<NodeView> {
	const workflow = await stage.editor.createWorkflow(
		chain(
			`What shows for ${operation}`,
			[{ name: 'Ada' }],
			[
				{
					name: 'Submissions',
					type: 'n8n-nodes-submissions.submissions',
					typeVersion: 1,
					parameters: {
						operation,
						form: fixed(exampleForms['Contact requests']),
						submission: fixed(exampleSubmissions['Contact requests']?.[1]),
					},
					credentials: { submissionsApi: stage.credential },
				},
			],
		),
	);
	await openWorkflow(page, stage, workflow);
	return await openNode(page, 'Submissions');
}

const always = [
	'Dry Run',
	'Fields to Return',
	'Headers',
	'Include Input Fields',
	'Ignore SSL Issues (Insecure)',
	'Max Attempts',
	'Max Wait (Minutes)',
	'Minimum Interval (Ms)',
	'Output',
	'Proxy',
	'Requests at Once',
	'Timeout (Ms)',
];
const whenWriting = [
	'Allow Empty Field Data',
	'Array Format',
	'Body Format',
	'Empty Values',
	'Files',
	'Missing Values',
	'Retry When Outcome Is Unknown',
	'Put Fields Under',
];
const whenCreating = ['Create Once Per Key', 'Keys to Remember', 'Path of the New Permalink'];
const options: Readonly<Record<string, readonly string[]>> = {
	create: [...always, ...whenWriting, ...whenCreating],
	update: [...always, ...whenWriting, 'If Not Found'],
	upsert: [...always, ...whenWriting, ...whenCreating, 'If Not Found'],
	get: [...always, 'If Not Found'],
	delete: [...always, 'If Not Found'],
};

for (const [operation, expected] of Object.entries(options)) {
	journey(
		`${operation} offers the options that have an effect on it, and no others`,
		async (scene) => {
			const { page } = scene;
			const node = await openOperation(scene, operation);
			await node.parameters.getByTestId('collection-parameter-add').click();
			const entries = page.getByTestId('collection-parameter-option');
			await entries.first().waitFor();
			const shown = (await entries.allTextContents()).map((text) => text.trim()).filter(Boolean);
			assert.deepEqual(shown, [...expected].sort());
		},
	);
}

journey('the node reads well in dark mode', async (scene) => {
	const { page } = scene;
	await page.emulateMedia({ colorScheme: 'dark' });
	try {
		const node = await openOperation(scene, 'get');
		await node.execute();
		await node.output.getByText('Zweite Besucherin').waitFor();
		await takePicture(page, 'dark-mode', node.window);
	} finally {
		await page.emulateMedia({ colorScheme: 'light' });
	}
});

journey('the three ways to give field data show what each of them needs', async (scene) => {
	const { page } = scene;
	const node = await openOperation(scene, 'update');
	await node.parameters.getByText('Drag input fields here').waitFor();
	await node.choose('fieldDataMode', 'Map Automatically');
	await node.parameters.getByText('Fields to Ignore').waitFor();
	assert.equal(await node.parameters.getByText('Drag input fields here').count(), 0);
	await takePicture(page, 'map-automatically', node.window);
	await node.choose('fieldDataMode', 'JSON');
	await node.parameters.getByText('Field Data (JSON)').waitFor();
	assert.equal(await node.parameters.getByText('Fields to Ignore').count(), 0);
});
