import {
	emptyObject,
	findRepeatedName,
	isObject,
	parseJson,
} from '../../../nodes/Submissions/request/json.ts';
import { many } from '../stall.ts';

function valueOf(text: string): unknown {
	const reading = parseJson(text);
	if (!reading.ok) throw new Error(`${text} was not read`);
	return reading.value;
}

it('passes over a byte order mark, but not two', () => {
	expect(valueOf('\ufeff[1]')).toStrictEqual([1]);
	expect(parseJson('\ufeff\ufeff[1]').ok).toBe(false);
});

describe('a number that JavaScript cannot hold exactly', () => {
	it.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', 9007199254740992],
		['9007199254740993.0', '9007199254740993.0'],
		['12345678901234567.89', '12345678901234567.89'],
		['1e-400', '1e-400'],
		['5e-324', 5e-324],
		['4e-324', '4e-324'],
		['0e-400', 0],
		['0.10000000000000000', 0.1],
		['1000000000000000000000e-18', 1000],
		['9007199254740993', '9007199254740993'],
		['123456789012345678901234567890', '123456789012345678901234567890'],
		['-1.5E+999', '-1.5E+999'],
		['1e3', 1000],
		['1234567890.1234567', 1234567890.1234567],
		['0', 0],
	])('%s is read as %j', (text, value) => {
		expect(valueOf(text)).toBe(value);
		expect(valueOf(`{"a":[${text}]}`)).toStrictEqual({ a: [value] });
	});

	it('keeps them beside 10 MB of what has a meaning in patterns', () => {
		for (const filling of [
			`"${'\\n'.repeat(many(5_000_000))}"`,
			`"${'\\"1'.repeat(many(3_000_000))}"`,
			'1'.repeat(many(10_000_000)),
			`${'['.repeat(many(5_000_000))}${']'.repeat(many(5_000_000))}`,
			`${' \n'.repeat(many(5_000_000))}1`,
			`[${'1e999,'.repeat(many(200_000))}1]`,
		]) {
			const value = valueOf(`{"filling":${filling},"id":12345678901234567890}`);
			expect((value as Record<string, unknown>)['id']).toBe('12345678901234567890');
			expect(findRepeatedName(`{"a":${filling},"b":{"a":1},"a":2}`)).toBe('a');
			const reading = parseJson(`{"filling":${filling},\n"id":x}`);
			const line = filling.split('\n').length + 1;
			expect(reading).toStrictEqual({ ok: false, fault: { line, column: 6 } });
		}
	});

	it('is told from digits in a text or a key', () => {
		const text = String.raw`{"12345678901234567890":"12345678901234567890","\"9":"\\","id":12345678901234567890}`;
		expect(valueOf(text)).toStrictEqual({
			'12345678901234567890': '12345678901234567890',
			'"9': '\\',
			id: '12345678901234567890',
		});
	});
});

it.each([
	['{"a":x}', 1, 6],
	['{\r\n "a": 1,\r\n "b": x\r\n}', 3, 7],
	['[1,2', 1, 5],
	['{"a":"b\nc"}', 1, 6],
	['\n\n{', 3, 2],
	['\ufeff{"a":x}', 1, 6],
	[`{"long": "${'y'.repeat(200)}", "b": x}`, 1, 219],
])('reading %j stops at line %i, column %i, before what is broken', (text, line, column) => {
	expect(parseJson(text)).toStrictEqual({ ok: false, fault: { line, column } });
});

it('takes objects alone for objects', () => {
	expect([{}, emptyObject()].map(isObject)).toStrictEqual([true, true]);
	expect([null, [], 'x', 1, true, undefined].some(isObject)).toBe(false);
});

it('makes an empty object in which every name is only a name', () => {
	const object = emptyObject();
	object['__proto__'] = 'x';
	expect(JSON.stringify(object)).toBe('{"__proto__":"x"}');
	expect('toString' in object).toBe(false);
});

describe('a name that stands twice in one object', () => {
	it.each([
		['{"a":1,"a":2,"b":1,"b":2}', 'a'],
		['[{"b":{"c":1,"d":[],"c":2}}]', 'c'],
		['{"a":1,"\\u0061":2}', 'a'],
		['{"__proto__":1,"__proto__":2}', '__proto__'],
		['\ufeff{"":1,"":2}', ''],
	])('is found in %s', (text, name) => {
		expect(findRepeatedName(text)).toBe(name);
	});

	it.each([
		'{"a":{"a":{"b":1}},"b":1}',
		'[{"a":1},{"a":2}]',
		'{"a":"a","b":["a","a"],"c":"\\"a\\":1"}',
		'{"a":1,"A":2}',
		'"a"',
	])('is not found in %s', (text) => {
		expect(findRepeatedName(text)).toBeUndefined();
	});
});
