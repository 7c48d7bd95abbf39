import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsFolder, fillPlace, writeFigures, type Place } from '../page.ts';
import { drawLimitPicture } from './limitPicture.ts';
import { limitReport } from './limitReport.ts';
import { withoutOldRuns, type LimitResults } from './limitResults.ts';

const PLACE: Place = {
	begin: '<!-- limits: made by npm run bench:limits -->',
	end: '<!-- end of the limits -->',
};

/** The published figures. */
export const publishedLimits = join(docsFolder, 'performance-limits.json');

/**
 * Puts results into `docs/performance.md`, between its two marks, and into
 * `docs/performance-limits.json`, and draws `docs/performance-limits.svg`.
 *
 * @throws Error where the page has no marks
 */
export async function publishLimits(results: LimitResults): Promise<void> {
	const kept = withoutOldRuns(results);
	await fillPlace(PLACE, limitReport(kept));
	await writeFigures('performance-limits.json', kept);
	await writeFile(join(docsFolder, 'performance-limits.svg'), await drawLimitPicture(kept));
}
