import assert from 'node:assert/strict';
import { openWorkflow } from '../browser/nodeView.ts';
import { importedExamples } from '../tests/examplesInUse.ts';
import { journey } from './journey.ts';

/** Height of the letters on a note at full size, and the least that can still be read. */
const LETTERS = 14;
const READABLE = 9;

journey(
	'the notes of every example can be read whole as the editor first shows them',
	async ({ stage, page }) => {
		for (const [file, { stored }] of await importedExamples()) {
			await openWorkflow(page, stage, stored);
			const notes = page.locator('.n8n-sticky');
			await notes.first().waitFor();
			// n8n zooms until the whole workflow is in sight.
			await page.waitForTimeout(1_000);
			for (const note of await notes.all()) {
				const title = `${file}: ${(await note.innerText()).slice(0, 30)}`;
				const shown = await note.boundingBox();
				const text = await note.locator('p, li').last().boundingBox();
				assert.ok(shown !== null && text !== null, title);
				const full = await note.evaluate((element) => Number(Reflect.get(element, 'offsetWidth')));
				const letters = (shown.width / full) * LETTERS;
				assert.ok(letters >= READABLE, `${title}: letters of ${letters.toFixed(1)} pixels`);
				assert.ok(text.y + text.height <= shown.y + shown.height, `${title}: is cut off`);
			}
		}
	},
);
