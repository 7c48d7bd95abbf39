import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { openNode, openWorkflow, type NodeView } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import type { Stage } from '../stage.ts';
import { chain } from '../workflow.ts';
import { journey } from './journey.ts';

/** Pixels by which the parameters are too narrow to show a whole address. */
const ROOM_FOR_AN_ADDRESS = 180;

const form = exampleForms['Contact requests'] ?? '';
const [submission = ''] = exampleSubmissions['Contact requests'] ?? [];

/** Opens the node of a workflow that gets a submission, with both permalinks still to be named. */
async function openGet(stage: Stage, page: Page, workflowName: string): Promise<NodeView> {
	const get = {
		name: 'Get a submission',
		type: 'n8n-nodes-submissions.submissions',
		typeVersion: 1,
		parameters: { operation: 'get' },
		credentials: { submissionsApi: stage.credential },
	};
	const workflow = await stage.editor.createWorkflow(chain(workflowName, [{}], [get]));
	await openWorkflow(page, stage, workflow);
	return await openNode(page, get.name);
}

journey(
	"a submission's address, copied from the service's page, is pasted, and the step shows its data",
	async ({ stage, page, context }) => {
		const { pages, username, password } = stage.sandbox.made;

		await context.request.post(`${pages}/sign-in`, { form: { username, password } });
		await page.goto(`${pages}/forms/${form}/responses/${submission}`);
		const address = page.getByLabel("The response's address");
		await address.focus();
		await takePicture(page, 'copy-the-address', page.locator('main'));
		await page.keyboard.press('Control+A');
		await page.keyboard.press('Control+C');

		const node = await openGet(stage, page, 'Paste an address');
		await node.locator('submission').click();
		await page.keyboard.press('Control+V');
		assert.equal(
			await node.locator('submission').inputValue(),
			`${pages}/forms/${form}/responses/${submission}`,
		);
		assert.equal(await node.locator('form').inputValue(), '');
		await node.execute();
		await node.output.getByText('First visitor').waitFor();
		for (const text of ['"found"', '"submissionPermalink"', submission]) {
			await node.output.getByText(text).first().waitFor();
		}
		await node.widen(ROOM_FOR_AN_ADDRESS);
		for (const parameter of ['form', 'submission']) {
			const hidden = await node
				.locator(parameter)
				.evaluate(
					(input) =>
						Number(Reflect.get(input, 'scrollWidth')) - Number(Reflect.get(input, 'clientWidth')),
				);
			assert.ok(hidden <= 0, `${hidden} pixels of the address are out of sight`);
		}
		await takePicture(page, 'paste-the-address', node.window);
		await node.widen(-ROOM_FOR_AN_ADDRESS);
	},
);

journey(
	'an address without a permalink is refused unsent, and the error says which addresses do',
	async ({ stage, page }) => {
		const node = await openGet(stage, page, 'Paste another address');
		await node.locator('form').fill(`${stage.sandbox.made.pages}/forms`);
		await node.locator('submission').fill(submission);
		await stage.sandbox.forgetReceived();
		await node.execute();
		await page.getByTestId('node-error-message').waitFor();
		const words = await node.output.innerText();
		assert.match(words, /which holds no form's permalink/);
		assert.match(words, /Paste an address of the shape https:.*responses/);
		assert.deepEqual((await stage.sandbox.received()).entries, []);
		await takePicture(page, 'refused-address', node.window);
	},
);
