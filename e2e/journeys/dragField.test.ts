import assert from 'node:assert/strict';
import { exampleForms } from '../exampleForms.ts';
import { dragField } from '../browser/dragField.ts';
import { openNode, openWorkflow } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain } from '../workflow.ts';
import { journey } from './journey.ts';

const form = exampleForms['Contact requests'] ?? '';
const people = [
	{ name: 'Ada', email: 'ada@example.com', age: 36 },
	{ name: 'Grace', email: 'grace@example.com', age: 85 },
];

journey(
	'fields dragged from the input become rows, and the step creates what they say',
	async ({ stage, page }) => {
		const workflow = await stage.editor.createWorkflow(
			chain('Drag fields', people, [
				{
					name: 'Create a submission',
					type: 'n8n-nodes-submissions.submissions',
					typeVersion: 1,
					parameters: { operation: 'create', form: { __rl: true, mode: 'id', value: form } },
					credentials: { submissionsApi: stage.credential },
				},
			]),
		);
		await openWorkflow(page, stage, workflow);
		const node = await openNode(page, 'Create a submission');
		await node.input.getByTestId('execute-previous-node').click();
		for (const field of ['name', 'email', 'age']) await dragField(page, node, field);
		assert.deepEqual(
			await node.parameters
				.getByTestId('assignment-name')
				.locator('input')
				.evaluateAll((inputs) => inputs.map((input) => Reflect.get(input, 'value') as unknown)),
			['name', 'email', 'age'],
		);
		await node.parameters.getByTestId('node-credentials-select').scrollIntoViewIfNeeded();
		await takePicture(page, 'drag-fields', node.window);

		const before = (await stage.sandbox.submissions()).length;
		await node.execute();
		await node.output.getByText('2 items').waitFor();
		const created = (await stage.sandbox.submissions()).slice(before);
		// The two are under way at once, so either may be stored first.
		assert.deepEqual(
			new Map(created.map(({ data }) => [data['name'], data])),
			new Map(people.map((person) => [person.name, person])),
		);
		await node.output
			.getByText(created[0]?.permalink ?? 'nothing')
			.first()
			.waitFor();
		await takePicture(page, 'created', node.window);
	},
);
