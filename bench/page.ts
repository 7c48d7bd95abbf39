import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectFolder } from '../e2e/nodePackage.ts';

/** The folder of the published pages and figures. */
export const docsFolder = join(projectFolder, 'docs');

const PAGE = join(docsFolder, 'performance.md');

/** The part of the page between two marks. */
export interface Place {
	readonly begin: string;
	readonly end: string;
}

/** A text with something else between two marks. @throws Error where it has no such place */
export function withPlaceFilled(text: string, { begin, end }: Place, content: string): string {
	const [before, rest] = text.split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) {
		throw new Error(`${PAGE} has no place between ${begin} and ${end}`);
	}
	return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}

/** Puts Markdown into a place of `docs/performance.md`. @throws Error where the page has no such place */
export async function fillPlace(place: Place, content: string): Promise<void> {
	const whole = withPlaceFilled(await readFile(PAGE, 'utf8'), place, content);
	await writeFile(PAGE, await formatted(PAGE, whole, 'markdown'));
}

/** Writes figures as a published file. */
export async function writeFigures(name: string, figures: object): Promise<void> {
	const file = join(docsFolder, name);
	await writeFile(file, await formatted(file, JSON.stringify(figures), 'json'));
}

async function formatted(file: string, text: string, parser: 'markdown' | 'json'): Promise<string> {
	return await format(text, { ...(await resolveConfig(file)), parser });
}
