import type { IBinaryData } from 'n8n-workflow';

import type { Body, NamedFile } from '../../../nodes/Submissions/request/body.ts';
import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import type { JsonObject } from '../../../nodes/Submissions/request/json.ts';
import { refusalOf } from '../refusals.ts';

const PHOTO: IBinaryData = { data: 'eA==', mimeType: 'image/png', fileName: 'x.png' };
const FILE: NamedFile = { name: 'photo', file: PHOTO };

function textOf(body: Body): string {
	if (body.kind !== 'text') throw new Error('It is not written as text');
	return body.content;
}

function write(fieldData: unknown, format: string, wrapIn = '', files: NamedFile[] = []): Body {
	return encodeBody(fieldData as JsonObject, files, format, wrapIn);
}

// That JSON and forms read back as what they were is a law in encoders/.
describe('JSON', () => {
	it('is JSON, and says so', () => {
		expect(write({ name: 'Ada', tags: [1, null] }, 'json')).toStrictEqual({
			kind: 'text',
			contentType: 'application/json',
			content: '{"name":"Ada","tags":[1,null]}',
		});
		expect(textOf(write({}, 'json'))).toBe('{}');
	});
});

describe('form', () => {
	it('is what web forms send, and says so', () => {
		expect(write({ name: 'Ada & Bo', age: 36, none: null }, 'form')).toStrictEqual({
			kind: 'text',
			contentType: 'application/x-www-form-urlencoded',
			content: 'name=Ada%20%26%20Bo&age=36&none=',
		});
	});

	it('refuses what it cannot say', () => {
		expect(refusalOf(() => write({ tags: [] }, 'form')).message).toContain('"tags"');
	});
});

describe('multipart', () => {
	it('is a part for each text and each file, in order', () => {
		const other = { ...FILE, file: { ...PHOTO, fileName: 'y.png' } };
		expect(write({ name: 'Ada', tags: ['a', 2] }, 'multipart', '', [FILE, other])).toStrictEqual({
			kind: 'parts',
			parts: [
				{ name: 'name', text: 'Ada' },
				{ name: 'tags[0]', text: 'a' },
				{ name: 'tags[1]', text: '2' },
				FILE,
				other,
			],
		});
	});
});

describe('wrapping', () => {
	it.each([
		['', '{"a":1}'],
		['submission.fields', '{"submission":{"fields":{"a":1}}}'],
		[' submission . my fields ', '{"submission":{"my fields":{"a":1}}}'],
		[' . ', '{"a":1}'],
		['__proto__', '{"__proto__":{"a":1}}'],
	])('in %j puts the field data under it', (wrapIn, content) => {
		expect(textOf(write({ a: 1 }, 'json', wrapIn))).toBe(content);
	});

	it('is for every format and for files too, with or without a field', () => {
		const part = { name: 'x[y][photo]', file: PHOTO };
		expect(write({}, 'multipart', 'x.y', [FILE])).toStrictEqual({ kind: 'parts', parts: [part] });
		expect(textOf(write({ a: 1 }, 'form', 'x.y'))).toBe('x%5By%5D%5Ba%5D=1');
		expect(write({ a: 1 }, 'multipart', 'x.y', [FILE])).toStrictEqual({
			kind: 'parts',
			parts: [{ name: 'x[y][a]', text: '1' }, part],
		});
	});
});

it.each(['json', 'form'])('refuses files in the format %s', (format) => {
	const refusal = refusalOf(() => write({ a: 1 }, format, '', [FILE]));
	expect(refusal.parameter).toBe('Files');
	expect(refusal.message).toBe('Files can only be sent in the body format Multipart.');
});

it.each(['xml', 'JSON', '__proto__'])('refuses the format %j by its name', (format) => {
	const refusal = refusalOf(() => write({ a: 1 }, format));
	expect(refusal.parameter).toBe('Body Format');
	expect(refusal.message).toBe(`There is no body format "${format}".`);
	expect(refusal.remedy).toBe('Give one of: json, form, multipart.');
});

it('writes nothing for an empty submission that is wrapped, where the format has no way to say it', () => {
	expect(textOf(write({}, 'json', 'submission'))).toBe('{"submission":{}}');
	expect(textOf(write({}, 'form', 'submission'))).toBe('');
	expect(write({}, 'multipart', 'submission')).toStrictEqual({ kind: 'parts', parts: [] });
});

it('refuses a file and a field of one name, of which a service would keep one', () => {
	for (const [fieldData, name] of [
		[{ photo: 'x' }, 'photo'],
		[{ photos: ['x'] }, 'photos[0]'],
	] as const) {
		const refusal = refusalOf(() => write(fieldData, 'multipart', 'a.b', [{ ...FILE, name }]));
		expect(refusal.parameter).toBe('Files');
		expect(refusal.message).toMatch(/^A file and a field would both be written as "a\[b\]\[photo/);
	}
});

it('writes lists as Array Format says', () => {
	expect(textOf(encodeBody({ a: [1, 2] }, [], 'form', 'w', 'brackets'))).toBe(
		'w%5Ba%5D%5B%5D=1&w%5Ba%5D%5B%5D=2',
	);
	expect(encodeBody({ a: [1, 2] }, [], 'multipart', '', 'brackets')).toStrictEqual({
		kind: 'parts',
		parts: [
			{ name: 'a[]', text: '1' },
			{ name: 'a[]', text: '2' },
		],
	});
});

it.each([
	['x.\ud83d', 'Put Fields Under holds half of a character, which cannot be sent.'],
	['x'.repeat(1001), 'Put Fields Under has more than 1000 characters.'],
	['x[', 'The option Put Fields Under is "x[", which is no path.'],
])('refuses %j in Put Fields Under, which stands in front of every field', (wrapIn, message) => {
	const refusal = refusalOf(() => write({ a: 1 }, 'json', wrapIn));
	expect(refusal.parameter).toBe('Put Fields Under');
	expect(refusal.message).toBe(message);
});

it('takes 1,000 characters in Put Fields Under', () => {
	const name = 'x'.repeat(1000);
	expect(textOf(write({}, 'json', name))).toBe(`{"${name}":{}}`);
});

it.each(['"', '\r', '\n'])(
	'counts %j three times in a part, as in a name in quotes',
	(character) => {
		const write16 = (length: number) => () => write({ a: character.repeat(length) }, 'multipart');
		const most = Math.floor((16 * 1024 * 1024 - 1) / 3);
		expect(write16(most)).not.toThrow();
		expect(refusalOf(write16(most + 1)).message).toContain('takes more than 16 MB');
	},
);

it.each(['json', 'form', 'multipart'])(
	'refuses what would take more than 16 MB as %s',
	(format) => {
		// Each repeats a name of 100,000 letters; each control character takes six bytes.
		const named = { ['x'.repeat(100_000)]: Array.from({ length: 1000 }, () => 0) };
		const bulky = format === 'json' ? { x: '\u0001'.repeat(6_000_000) } : named;
		expect(refusalOf(() => write(bulky, format)).message).toContain('takes more than 16 MB');
	},
);

it('counts a name in a form as it is written', () => {
	const written = { ['é'.repeat(100_000)]: Array.from({ length: 30 }, () => 0) };
	expect(() => write(written, 'multipart')).not.toThrow();
	expect(refusalOf(() => write(written, 'form')).message).toContain('16 MB');
});
