import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectFolder } from '../e2e/nodePackage.ts';
import { drawPicture } from './picture.ts';
import { report } from './report.ts';
import type { Results } from './results.ts';

const DOCS = join(projectFolder, 'docs');
const BEGIN = '<!-- figures: made by npm run bench -->';
const END = '<!-- end of the figures -->';

/**
 * Puts results into `docs/performance.md`, between its two marks, and into `docs/performance.json`, and
 * draws `docs/performance.svg`.
 *
 * @throws Error where the page has no marks
 */
export async function publishReport(results: Results): Promise<void> {
	const page = join(DOCS, 'performance.md');
	if (!existsSync(page)) throw new Error(`There is no ${page}`);
	const text = await readFile(page, 'utf8');
	const [before, rest] = text.split(BEGIN);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${page} has no place between ${BEGIN} and ${END}`);
	}
	const whole = `${before}${BEGIN}\n\n${report(results)}\n\n${END}${after}`;
	const style = (await resolveConfig(page)) ?? {};
	await writeFile(page, await format(whole, { ...style, parser: 'markdown' }));
	const json = JSON.stringify(results);
	await writeFile(join(DOCS, 'performance.json'), await format(json, { ...style, parser: 'json' }));
	await writeFile(join(DOCS, 'performance.svg'), await drawPicture(results));
}
