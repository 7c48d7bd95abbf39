import type { Locator, Page } from 'playwright-core';
import type { StoredWorkflow } from '../editor.ts';
import type { Stage } from '../stage.ts';

/** A node as a person has it open in the editor: its input, its parameters, its output. */
export interface NodeView {
	/** All of it. */
	readonly window: Locator;
	readonly input: Locator;
	readonly parameters: Locator;
	readonly output: Locator;
	/** The whole of a parameter, with its label and hint. */
	parameter(name: string): Locator;
	/** The input of a resource locator. */
	locator(name: string): Locator;
	/** Chooses an entry of a drop-down by its label. */
	choose(name: string, label: string): Promise<void>;
	/** Executes the step, waits until it has ended, whichever way, and shows its output as JSON. */
	execute(): Promise<void>;
	/** Drags the left edge of the parameters so that they become wider, or narrower where negative. */
	widen(pixels: number): Promise<void>;
	close(): Promise<void>;
}

/** Opens a workflow in the editor. */
export async function openWorkflow(
	page: Page,
	{ editor }: Stage,
	workflow: StoredWorkflow,
): Promise<void> {
	await page.goto(editor.workflowAddress(workflow));
	await page.getByTestId('canvas-node').first().waitFor();
}

/**
 * Opens a node of the workflow that is open.
 *
 * @param name the node's name
 */
export async function openNode(page: Page, name: string): Promise<NodeView> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	return await openedNode(page);
}

/** The node that is open, such as one that was just added. */
export async function openedNode(page: Page): Promise<NodeView> {
	const parameters = page.getByTestId('node-parameters').first();
	await parameters.waitFor();
	const parameter = (name: string): Locator => page.getByTestId(`parameter-input-${name}`);
	const output = page.getByTestId('output-panel');
	const window = page.getByTestId('ndv');
	const executeButton = page.getByTestId('node-execute-button');
	return {
		window,
		input: page.getByTestId('ndv-input-panel'),
		parameters,
		output,
		parameter,
		locator: (name) => parameter(name).getByTestId('rlc-input'),
		choose: async (name, label) => {
			await parameter(name).click();
			await dropDownEntry(page, label).click();
		},
		execute: async () => {
			await executeButton.click();
			const status = page.getByTestId(/^node-run-status-(success|danger)$/);
			await status.waitFor();
			await executeButton.getByText('Execute step').waitFor();
			const json = output.getByTestId('radio-button-json');
			if (await json.isVisible()) await json.click();
		},
		widen: async (pixels) => {
			const edge = await window.getByTestId('resize-handle').first().boundingBox();
			if (edge === null) throw new Error("The parameters' edge is not to be seen");
			const middle = edge.y + edge.height / 2;
			await page.mouse.move(edge.x + edge.width / 2, middle);
			await page.mouse.down();
			await page.mouse.move(edge.x - pixels, middle, { steps: 10 });
			await page.mouse.up();
		},
		close: async () => {
			await page.getByTestId('ndv-close-button').click();
			await parameters.waitFor({ state: 'detached' });
		},
	};
}

/** An entry of the drop-down that is open. */
export function dropDownEntry(page: Page, label: string): Locator {
	return page
		.locator('[role="option"]:visible, .el-select-dropdown__item:visible')
		.filter({ hasText: label })
		.first();
}
