import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsFolder, fillPlace, writeFigures, type Place } from './page.ts';
import { drawPicture } from './picture.ts';
import { report } from './report.ts';
import type { Results } from './results.ts';

const PLACE: Place = {
	begin: '<!-- figures: made by npm run bench -->',
	end: '<!-- end of the figures -->',
};

/**
 * Puts results into `docs/performance.md`, between its two marks, and into `docs/performance.json`, and
 * draws `docs/performance.svg`.
 *
 * @throws Error where the page has no marks
 */
export async function publishReport(results: Results): Promise<void> {
	await fillPlace(PLACE, report(results));
	await writeFigures('performance.json', results);
	await writeFile(join(docsFolder, 'performance.svg'), await drawPicture(results));
}
