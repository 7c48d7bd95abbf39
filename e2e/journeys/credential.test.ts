import assert from 'node:assert/strict';
import { openedCredential } from '../browser/credentialWindow.ts';
import { dropDownEntry, openNode, openWorkflow } from '../browser/nodeView.ts';
import { takePicture } from '../browser/pictures.ts';
import { chain } from '../workflow.ts';
import { journey } from './journey.ts';

journey(
	'a credential is made from the node; its test fails in plain words, then passes',
	async ({ stage, page, context }) => {
		const { address, pages, username, password } = stage.sandbox.made;
		const workflow = await stage.editor.createWorkflow(
			chain(
				'Make a credential',
				[{ name: 'Ada' }],
				[
					{
						name: 'Get a submission',
						type: 'n8n-nodes-submissions.submissions',
						typeVersion: 1,
						parameters: {},
					},
				],
			),
		);
		await openWorkflow(page, stage, workflow);
		await openNode(page, 'Get a submission');
		await page.getByTestId('node-credentials-select').click();
		await page.getByTestId('node-credentials-select-item-new').click();
		const credential = await openedCredential(page);
		await takePicture(page, 'credential-empty');

		await credential.fill('baseUrl', address);
		await credential.fill('accessToken', 'not-a-token-of-the-service');
		await credential.save();
		await credential.window.getByText('More details').click();
		await credential.window.getByText('did not accept the credentials').waitFor();
		const words = await credential.window.innerText();
		assert.match(words, /make a new one in the service under Settings/);
		await credential.window.getByTestId('credential-save-button').getByText('Save').waitFor();
		await takePicture(page, 'credential-refused');

		const service = await context.newPage();
		await context.request.post(`${pages}/sign-in`, { form: { username, password } });
		await service.goto(`${pages}/settings/integrations/tokens/new`);
		await service.getByLabel('Name of the service').fill('n8n');
		await service.getByRole('button', { name: 'Create token' }).click();
		await service.getByRole('button', { name: 'Copy' }).click();
		await service.getByText('Copied').waitFor();
		const token = await service.getByLabel('Token for n8n').inputValue();
		await service.goto(`${pages}/settings/integrations/tokens/new`);
		await service.getByLabel('Name of the service').click();
		await service.keyboard.press('Control+V');
		assert.equal(await service.getByLabel('Name of the service').inputValue(), token);
		await service.close();

		await credential.fill('accessToken', token);
		await credential.save();
		await credential.window.waitFor({ state: 'detached' });
		await page.getByTestId('credential-edit-button').click();
		const stored = await openedCredential(page);
		await stored.window.getByText('Connection tested successfully').waitFor();
		await takePicture(page, 'credential-accepted');
		await stored.close();
	},
);

journey('the two insecure choices of a credential say so', async ({ stage, page }) => {
	await page.goto(`${stage.n8n.url}/home/credentials/create`);
	await page.getByPlaceholder('Search for app...').fill('Submissions');
	await dropDownEntry(page, 'Submissions API').click();
	await page.getByRole('button', { name: 'Continue' }).click();
	const credential = await openedCredential(page);
	await credential.choose('authentication', 'Username and Password');
	await credential.window.getByText('only while you develop').waitFor();
	await credential.choose('sendIn', 'Query');
	await credential.window.getByText('written into the logs of servers').scrollIntoViewIfNeeded();
	await takePicture(page, 'credential-notices');
});
