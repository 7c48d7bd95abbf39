import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/Submissions/request/json.ts';
import { keepFields } from '../../../nodes/Submissions/response/returnFields.ts';
import { holdsFor } from '../property.ts';

it('passes over an object whose name is longer than any field is called', () => {
	const [longest, longer] = ['x'.repeat(1000), 'x'.repeat(1001)];
	const [a, b] = [{ age: 1 }, { age: 2 }];
	expect(keepFields({ [longest]: a, [longer]: b }, ['age']).body).toStrictEqual({ age: 1 });
});

describe('fields to return', () => {
	const body = {
		name: 'Ada',
		email: 'ada@example.com',
		address: { city: 'London', zip: 1 },
		office: { zip: 2 },
		'a.b': 1,
		list: [{ id: 1 }, { id: 2 }],
		'odd[': 3,
	};

	it.each<[string[], unknown]>([
		[[], body],
		[['name'], { name: 'Ada' }],
		[['name', 'missing'], { name: 'Ada' }],
		[['missing'], {}],
		[['city'], { city: 'London' }],
		[['zip'], { 'address.zip': 1, 'office.zip': 2 }],
		[['address.city'], { 'address.city': 'London' }],
		[['a.b', '["a.b"]', "$json['a.b']"], { 'a.b': 1, '["a.b"]': 1, "$json['a.b']": 1 }],
		[['list[1].id', 'list.0.id'], { 'list[1].id': 2, 'list.0.id': 1 }],
		[['odd[', '.', '$json.', '[0]'], { 'odd[': 3 }],
		[['toString', '__proto__', 'constructor'], {}],
	])('%j keep only these', (names, kept) => {
		expect(keepFields(body, names).body).toStrictEqual(kept);
	});

	it('are kept of every element of a list', () => {
		expect(keepFields([body, { name: 'Bo' }, 5, null], ['name']).body).toStrictEqual([
			{ name: 'Ada' },
			{ name: 'Bo' },
		]);
	});

	it.each([['text'], [5], [null], [true], [undefined]])(
		'keep nothing of %j, which has no fields',
		(value) => {
			expect(keepFields(value, ['name']).body).toBeUndefined();
		},
	);

	it('keep a field that is null, or called __proto__', () => {
		expect(keepFields({ a: null }, ['a']).body).toStrictEqual({ a: null });
		const odd = JSON.parse('{"__proto__":1,"b":2}') as JsonValue;
		expect(JSON.stringify(keepFields(odd, ['__proto__']).body)).toBe('{"__proto__":1}');
	});

	it('let nothing else through, whatever the body is', () => {
		holdsFor(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
			const kept = keepFields(object as JsonValue, ['name', 'a.b']).body;
			for (const key of Object.keys(kept as object)) expect(key).toMatch(/(^|\.)(name|a\.b)$/);
		});
	});

	it('that are nowhere are told, with those that there are, down to the second level', () => {
		expect(keepFields(body, ['nmae', 'email', 'zip']).missing).toStrictEqual({
			names: ['nmae'],
			there: ['name', 'email', 'address', 'office', 'a.b', 'list', 'odd[', 'city', 'zip'],
		});
		expect(keepFields([5, body, { other: 1 }], ['other', 'name']).missing).toBeUndefined();
		expect(keepFields('text', ['name']).missing).toStrictEqual({ names: ['name'], there: [] });
		const many = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`${n}`.repeat(99), 1]));
		const { there = [] } = keepFields(many, ['x']).missing ?? {};
		expect([there.length, Math.max(...there.map(({ length }) => length))]).toStrictEqual([20, 60]);
	});
});
