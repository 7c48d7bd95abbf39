import { flatten, nameUnder } from '../../../nodes/Submissions/request/bracketNames.ts';
import type { JsonObject } from '../../../nodes/Submissions/request/json.ts';
import { MOST_BYTES } from '../../../nodes/Submissions/request/fieldSize.ts';
import { refusalOf } from '../refusals.ts';

// That all are written as qs writes them is a law in encoders/form.test.ts.
it('writes fields as names in brackets', () => {
	const address = { city: 'Oslo', geo: { lat: 1.5 } };
	const data = { odd: false, none: null, blank: '', address, tags: ['a', [{ 'c.d': 'e' }]] };
	expect(flatten(data)).toStrictEqual([
		['odd', 'false'],
		['none', ''],
		['blank', ''],
		['address[city]', 'Oslo'],
		['address[geo][lat]', '1.5'],
		['tags[0]', 'a'],
		['tags[1][0][c.d]', 'e'],
	]);
	expect(flatten({})).toStrictEqual([]);
});

it('takes __proto__ for a name like any other', () => {
	const fieldData = JSON.parse('{"__proto__":{"constructor":1}}') as JsonObject;
	expect(flatten(fieldData)).toStrictEqual([['__proto__[constructor]', '1']]);
});

it.each<[string, JsonObject, string]>([
	['list', { tags: [] }, 'The field "tags" is an empty list'],
	['name', { '': 1 }, 'Field Data holds a name that this body format cannot say: an empty one.'],
	['name further down', { a: { '': 1 } }, 'The field "a" holds a name that this body format'],
	['name in brackets', { a: { 'b][c': 1 } }, 'The field "a" holds a name that this body format'],
	['object', { address: {} }, 'The field "address" is an empty object'],
	['list further down', { a: { b: [1, []] } }, 'The field "a[b][1]" is an empty list'],
])('refuses an empty %s, which would go missing, naming the field', (_, fieldData, message) => {
	const refusal = refusalOf(() => flatten(fieldData));
	expect(refusal.parameter).toBe('Field Data');
	expect(refusal.message).toContain(message);
});

it.each<[JsonObject, 'indices' | 'brackets', string]>([
	[{ tags: ['a'], 'tags[0]': 'b' }, 'indices', 'tags[0]'],
	[{ 'a[b]': 1, a: { b: 2 } }, 'indices', 'a[b]'],
	[{ tags: ['a', 'b'], 'tags[]': 'c' }, 'brackets', 'tags[]'],
])('refuses two fields that would have one name: %j with %s', (data, arrayFormat, name) => {
	const refusal = refusalOf(() => flatten(data, [], arrayFormat));
	expect(refusal.parameter).toBe('Field Data');
	expect(refusal.message).toBe(
		`Two fields would both be written as "${name}" in this body format.`,
	);
});

describe('in Brackets Only', () => {
	it('a list has one name, as qs writes it', () => {
		const data = { tags: ['a', null, 3], address: { lines: ['x'] } };
		expect(flatten(data, [], 'brackets')).toStrictEqual([
			['tags[]', 'a'],
			['tags[]', ''],
			['tags[]', '3'],
			['address[lines][]', 'x'],
		]);
	});

	it.each<[JsonObject]>([[{ a: { b: [1, [2]] } }], [{ a: { b: [{ c: 1 }] } }]])(
		'a list of lists or objects is refused, as no two parsers agree on it: %j',
		(data) => {
			expect(refusalOf(() => flatten(data, [], 'brackets')).message).toBe(
				'The field "a[b]" is a list that holds lists or objects, which the Array Format Brackets Only cannot say.',
			);
		},
	);
});

it.each<[JsonObject, string, number]>([
	[{ a: 'x'.repeat(MOST_BYTES) }, 'a', 1],
	[{ a: { bc: ['x'.repeat(MOST_BYTES)] } }, 'a[bc][0]', 8],
])('counts a name with its text', (data, name, length) => {
	const shorter = (by: number) =>
		JSON.parse(JSON.stringify(data).replace('x'.repeat(by), '')) as JsonObject;
	expect(flatten(shorter(length))).toHaveLength(1);
	expect(refusalOf(() => flatten(shorter(length - 1))).message).toBe(
		`With the field "${name}" Field Data takes more than 16 MB, which are not sent.`,
	);
});

it.each([
	[[], 'name', 'name'],
	[['submission'], 'name', 'submission[name]'],
	[['a', 'b'], 'c.d', 'a[b][c.d]'],
	[['submission'], 'docs[]', 'submission[docs][]'],
	[['a', 'b'], 'c[d][0]', 'a[b][c][d][0]'],
	[[], 'docs[]', 'docs[]'],
])('puts a field under %j', (path, name, whole) => {
	expect(nameUnder(path, name)).toBe(whole);
});

it.each(['[b]', 'b[c', 'How old [years]?'])('puts no field called %s under another', (name) => {
	expect(nameUnder([], name)).toBe(name);
	expect(refusalOf(() => nameUnder(['a'], name)).message).toMatch(/^The field "a" holds a name/);
});
