/*
 * Draws the rooms of the published code and which of them uses which, from its imports, into
 * CONTRIBUTING.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Module } from './imports.ts';
import { isPublished, readImports } from './imports.ts';

const FILES_A_LINE = 3;

const PICTURE = /(?<=<!-- house -->\n)[^]*(?=<!-- \/house -->)/;

/**
 * The rooms as a Mermaid diagram in a fenced block. An arrow points at what is imported.
 *
 * @param modules the published files and their imports
 */
export function drawHouse(modules: readonly Module[]): string {
	const rooms = [...new Set(modules.map(({ source }) => roomOf(source)))].sort();
	const boxes = rooms.map((room) => {
		const files = modules.filter(({ source }) => roomOf(source) === room);
		const names = files.map(({ source }) => basename(source, '.ts')).sort();
		return `  ${idOf(room)}["<b>${room}</b><br>${inLines(names)}"]`;
	});
	const arrows = new Set(
		modules.flatMap(({ source, dependencies }) =>
			dependencies
				.filter(({ resolved }) => isPublished(resolved) && roomOf(resolved) !== roomOf(source))
				.map(({ resolved }) => `  ${idOf(roomOf(source))} --> ${idOf(roomOf(resolved))}`),
		),
	);
	return ['```mermaid', 'flowchart TD', ...boxes, ...[...arrows].sort(), '```', ''].join('\n');
}

/**
 * Puts the picture between its marks.
 *
 * @param page text with `<!-- house -->` and `<!-- /house -->`, each on a line of its own
 */
export function withPicture(page: string, picture: string): string {
	return page.replace(PICTURE, () => `\n${picture}\n`);
}

function roomOf(source: string): string {
	return dirname(source).replace('nodes/Submissions/', '');
}

function idOf(room: string): string {
	return room.replaceAll('/', '-');
}

function inLines(names: readonly string[]): string {
	return names
		.map((name, index) => (index > 0 && index % FILES_A_LINE === 0 ? `<br>${name}` : name))
		.join(' · ')
		.replaceAll(' · <br>', '<br>');
}

if (import.meta.main) {
	const project = join(import.meta.dirname, '..');
	const file = join(project, 'CONTRIBUTING.md');
	const page = readFileSync(file, 'utf8');
	writeFileSync(file, withPicture(page, drawHouse(readImports(project).modules)));
}
