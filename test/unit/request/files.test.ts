import type { IBinaryData } from 'n8n-workflow';

import { readFiles } from '../../../nodes/Submissions/request/files.ts';
import { refusalOf } from '../refusals.ts';

const FILES: Record<string, IBinaryData> = {
	data: { data: 'eA==', mimeType: 'text/plain', fileName: 'one.txt' },
	cut: { data: 'eA==', mimeType: 'text/plain', fileName: 'x\ud83d.txt' },
	other: { data: 'eQ==', mimeType: 'image/png' },
	7: { data: 'eg==', mimeType: 'image/png' },
};

function readFile(property: string): IBinaryData {
	const file = Object.hasOwn(FILES, property) ? FILES[property] : undefined;
	if (file === undefined) throw new Error(`This operation expects binary data "${property}"`);
	return file;
}

const row = (name: unknown, property: unknown = 'data') => ({ name, property });

function read(...file: unknown[]): unknown {
	return readFiles({ file }, readFile);
}

it('takes files in the order of their rows, several for one field too', () => {
	expect(read(row('photo', 'other'), row('photo'), row('a.b'))).toStrictEqual([
		{ name: 'photo', file: FILES['other'] },
		{ name: 'photo', file: FILES['data'] },
		{ name: 'a.b', file: FILES['data'] },
	]);
});

it('takes numbers for names', () => {
	expect(read(row(5, 7))).toStrictEqual([{ name: '5', file: FILES['7'] }]);
});

it.each([undefined, null, {}, { file: 'x' }, 'x'])('takes none of the option %j', (option) => {
	expect(readFiles(option, readFile)).toStrictEqual([]);
});

it.each([row(' '), row({}), null, undefined, 'x'])('refuses a row without a name: %j', (odd) => {
	const refusal = refusalOf(() => read(row('a'), odd));
	expect(refusal.parameter).toBe('Files');
	expect(refusal.message).toBe('File 2 has no field name.');
});

it.each(['missing', '', '__proto__'])('refuses a row with no file under %j', (property) => {
	const refusal = refusalOf(() => read(row('photo', property)));
	expect(refusal.parameter).toBe('Files');
	expect(refusal.message).toBe(`The input item has no file under "${property}".`);
	expect(refusal.remedy).toContain('Binary tab');
});

it.each([
	['the field', row('photo\ud83d')],
	['the file', row('photo', 'cut')],
])('refuses half of a character in the name of %s', (_, odd) => {
	const refusal = refusalOf(() => read(odd));
	expect(refusal.parameter).toBe('Files');
	expect(refusal.message).toMatch(/^File 1 has half of a character in the name ".*\\u\{D83D\}/);
});
