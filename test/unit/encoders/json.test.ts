import fc from 'fast-check';

import { parseJson } from '../../../nodes/Submissions/request/json.ts';
import { walkJson } from '../../../nodes/Submissions/request/jsonWalk.ts';
import { names, texts } from './fieldDataValues.ts';
import { holds } from './seeded.ts';
import { encoded } from './text.ts';

function findJsonFault(text: string): number | undefined {
	return walkJson(text, () => undefined);
}

const fieldData = fc.dictionary(names, fc.jsonValue({ stringUnit: 'binary' }), {
	noNullPrototype: true,
});

holds('writes JSON that JSON.parse reads back as it was', fieldData, (value) => {
	const object = { ...value } as Parameters<typeof encoded>[0];
	expect(JSON.stringify(JSON.parse(encoded(object, 'json')))).toBe(JSON.stringify(object));
});

/** Whether JavaScript takes a text for JSON, and what it makes of it. */
function parsed(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/** Texts that are JSON, with all the white space that JSON allows. */
const jsonTexts = fc
	.tuple(
		fc.jsonValue({ stringUnit: 'binary' }),
		fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 }),
	)
	.map(([value, space]) => `${space}${JSON.stringify(value, null, space)}${space}`);

/** Texts that were JSON until a little was changed. */
const almostJson = fc
	.tuple(
		jsonTexts,
		fc.nat(),
		fc.nat({ max: 3 }),
		fc.oneof(
			fc.constantFrom(
				...Array.from('{}[]",:0-.e+\\ntu'),
				'\u0001',
				'\u00a0',
				'\ufeff',
				'01',
				'1.',
				'\\u12',
				'true',
			),
			texts,
		),
	)
	.map(([text, place, removed, added]) => {
		const at = place % (text.length + 1);
		return text.slice(0, at) + added + text.slice(at + removed);
	});

/** Pieces of JSON in any order. */
const pieces = fc
	.array(
		fc.constantFrom(
			'{',
			'}',
			'[',
			']',
			'"',
			',',
			':',
			'1',
			'-',
			'0',
			'.5',
			'e1',
			'E-2',
			'true',
			'null',
			'nul',
			'"a"',
			'"\\',
			'\\"',
			'\\u0041',
			' ',
			'\n',
			'12345678901234567890',
			'1e999',
		),
		{ maxLength: 12 },
	)
	.map((list) => list.join(''));

const anyTexts = fc.oneof(jsonTexts, almostJson, almostJson, pieces, texts);

holds('finds a fault in a text where JSON.parse finds one, and only there', anyTexts, (text) => {
	expect(findJsonFault(text) === undefined).toBe(parsed(text) !== undefined);
});

holds('finds the first fault: what stands before it is JSON, or its start', anyTexts, (text) => {
	const at = findJsonFault(text);
	if (at === undefined) return;
	const faultBefore = findJsonFault(text.slice(0, at));
	if (faultBefore !== undefined) expect(faultBefore).toBe(at);
});

holds('reads JSON where JSON.parse reads it, and as it reads it', anyTexts, (text) => {
	const expected = parsed(text);
	const reading = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
	const unmarked = text.startsWith('\ufeff') ? parsed(text.slice(1)) : expected;
	expect(reading.ok).toBe(unmarked !== undefined);
	if (!reading.ok || unmarked === undefined) return;
	// Whatever JavaScript holds exactly comes out the same; the rest, by the law below.
	if (/[\d.]{16}|[eE]/.test(text)) return;
	expect(JSON.stringify(reading.value)).toBe(JSON.stringify(unmarked.value));
});

/** A number as JSON may write it: any digits, a fraction and an exponent or not. */
const numbers = fc
	.tuple(
		fc.constantFrom('', '-'),
		fc.bigInt({ min: 0n, max: 10n ** 30n }),
		fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.stringMatching(/^\.\d{1,4}$/)),
		fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
	)
	.map(([sign, digits, fraction, exponent]) => `${sign}${digits}${fraction}${exponent}`);

/** Far below the smallest power of ten in any of the numbers. */
const LEAST_POWER = 2000;

/** A decimal number times a power of ten that makes it an integer. */
function scaled(text: string): bigint {
	const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	return BigInt(whole + fraction + '0'.repeat(LEAST_POWER + Number(power) - fraction.length));
}

holds(
	'keeps the decimal value of a number, wherever it stands',
	fc.array(fc.tuple(numbers, texts), { maxLength: 4 }),
	(list) => {
		const json = `{"list":[${list.map(([number, text]) => `${number},${JSON.stringify(text)}`).join(',')}]}`;
		const reading = parseJson(json);
		if (!reading.ok) throw new Error(`Not read: ${json}`);
		const read = (reading.value as { list: unknown[] }).list;
		for (const [index, [number, text]] of list.entries()) {
			expect(read[2 * index + 1]).toBe(text);
			const value = read[2 * index];
			if (typeof value === 'string') expect(value).toBe(number);
			else expect(scaled(JSON.stringify(value))).toBe(scaled(number));
		}
	},
);
