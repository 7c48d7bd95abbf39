import type * as Playwright from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import type { Stage } from '../stage.ts';
import { chromium } from './chromium.ts';

/** What the journeys use of `playwright-core`, which is installed beside n8n and not in the clone. */
const playwrightSchema = z.custom<typeof Playwright>(
	(value) => typeof value === 'object' && value !== null && 'chromium' in value,
);

/** Same size, same scale everywhere, so that the pictures are. */
const VIEWPORT = { width: 1_280, height: 800 };

/** A machine that is busy with other things still gets there. */
const WAIT_MS = 120_000;

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--force-color-profile=srgb',
	'--font-render-hinting=none',
];

/** A browser window in which the owner of n8n is signed in. */
export interface Window {
	readonly page: Page;
	readonly context: BrowserContext;
	close(): Promise<void>;
}

/**
 * Starts Chromium and signs the owner in to n8n's editor.
 *
 * @throws MissingPiece when there is no Chromium
 */
export async function openWindow({ installed, n8n, owner }: Stage): Promise<Window> {
	const playwright = playwrightSchema.parse(installed.require('playwright-core'));
	playwright.selectors.setTestIdAttribute('data-test-id');
	const executablePath = await chromium(console.log);
	const browser: Browser = await playwright.chromium.launch({ executablePath, args: FLAGS });
	try {
		const context = await browser.newContext({
			viewport: VIEWPORT,
			deviceScaleFactor: 1,
			colorScheme: 'light',
			locale: 'en-GB',
			timezoneId: 'UTC',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		context.setDefaultTimeout(WAIT_MS);
		const page = await context.newPage();
		await page.goto(`${n8n.url}/signin`);
		await page.getByLabel('Email').fill(owner.email);
		await page.getByLabel('Password').fill(owner.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		return {
			page,
			context,
			close: async () => {
				await browser.close();
			},
		};
	} catch (error) {
		await browser.close();
		throw error;
	}
}
