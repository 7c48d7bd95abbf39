import type { IBinaryData } from 'n8n-workflow';

import type { NamedFile } from './body';
import { HALF_CHARACTER_REMEDY, holdsHalfCharacter } from './halfCharacter';
import { quote, Refusal } from './refusal';

/** Gives the file under a property of the item's binary data; throws where there is none. */
export type ReadFile = (property: string) => IBinaryData;

/**
 * Reads the Files option: which files of the input item go into which fields. Several rows may name
 * the same field.
 *
 * @param option the option's value: `{ file: [{ name, property }] }`
 * @param readFile gives the item's files
 * @throws Refusal naming the row that has no field name, the property that holds no file, or a
 * name that cannot be sent
 */
export function readFiles(option: unknown, readFile: ReadFile): NamedFile[] {
	return rowsOf(option).map(({ name, property }, index) => {
		if (name.trim() === '') {
			throw new Refusal(
				'Files',
				`File ${index + 1} has no field name.`,
				'Enter the name of the field that the file is for.',
			);
		}
		const file = fileAt(property, readFile);
		for (const sent of [name, file.fileName ?? '']) {
			if (holdsHalfCharacter(sent)) throw halfCharacterIn(sent, index);
		}
		return { name, file };
	});
}

function fileAt(property: string, readFile: ReadFile): IBinaryData {
	try {
		return readFile(property);
	} catch {
		throw missing(property);
	}
}

function halfCharacterIn(name: string, index: number): Refusal {
	return new Refusal(
		'Files',
		`File ${index + 1} has half of a character in the name ${quote(name)}, which cannot be sent.`,
		HALF_CHARACTER_REMEDY,
	);
}

function missing(property: string): Refusal {
	return new Refusal(
		'Files',
		`The input item has no file under ${quote(property)}.`,
		"Open the input's Binary tab and take the name that stands there.",
	);
}

function rowsOf(option: unknown): { name: string; property: string }[] {
	const rows: unknown =
		typeof option === 'object' && option !== null && 'file' in option ? option.file : [];
	if (!Array.isArray(rows)) return [];
	return rows.map((row: { name?: unknown; property?: unknown } | null | undefined) => ({
		name: textOf(row?.name),
		property: textOf(row?.property),
	}));
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
