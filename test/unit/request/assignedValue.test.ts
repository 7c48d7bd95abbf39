import { Script } from 'node:vm';

import fc from 'fast-check';

import { toAssignedType } from '../../../nodes/Submissions/request/assignedValue.ts';
import type { JsonValue } from '../../../nodes/Submissions/request/json.ts';
import { holdsFor } from '../property.ts';
import { refusalOf } from '../refusals.ts';

const GENERAL =
	'Change the type of the row, or the value. An expression that returns null clears the field, and one that returns undefined leaves it out.';

const TYPES = ['string', 'number', 'boolean', 'array', 'object'];

it('passes null in every type, to clear the field', () => {
	for (const type of TYPES) expect(toAssignedType(null, type, 'field')).toBeNull();
});

it('leaves a value as it is in a type that it does not know', () => {
	holdsFor(fc.jsonValue(), (value) => {
		expect(toAssignedType(value as JsonValue, 'dateTime', 'field')).toBe(value);
	});
});

it('leaves a value as it is that has the type already', () => {
	const typed = fc.oneof(
		fc.tuple(fc.constant('string'), fc.string({ unit: 'binary' })),
		fc.tuple(fc.constant('number'), fc.double({ noNaN: true, noDefaultInfinity: true })),
		fc.tuple(fc.constant('boolean'), fc.boolean()),
		fc.tuple(fc.constant('array'), fc.array(fc.integer())),
		fc.tuple(fc.constant('object'), fc.dictionary(fc.string(), fc.integer())),
	);
	holdsFor(typed, ([type, value]) => {
		expect(JSON.stringify(toAssignedType(value, type, 'field'))).toBe(JSON.stringify(value));
	});
});

it.each<[JsonValue, string]>([
	[1.5, '1.5'],
	[false, 'false'],
	[[1, 'a', null], '[1,"a",null]'],
	[{ a: 'ü' }, '{"a":"ü"}'],
])('%j is written as the text %j', (value, text) => {
	expect(toAssignedType(value, 'string', 'field')).toBe(text);
});

describe('a number', () => {
	it.each<[JsonValue, JsonValue]>([
		[' 12 ', 12],
		['-12.50', -12.5],
		['1e3', 1000],
		['1E-2', 0.01],
		['1.25e+10', 12_500_000_000],
		['9007199254740993', '9007199254740993'],
		['1e999', '1e999'],
		[' 12345678901234567890 ', '12345678901234567890'],
	])('%j is read as %j', (value, number) => {
		expect(toAssignedType(value, 'number', 'field')).toBe(number);
	});

	it.each<[JsonValue, string]>([
		['', 'empty text'],
		['twelve', 'the text "twelve"'],
		['1,5', 'the text "1,5"'],
		['0x10', 'the text "0x10"'],
		['12px', 'the text "12px"'],
		['Infinity', 'the text "Infinity"'],
		['--1', 'the text "--1"'],
		[true, 'the boolean true'],
		[[], 'a list'],
		[{}, 'an object'],
	])('%j is refused, naming the field and what was found', (value, found) => {
		const refusal = refusalOf(() => toAssignedType(value, 'number', 'age'));
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe(`The field "age" should be a number, and its value is ${found}.`);
	});

	const EITHER =
		'If the comma is a decimal one, write it as a point; if it stands between thousands, leave it out.';
	const NO_COMMAS = 'Leave the commas out.';
	const NO_THOUSANDS = 'Leave out what stands between the thousands.';
	const point = (number: string) => `Write it with a point, ${number}.`;
	const alone = (number: string) => `Give the number alone, ${number}.`;

	it.each<[string, string]>([
		['', 'For empty cells, set Empty Values under Options to Leave Out or to Clear the Field.'],
		['1,5', point('1.5')],
		['-12,34', point('-12.34')],
		[`${'1'.repeat(58)},5`, point(`${'1'.repeat(58)}.5`)],
		[`${'1'.repeat(59)},5`, GENERAL],
		[' 1,234 ', EITHER],
		['-123,456', EITHER],
		['x1,234', GENERAL],
		['1,234,567', NO_COMMAS],
		['12,345,678.90', NO_COMMAS],
		['x1,234,567', GENERAL],
		['1,234,567x', GENERAL],
		["1'234,5", NO_THOUSANDS],
		['12.345.678', NO_THOUSANDS],
		['1\u00a0234,56', NO_THOUSANDS],
		["1.234'567", GENERAL],
		['x1 234 567', GENERAL],
		['1.234.567x', GENERAL],
		['12.25 kg', alone('12.25')],
		['€ 12', alone('12')],
		['$-12.5', alone('-12.5')],
		['12\u00a0€', alone('12')],
		['twelve', GENERAL],
		['12-15', GENERAL],
		// What may be a sign, or belongs to a name, is no unit.
		['(12)', GENERAL],
		['12-', GENERAL],
		['- 12', GENERAL],
		['INV-12', GENERAL],
		['−5', GENERAL],
		['$.99', GENERAL],
		['.5', GENERAL],
		['A12', GENERAL],
		['12 "', GENERAL],
		['12 }}', GENERAL],
	])('%j is refused with what to write instead', (value, remedy) => {
		expect(refusalOf(() => toAssignedType(value, 'number', 'price')).remedy).toBe(remedy);
	});

	it('of more than a thousand characters stays text', () => {
		const exact = (length: number) => `1.${'0'.repeat(length - 2)}`;
		expect(toAssignedType(exact(1000), 'number', 'field')).toBe(1);
		expect(toAssignedType(exact(1001), 'number', 'field')).toBe(exact(1001));
	});

	it('loses no digit: what text gives is the same number when written again', () => {
		// From 10 ** 21 on JavaScript writes a power of ten.
		holdsFor(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (integer) => {
			const value = toAssignedType(integer.toString(), 'number', 'field');
			expect(JSON.stringify(value).replaceAll('"', '')).toBe(integer.toString());
		});
	});
});

describe('true or false', () => {
	it.each<[JsonValue, boolean]>([
		['true', true],
		[' TRUE ', true],
		['1', true],
		[1, true],
		['False', false],
		['0', false],
		[0, false],
	])('%j is read as %j', (value, boolean) => {
		expect(toAssignedType(value, 'boolean', 'field')).toBe(boolean);
	});

	it.each<[JsonValue, string]>([
		['yes', 'the text "yes"'],
		['', 'empty text'],
		[2, 'the number 2'],
		[-1, 'the number -1'],
		[[], 'a list'],
		[{ a: 1 }, 'an object'],
	])('%j is refused, naming the field and what was found', (value, found) => {
		expect(refusalOf(() => toAssignedType(value, 'boolean', 'agreed')).message).toBe(
			`The field "agreed" should be true or false, and its value is ${found}.`,
		);
	});
});

describe('lists and objects', () => {
	it.each<[string, JsonValue, JsonValue]>([
		['array', '[1, "a", {"b": null}]', [1, 'a', { b: null }]],
		['array', ' [] ', []],
		['array', '[12345678901234567890]', ['12345678901234567890']],
		['object', '{"a": [1]}', { a: [1] }],
		['object', '{}', {}],
	])('an %s is read from the text %s', (type, text, value) => {
		expect(JSON.stringify(toAssignedType(text, type, 'field'))).toBe(JSON.stringify(value));
	});

	it.each<[string, JsonValue]>([
		['array', 'a, b'],
		['array', ''],
		['array', 'null'],
		['array', { 0: 'a', length: 1 }],
		['object', '[1]'],
		['object', '{a:1}'],
		['object', ''],
		['object', 'null'],
		['object', [1]],
	])('an %s is refused where the value is %j', (type, value) => {
		const label = type === 'array' ? 'a list' : 'an object';
		expect(refusalOf(() => toAssignedType(value, type, 'field')).message).toContain(
			`The field "field" should be ${label}`,
		);
	});

	it.each([
		['object', '{"a":{"b":1,"c":2,"b":3}}'],
		['array', '[{"b":1,"b":1}]'],
	])('from text in which a name stands twice in one object are refused: %s', (type, text) => {
		const refusal = refusalOf(() => toAssignedType(text, type, 'address'));
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe('The name "b" stands twice in one object of the field "address".');
	});

	it('are read of no text that is to stay one', () => {
		expect(toAssignedType('{"a":1,"a":2}', 'string', 'field')).toBe('{"a":1,"a":2}');
	});

	it('from text hold no more values than are sent', () => {
		const list = (length: number) => `[${Array.from({ length }, () => 0).join()}]`;
		expect(toAssignedType(list(24_999), 'array', 'field')).toHaveLength(24_999);
		expect(refusalOf(() => toAssignedType(list(25_001), 'array', 'field')).message).toBe(
			'The field "field" holds more than 25,000 values, which are not sent.',
		);
	});

	it.each([201, 50_000])('from text are bounded in depth as everything is: %i levels', (levels) => {
		const text = '['.repeat(levels) + ']'.repeat(levels);
		refusalOf(() => toAssignedType(text, 'array', 'field'));
	});
});

/** The expressions that a refusal offers for a row that refers to one field of its input. */
function offered(value: string, type: string, written: string): string[] {
	const { remedy } = refusalOf(() => toAssignedType(value, type, 'field', () => written));
	return Array.from(remedy.matchAll(/\{\{ (.*?) \}\}/g), ([, expression = '']) => expression);
}

/** What such an expression gives, as n8n evaluates it. */
function evaluated(expression: string, $json: Readonly<Record<string, unknown>>): unknown {
	return new Script(`(${expression})`).runInNewContext({ $json: { ...$json } });
}

describe('an expression to paste', () => {
	it.each<[type: string, given: string, becomes: JsonValue[]]>([
		['number', '1,5', [1.5]],
		['number', ' -12,34 ', [-12.34]],
		['number', '1,234', [1.234, 1234]],
		['number', '12,345,678.90', [12_345_678.9]],
		['number', "1'234,5", [1234.5]],
		['number', '12.345.678', [12_345_678]],
		['number', '1\u00a0234,56', [1234.56]],
		['number', '1’234', [1234]],
		['number', '12.25 kg', [12.25]],
		['number', '€ 12', [12]],
		['number', '12\u00a0€', [12]],
		['number', 'EUR -12 net', [-12]],
		['boolean', 'yes', [true]],
		['boolean', 'Nein', [false]],
		['boolean', 'SÍ', [true]],
		['boolean', 'Y', [true]],
		['boolean', 'да', [true]],
		['boolean', '☐', [false]],
		['boolean', 'x', []],
		['boolean', 'Yes ', []],
	])(
		'makes of %s %j what is meant, and leaves alone what it is not for',
		(type, given, becomes) => {
			const expressions = offered(given, type, '={{ $json.cost }}');
			expect(
				expressions.map((expression) =>
					toAssignedType(evaluated(expression, { cost: given }) as JsonValue, type, 'field'),
				),
			).toStrictEqual(becomes);
			// Other rows of the same column.
			for (const cost of [
				undefined,
				null,
				true,
				false,
				0,
				12.5,
				-1.234,
				1e21,
				'12.5',
				'3 lb',
				'x',
			]) {
				for (const expression of expressions) expect(evaluated(expression, { cost })).toBe(cost);
			}
		},
	);

	it.each([
		['={{ $json["Preis (€)"] }}', '$json["Preis (€)"]'],
		["={{$json['a b'].c[0]}}", "$json['a b'].c[0]"],
	])('names what the row %s refers to', (written, reference) => {
		expect(offered('1,5', 'number', written)).toStrictEqual([
			`${reference}?.replace?.(",", ".") ?? ${reference}`,
		]);
		expect(offered('Nein', 'boolean', written)).toStrictEqual([
			`({ "Ja": true, "Nein": false })[${reference}] ?? ${reference}`,
		]);
	});

	it.each([
		'1,5',
		'={{ $json.a + "" }}',
		'=about {{ $json.a }}',
		`={{ $json.${'y'.repeat(120)} }}`,
		15,
	])('is not made for a row of another kind: %s', (written) => {
		const remedyOf = (value: string, type: string) =>
			refusalOf(() => toAssignedType(value, type, 'field', () => written)).remedy;
		expect(remedyOf('1,5', 'number')).toBe('Write it with a point, 1.5.');
		expect(remedyOf('Nein', 'boolean')).toBe(GENERAL);
	});
});

it('gives every value in its type, or a refusal that names the field', () => {
	const isOfType: Record<string, (value: JsonValue) => boolean> = {
		string: (value) => typeof value === 'string',
		number: (value) => typeof value === 'number' || /^"-?\d[\d.e+-]*"$/.test(JSON.stringify(value)),
		boolean: (value) => typeof value === 'boolean',
		array: (value) => Array.isArray(value),
		object: (value) => typeof value === 'object' && !Array.isArray(value),
	};
	holdsFor(fc.tuple(fc.jsonValue(), fc.constantFrom(...TYPES)), ([value, type]) => {
		try {
			const given = toAssignedType(value as JsonValue, type, 'field');
			if (value !== null) expect(isOfType[type]?.(given)).toBe(true);
		} catch {
			const refusal = refusalOf(() => toAssignedType(value as JsonValue, type, 'field'));
			expect(refusal.message).toContain('"field"');
		}
	});
});
