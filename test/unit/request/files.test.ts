import type { IBinaryData } from 'n8n-workflow';

import { readFiles } from '../../../nodes/Submissions/request/files.ts';
import { refusalOf } from '../refusals.ts';

const FILES: Record<string, IBinaryData> = {
	data: { data: 'eA==', mimeType: 'text/plain', fileName: 'one.txt' },
	cut: { data: 'eA==', mimeType: 'text/plain', fileName: 'x\ud83d.txt' },
	other: { data: 'eQ==', mimeType: 'image/png' },
};

function readFile(property: string): IBinaryData {
	const file = Object.hasOwn(FILES, property) ? FILES[property] : undefined;
	if (file === undefined) throw new Error(`This operation expects binary data "${property}"`);
	return file;
}

function read(...file: unknown[]): unknown {
	return readFiles({ file }, readFile);
}

it('takes files in the order of their rows, several for one field too', () => {
	expect(
		read(
			{ name: 'photo', property: 'other' },
			{ name: 'photo', property: 'data' },
			{ name: 'a.b', property: 'data' },
		),
	).toStrictEqual([
		{ name: 'photo', file: FILES['other'] },
		{ name: 'photo', file: FILES['data'] },
		{ name: 'a.b', file: FILES['data'] },
	]);
});

it.each([[undefined], [null], [{}], [{ file: [] }], [{ file: 'x' }], ['x']])(
	'takes none where the option is %j',
	(option) => {
		expect(readFiles(option, readFile)).toStrictEqual([]);
	},
);

it.each([[''], [' '], [undefined], [null], [{}]])(
	'refuses a row with the field name %j',
	(name) => {
		const refusal = refusalOf(() =>
			read({ name: 'a', property: 'data' }, { name, property: 'data' }),
		);
		expect(refusal.parameter).toBe('Files');
		expect(refusal.message).toContain('File 2');
	},
);

it.each(['missing', '', '__proto__'])(
	'refuses a row whose property %j holds no file',
	(property) => {
		const refusal = refusalOf(() => read({ name: 'photo', property }));
		expect(refusal.parameter).toBe('Files');
		expect(refusal.message).toBe(`The input item has no file under "${property}".`);
		expect(refusal.remedy).toContain('Binary tab');
	},
);

it.each([
	['the field', { name: 'photo\ud83d', property: 'data' }],
	['the file', { name: 'photo', property: 'cut' }],
])('refuses half of a character in the name of %s', (_, row) => {
	const refusal = refusalOf(() => read(row));
	expect(refusal.parameter).toBe('Files');
	expect(refusal.message).toMatch(/^File 1 has half of a character in the name ".*\\u\{D83D\}/);
});

it.each([[null], [undefined], ['x']])('refuses a row that is %j', (row) => {
	refusalOf(() => read(row));
});
