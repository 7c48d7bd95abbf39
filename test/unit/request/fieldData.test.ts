import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	fieldNames,
	fromAssignments,
	fromItem,
	fromJson,
} from '../../../nodes/Submissions/request/fieldData.ts';
import { holdsFor } from '../property.ts';
import { refusalOf } from '../refusals.ts';

interface Row {
	readonly name: unknown;
	readonly value: unknown;
	readonly type: string;
}

function rows(...assignments: Row[]): string {
	return JSON.stringify(fromAssignments({ assignments }).fieldData);
}

function row(name: unknown, value: unknown, type = 'string'): Row {
	return { name, value, type };
}

describe('Define Below', () => {
	it('sends each row under its name, in its type, in order', () => {
		expect(
			rows(
				row('name', 'Ada'),
				row('note', ''),
				row('age', '36', 'number'),
				row('agreed', 'true', 'boolean'),
				row('topics', '["a","b"]', 'array'),
				row('address', { city: 'London' }, 'object'),
			),
		).toBe(
			'{"name":"Ada","note":"","age":36,"agreed":true,"topics":["a","b"],"address":{"city":"London"}}',
		);
	});

	it.each(['address.city', 'topics[0]', '__proto__', 'toString', ' name ', '"Straße 😀"', '=name'])(
		'takes the name %j literally',
		(name) => {
			expect(rows(row(name, 'x'))).toBe(`{${JSON.stringify(name)}:"x"}`);
			expect(({} as Record<string, unknown>)['x']).toBeUndefined();
		},
	);

	it('takes a number for a name', () => {
		expect(rows(row(7, 'x'))).toBe('{"7":"x"}');
	});

	it.each<[string, Row[]]>([
		['name', [row('name', 'a'), row('age', 1), row('name', 'b')]],
		['name', [row('name', undefined), row('name', 'b')]],
		['__proto__', [row('__proto__', 1), row('__proto__', 2)]],
	])('refuses two rows of one name, even where one gives nothing: %s', (name, given) => {
		const refusal = refusalOf(() => rows(...given));
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe(`The field "${name}" stands in two rows of Field Data.`);
	});

	it('tells names apart by their case', () => {
		expect(rows(row('name', 'a'), row('Name', 'b'))).toBe('{"name":"a","Name":"b"}');
	});

	it.each([['   '], [undefined], [{}]])('refuses a row with the name %j', (name) => {
		expect(refusalOf(() => rows(row('first', 1), row(name, 'x'))).message).toBe(
			'Row 2 of Field Data has no field name.',
		);
	});

	it('leaves a row out whose expression gives undefined, and tells which', () => {
		const assignments = [row('name', undefined), row('age', 36, 'number')];
		const { fieldData, leftOut } = fromAssignments({ assignments });
		expect(JSON.stringify(fieldData)).toBe('{"age":36}');
		expect(leftOut).toStrictEqual(['name']);
		const inside = [row('a', { b: [{ c: undefined }] }, 'object')];
		expect(fromAssignments({ assignments: inside }).leftOut).toStrictEqual(['a.b[0].c']);
	});

	it('refuses what cannot be sent, naming the field', () => {
		expect(refusalOf(() => rows(row('field', [undefined], 'number'))).message).toBe(
			'The field "field[0]" is undefined.',
		);
	});

	it('sends the digits of a big integer', () => {
		expect(rows(row('id', 12345678901234567890n, 'number'))).toBe('{"id":"12345678901234567890"}');
		expect(rows(row('id', 5n, 'number'))).toBe('{"id":5}');
	});

	it.each([[undefined], [null], [{}], [{ assignments: 'x' }], ['text']])(
		'reads no row from %j',
		(collection) => {
			expect(JSON.stringify(fromAssignments(collection).fieldData)).toBe('{}');
		},
	);

	it.each([[null], [undefined], ['name']])('refuses a row that is %j', (odd) => {
		refusalOf(() => fromAssignments({ assignments: [odd] }));
	});

	it('takes a row without a type as it is', () => {
		const { fieldData } = fromAssignments({ assignments: [{ name: 'a', value: [1] }] });
		expect(JSON.stringify(fieldData)).toBe('{"a":[1]}');
	});

	it('sends each name once with its own value, whatever the names are', () => {
		const fields = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), {
			selector: ([name]) => name,
		});
		const named = fields.map((list) => list.filter(([name]) => name.trim() !== ''));
		holdsFor(named, (list) => {
			const assignments = list.map(([name, value]) => row(name, value, 'unknown'));
			const { fieldData: sent } = fromAssignments({ assignments });
			expect(Object.keys(sent)).toHaveLength(list.length);
			for (const [name, value] of list) {
				expect(JSON.stringify(sent[name])).toBe(JSON.stringify(value));
			}
		});
	});
});

describe('Map Automatically', () => {
	it("sends the item's fields less those to ignore, which are whole names", () => {
		const item = { name: 1, 'name.x': true, Name: null, note: '', row_number: 2 };
		expect(JSON.stringify(fromItem(item, ['row_number', 'name', 'missing']).fieldData)).toBe(
			'{"name.x":true,"Name":null,"note":""}',
		);
	});

	it('leaves out what is undefined, and tells which', () => {
		const { fieldData, leftOut } = fromItem({ a: undefined, b: 1 }, []);
		expect(JSON.stringify(fieldData)).toBe('{"b":1}');
		expect(leftOut).toStrictEqual(['a']);
		expect(fromItem({ a: { b: [{ c: undefined }] } }, []).leftOut).toStrictEqual(['a.b[0].c']);
	});

	it('takes __proto__ for a name like any other, and can ignore it', () => {
		const item = JSON.parse('{"__proto__":{"x":1},"a":1}') as object;
		expect(JSON.stringify(fromItem(item, []).fieldData)).toBe('{"__proto__":{"x":1},"a":1}');
		expect(JSON.stringify(fromItem(item, ['__proto__']).fieldData)).toBe('{"a":1}');
	});

	it('ignores a name in either spelling of a letter with a mark', () => {
		const [short, long] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form));
		for (const [name = '', ignored = ''] of [
			[short, long],
			[long, short],
		]) {
			expect(JSON.stringify(fromItem({ [name]: 1, a: 2 }, [ignored]).fieldData)).toBe('{"a":2}');
		}
	});

	it('tells which names to ignore the item does not have', () => {
		expect(fromItem({ a: 1, b: 2 }, ['A', 'b', 'c']).absent).toStrictEqual(['A', 'c']);
		expect(fromItem({ a: 1 }, []).absent).toStrictEqual([]);
	});

	it('does not look at what is ignored', () => {
		expect(JSON.stringify(fromItem({ photo: Buffer.from('x'), a: 1 }, ['photo']).fieldData)).toBe(
			'{"a":1}',
		);
	});
});

describe('JSON', () => {
	it.each([
		['text', '{ "name": "Ada", "age": 36 }', '{"name":"Ada","age":36}'],
		['text with a byte order mark', '\ufeff{"a":1}', '{"a":1}'],
		['text with a long integer', '{"id": 12345678901234567890}', '{"id":"12345678901234567890"}'],
		['text with __proto__', '{"__proto__": 1}', '{"__proto__":1}'],
		[
			'an object',
			{ name: 'Ada', a: undefined, note: '', on: new Date(0) },
			'{"name":"Ada","note":"","on":"1970-01-01T00:00:00.000Z"}',
		],
	])('gives its fields from %s', (_, value, sent) => {
		expect(JSON.stringify(fromJson(value).fieldData)).toBe(sent);
	});

	it.each([
		['a list as text', '[{"a":1}]', 'a list'],
		['text as JSON', '"name"', 'a string'],
		['a number as text', '5', 'a number'],
		['true', true, 'a boolean'],
		['null', null, 'null'],
		['empty text', '', 'empty'],
		['white space', ' \n ', 'empty'],
		['undefined', undefined, 'empty'],
	])('refuses %s by what it is', (_, value, found) => {
		const refusal = refusalOf(() => fromJson(value));
		expect(refusal.parameter).toBe('Field Data');
		expect(refusal.message).toBe(`Field Data (JSON) is ${found}, not an object.`);
		expect(refusal.remedy).toContain('{ "name": "Ada" }');
	});

	it.each([
		['Date', new Date(0)],
		['Object', DateTime.fromMillis(0)],
		['Map', new Map([['a', 1]])],
		['Uint8Array', Buffer.from('xyz')],
	])('refuses a value of the kind %s, whose parts are no fields', (kind, value) => {
		expect(refusalOf(() => fromJson(value)).message).toBe(
			`Field Data (JSON) is a value of the kind ${kind}, not an object.`,
		);
	});

	it('says line and column where text is no JSON, without repeating the text', () => {
		const refusal = refusalOf(() => fromJson('{\n  "name": "Ada"\n  "secret": 36\n}'));
		expect(refusal.message).toBe(
			'Field Data (JSON) cannot be read: it goes wrong at line 3, column 3.',
		);
		expect(refusal.message + refusal.remedy).not.toContain('secret');
	});

	it('refuses text in which a name stands twice in one object', () => {
		const refusal = refusalOf(() => fromJson('{"a":1,"b":{"c":1,"c":2}}'));
		expect(refusal.message).toBe('The name "c" stands twice in one object of Field Data (JSON).');
	});

	it('refuses text that holds too much before it reads it', () => {
		const { message } = refusalOf(() => fromJson('{'.repeat(25_001)));
		expect(message).toBe('Field Data holds more than 25,000 values, which are not sent.');
	});

	it('treats text and object alike', () => {
		holdsFor(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (object) => {
			const text = JSON.stringify(object);
			expect(JSON.stringify(fromJson(text).fieldData)).toBe(
				JSON.stringify(fromJson(JSON.parse(text)).fieldData),
			);
		});
	});
});

describe('names of fields to ignore', () => {
	it.each([
		['', []],
		[' , ,', []],
		[' a , b c ,', ['a', 'b c']],
		['address.city, __proto__', ['address.city', '__proto__']],
		[5, ['5']],
		[[], []],
		[
			['a ', 'b,c', 7, ''],
			['a ', 'b,c', '7', ''],
		],
	])('are those that are given by %j: %j', (given, names) => {
		expect(fieldNames(given)).toStrictEqual(names);
	});

	it.each([
		[undefined, 'is empty'],
		[null, 'is null'],
		[true, 'is a boolean'],
		[{ name: true }, 'is a value of the kind Object'],
		[['a', null], 'holds null'],
		[['a', ['b']], 'holds a list'],
	])(
		'are refused where they cannot be told, as what is not left out is sent: %j',
		(given, found) => {
			const refusal = refusalOf(() => fieldNames(given));
			expect(refusal.parameter).toBe('Fields to Ignore');
			expect(refusal.message).toBe(`Fields to Ignore ${found}, not the name of a field.`);
		},
	);
});

describe('empty text', () => {
	const sent = (emptyValues: 'send' | 'leaveOut' | 'clear') => {
		const typed = [row('number', '', 'number'), row('list', '', 'array'), row('kept', ' ')];
		const assignments = [row('text', ''), ...(emptyValues === 'send' ? [] : typed)];
		return [
			fromAssignments({ assignments }, emptyValues),
			fromItem({ a: '', b: { c: '' }, d: 0 }, [], emptyValues),
			fromJson('{"a":""}', emptyValues),
		].map(({ fieldData, leftOut }) => {
			expect(leftOut).toStrictEqual([]);
			expect(Object.values(fieldData)).not.toContain(undefined);
			return JSON.stringify(fieldData);
		});
	};

	it.each([
		['send', ['{"text":""}', '{"a":"","b":{"c":""},"d":0}', '{"a":""}']],
		['leaveOut', ['{"kept":" "}', '{"b":{"c":""},"d":0}', '{}']],
		[
			'clear',
			[
				'{"text":null,"number":null,"list":null,"kept":" "}',
				'{"a":null,"b":{"c":""},"d":0}',
				'{"a":null}',
			],
		],
	] as const)('of a field does as chosen, in every mode: %s', (emptyValues, texts) => {
		expect(sent(emptyValues)).toStrictEqual(texts);
	});
});
