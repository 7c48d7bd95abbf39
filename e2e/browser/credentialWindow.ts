import type { Locator, Page } from 'playwright-core';
import { dropDownEntry } from './nodeView.ts';

/** The window in which a credential is entered. */
export interface CredentialWindow {
	readonly window: Locator;
	fill(name: string, value: string): Promise<void>;
	choose(name: string, label: string): Promise<void>;
	/** Saves it, whereupon n8n tests it, and closes the window where the test passes. */
	save(): Promise<void>;
	close(): Promise<void>;
}

/** The credential window that is open. */
export async function openedCredential(page: Page): Promise<CredentialWindow> {
	const window = page.getByTestId('editCredential-modal');
	await window.waitFor();
	const input = (name: string): Locator => window.getByTestId(`parameter-input-${name}`);
	return {
		window,
		fill: async (name, value) => {
			await input(name).locator('input').fill(value);
		},
		choose: async (name, label) => {
			await input(name).click();
			await dropDownEntry(page, label).click();
		},
		save: async () => {
			const tested = page.waitForResponse((response) =>
				response.url().endsWith('/rest/credentials/test'),
			);
			await window.getByTestId('credential-save-button').click();
			await tested;
		},
		close: async () => {
			await window.getByRole('button', { name: 'Close' }).click();
			await window.waitFor({ state: 'detached' });
		},
	};
}
