import fc from 'fast-check';

import type { Reading } from '../../../nodes/Submissions/response/read.ts';
import { readBody } from '../../../nodes/Submissions/response/read.ts';
import { answerOf } from '../examples.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

const JSON_TYPE = 'application/json';

function read(body: string | Uint8Array, contentType?: string, statusCode = 200): Reading {
	const headers = contentType === undefined ? {} : { 'content-type': contentType };
	return readBody(answerOf(statusCode, body, headers));
}

function body(value: unknown): unknown {
	return { kind: 'body', body: value };
}

describe('no body', () => {
	it.each([
		['an empty one', '', JSON_TYPE, 200],
		['white space alone', ' \r\n ', JSON_TYPE, 200],
		['a byte order mark alone', '\ufeff', JSON_TYPE, 200],
		['an empty page', '', 'text/html', 200],
		['anything with 204', '{"a":1}', JSON_TYPE, 204],
		['HTML with 204', '<html></html>', 'text/html', 204],
		['an empty one with 500', '', JSON_TYPE, 500],
	])('is %s', (_, text, type, status) => {
		expect(read(text, type, status)).toStrictEqual(body(undefined));
	});
});

describe('JSON', () => {
	it.each([
		['null', null],
		['""', ''],
		['-0.5e-3', -0.0005],
		['\ufeff {"error": false}\n', { error: false }],
	])('gives its value: %s', (text, value) => {
		expect(read(text, JSON_TYPE)).toStrictEqual(body(value));
	});

	it.each([
		'Application/JSON;Charset="UTF-8"',
		'application/problem+json',
		'text/plain',
		'text/html',
		'application/octet-stream',
		'',
		undefined,
	])('is read whatever it claims to be: %s', (type) => {
		expect(read('{"a":"<html>"}', type)).toStrictEqual(body({ a: '<html>' }));
	});

	it('keeps the digits of integers beyond 2^53', () => {
		expect(read('{"id":9007199254740993,"n":[12345678901234567890]}', JSON_TYPE)).toStrictEqual(
			body({ id: '9007199254740993', n: ['12345678901234567890'] }),
		);
	});

	it.each(['{"a":1', '{"a":1}}', 'undefined'])(
		'that is claimed and broken cannot be read: %s',
		(text) => {
			expect(read(text, JSON_TYPE)).toStrictEqual({ kind: 'notJson', text });
			expect(read(text, 'application/problem+json; charset=utf-8').kind).toBe('notJson');
		},
	);

	it('that was cut off in the middle of a letter cannot be read', () => {
		expect(read(Buffer.from('{"a":"é').subarray(0, -1), JSON_TYPE).kind).toBe('notJson');
	});

	it('that is broken and large cannot be read either, and does not throw', () => {
		expect(read(`{"text":"${'x'.repeat(many(17_000_000))}`, JSON_TYPE).kind).toBe('notJson');
	});

	it('that is large and holds a long integer is read', () => {
		const text = `{"text":"${'x'.repeat(many(17_000_000))}","id":12345678901234567890}`;
		expect(read(text, JSON_TYPE).kind).toBe('body');
	});

	it('is read back as it was written, in whatever form', () => {
		holdsFor(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
			const text = JSON.stringify(value);
			fc.pre(!/(?<![\d.])\d{16}/.test(text));
			expect(JSON.stringify(read(text, JSON_TYPE))).toBe(JSON.stringify(body(value)));
		});
	});
});

describe('charsets', () => {
	it.each([
		['latin1', 'application/json; charset=latin1', Buffer.from('{"a":"é"}', 'latin1')],
		['ISO-8859-1', 'application/json; charset=ISO-8859-1', Buffer.from('{"a":"é"}', 'latin1')],
		['windows-1252', 'text/plain;charset="windows-1252"', Buffer.from('{"a":"é"}', 'latin1')],
		['utf-16le', 'application/json; charset=utf-16le', Buffer.from('{"a":"é"}', 'utf16le')],
		[
			'utf-16le with a mark',
			'text/json; charset=utf-16',
			Buffer.from('\ufeff{"a":"é"}', 'utf16le'),
		],
		['utf-16le by its mark alone', 'text/plain', Buffer.from('\ufeff{"a":"é"}', 'utf16le')],
		['utf-16be by its mark', 'text/json', Buffer.from('\ufeff{"a":"é"}', 'utf16le').swap16()],
		[
			'utf-16le by its mark, whatever it claims',
			'text/json; charset=utf-8',
			Buffer.from('\ufeff{"a":"é"}', 'utf16le'),
		],
		['a label that is none', 'application/json; charset=klingon', Buffer.from('{"a":"é"}')],
		['utf8 without its dash', 'application/json; charset=utf8', Buffer.from('{"a":"é"}')],
		['no label', 'application/json', Buffer.from('{"a":"é"}')],
		[
			'another parameter first',
			'application/json; v=1; charset=latin1',
			Buffer.from('{"a":"é"}', 'latin1'),
		],
		['a retired label', 'application/json; charset=utf-7', Buffer.from('{"a":"é"}')],
	])('are read as they claim, or as UTF-8: %s', (_, type, bytes) => {
		expect(read(bytes, type)).toStrictEqual(body({ a: 'é' }));
	});

	it('that are claimed wrongly never lose an answer', () => {
		expect(
			read(Buffer.from('{"a":"é"}', 'latin1'), 'application/json; charset=utf-8'),
		).toStrictEqual(body({ a: '\ufffd' }));
	});
});

describe('HTML', () => {
	const page = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';

	it.each([
		['text/html', page],
		['text/html; charset=utf-8', page],
		['TEXT/HTML', '<p>Hello'],
		['text/html', 'Bad Gateway'],
		['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"></html>'],
		['application/xhtml+xml', '<?xml version="1.0"?><!DOCTYPE html><html></html>'],
	])('is known by its type %s', (type, text) => {
		expect(read(text, type)).toStrictEqual({ kind: 'html', text });
	});

	it.each([
		page,
		`\ufeff${page}`,
		'\n  <html lang="en">',
		'<HTML>',
		'<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
		'<!-- made by a proxy --><!DOCTYPE html><html></html>',
		'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html></html>',
	])('is known by its look, whatever it claims: %s', (text) => {
		expect(read(text, 'text/plain').kind).toBe('html');
		expect(read(text, JSON_TYPE).kind).toBe('html');
		expect(read(text).kind).toBe('html');
	});

	it('is known however many brackets its scripts leave open', () => {
		expect(read(`${page}<script>${'['.repeat(600)}</script>`, 'text/html').kind).toBe('html');
	});

	it('is not a text that only speaks of it', () => {
		expect(read('Use <html> here', 'text/plain')).toStrictEqual(body('Use <html> here'));
		expect(read('<htmlx>', 'text/plain')).toStrictEqual(body('<htmlx>'));
		for (const text of ['<!-- <html>', '<?xml <html', '<!--']) {
			expect(read(text, 'text/plain')).toStrictEqual(body(text));
		}
	});
});

it('gives any other text as text', () => {
	expect(read('ok: created', 'text/plain')).toStrictEqual(body('ok: created'));
	expect(read('<a><b/></a>', 'application/xml')).toStrictEqual(body('<a><b/></a>'));
	expect(read('a=1&b=2', 'application/x-www-form-urlencoded')).toStrictEqual(body('a=1&b=2'));
	expect(read('{"a":1}\n{"a":2}', 'application/x-ndjson')).toStrictEqual(body('{"a":1}\n{"a":2}'));
});

it.each(['text/plain; profile="/json"', 'text/plain; view=html'])(
	'takes no word after the type for the type: %s',
	(type) => {
		expect(read('Down for maintenance', type)).toStrictEqual(body('Down for maintenance'));
	},
);

describe('nesting', () => {
	it('is not how many stand side by side', () => {
		const wide = Array.from({ length: 600 }, () => ({ a: [1] }));
		expect(read(JSON.stringify(wide), JSON_TYPE)).toStrictEqual(body(wide));
	});

	const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);

	it('of 500 levels is read', () => {
		expect(read(nested(500), JSON_TYPE).kind).toBe('body');
	});

	it.each([502, 100_000])('of %i levels is not', (levels) => {
		expect(read(` ${nested(levels)}`, JSON_TYPE).kind).toBe('tooDeep');
	});

	it('is not counted inside texts', () => {
		const text = JSON.stringify({ a: `${'['.repeat(1000)}"\\`, b: '{'.repeat(1000) });
		expect(read(text, JSON_TYPE).kind).toBe('body');
	});
});

describe('JSON of many values', () => {
	it.each([
		['[%]', '0'],
		['[%]', '{}'],
		['{"a":[%]}', '[]'],
	])('is read up to 100,000 of them: %s of %s', (around, value) => {
		const of = (count: number) => around.replace('%', Array(count).fill(value).join(','));
		expect(read(of(value === '0' ? 100_000 : 49_000), JSON_TYPE).kind).toBe('body');
		expect(read(of(100_002), JSON_TYPE).kind).toBe('tooMany');
	});

	it('is not counted where there is no JSON', () => {
		expect(read(`<p>${','.repeat(100_002)}`, 'text/plain').kind).toBe('body');
		expect(read(JSON.stringify({ a: ','.repeat(100_002) }), JSON_TYPE).kind).toBe('body');
	});
});

describe('pathological answers are read without a stall', () => {
	it.each([
		['many comments before something else', '<!---->'.repeat(500) + '<data/>'],
		['comments with space between them', '<!-- --> '.repeat(400)],
		['comments that never end', '<!--'.repeat(many(200_000))],
		['lines of XML before something else', '<?xml version="1.0"?>\n'.repeat(200)],
		['white space', ' '.repeat(many(1_000_000)) + 'x'],
		['quotes and backslashes', '"\\'.repeat(many(500_000))],
		['digits', '1'.repeat(many(1_000_000))],
		['digits and signs of an exponent', `[${'1e+'.repeat(many(300_000))}`],
		[
			'texts that never end, beside a long number',
			`[12345678901234567890,${'"\\"'.repeat(many(300_000))}`,
		],
	])('%s', (_, text) => {
		for (const type of ['text/plain', JSON_TYPE, 'text/html']) {
			expect(withoutStall(() => read(text, type)).kind).toMatch(/^(body|html|notJson)$/);
		}
	});
});

it('reads any bytes with any type and status without throwing', () => {
	const types = fc.option(
		fc.oneof(
			fc.constantFrom('text/html', JSON_TYPE, 'text/plain; charset=utf-16le', '; charset=', ';;'),
			fc.string(),
		),
		{ nil: undefined },
	);
	const bodies = fc.oneof(
		fc.uint8Array(),
		fc.string({ unit: 'binary' }),
		fc.jsonValue().map((value) => JSON.stringify(value)),
	);
	holdsFor(fc.tuple(bodies, types, fc.integer({ min: 100, max: 599 })), ([text, type, status]) => {
		expect(['body', 'html', 'notJson', 'tooDeep', 'tooMany', 'packed']).toContain(
			read(text, type, status).kind,
		);
	});
});
