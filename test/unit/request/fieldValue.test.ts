import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { DateTime, Duration, Interval } from 'luxon';

import { toAssignedType } from '../../../nodes/Submissions/request/assignedValue.ts';
import {
	fromAssignments,
	fromItem,
	fromJson,
} from '../../../nodes/Submissions/request/fieldData.ts';
import { toJsonValue } from '../../../nodes/Submissions/request/fieldValue.ts';
import { holdsFor } from '../property.ts';
import { refusalOf } from '../refusals.ts';
import { many, withoutStall } from '../stall.ts';

/** What stands on the wire, since that is what counts. */
function sent(value: unknown): string {
	return JSON.stringify(toJsonValue(value, 'field'));
}

function refused(value: unknown): string {
	const refusal = refusalOf(() => toJsonValue(value, 'field'));
	expect(refusal.parameter).toBe('Field Data');
	return refusal.message;
}

const UNREADABLE = 'The field "field" is a date that cannot be read.';

it('leaves every JSON value as it is', () => {
	holdsFor(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
		expect(sent(value)).toBe(JSON.stringify(value));
	});
});

describe('dates', () => {
	it.each<[string, unknown, string]>([
		['Date', new Date(Date.UTC(2030, 0, 31, 10, 20, 30, 45)), '2030-01-31T10:20:30.045Z'],
		['Date of another realm', runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
		['Luxon duration', Duration.fromObject({ hours: 1, minutes: 30 }), 'PT1H30M'],
		[
			'Luxon interval',
			Interval.after(DateTime.fromMillis(0, { zone: 'utc' }), { days: 1 }),
			'1970-01-01T00:00:00.000Z/1970-01-02T00:00:00.000Z',
		],
		[
			'Luxon date-time, which keeps its zone',
			DateTime.fromMillis(Date.UTC(2030, 6, 31, 10), { zone: 'America/St_Johns' }),
			'2030-07-31T07:30:00.000-02:30',
		],
	])('become ISO 8601 text, wherever they stand: %s', (_, date, text) => {
		expect(sent(date)).toBe(JSON.stringify(text));
		expect(sent({ deep: [date] })).toBe(JSON.stringify({ deep: [text] }));
	});

	it.each([
		['Date', new Date(NaN)],
		['Luxon date-time', DateTime.fromISO('no date')],
		['Luxon duration', Duration.invalid('none')],
		['Luxon interval', Interval.invalid('none')],
	])('that are invalid are refused, naming the field: %s', (_, value) => {
		expect(refused(value)).toBe(UNREADABLE);
	});

	it('that cannot write themselves any more are refused', () => {
		class Ended {
			toISO(): string {
				throw new TypeError('It has no end');
			}
		}
		expect(refused(new Ended())).toBe(UNREADABLE);
	});

	it('are told from an object with a field called toISO', () => {
		expect(sent({ toISO: 5 })).toBe('{"toISO":5}');
	});

	it('in a list are refused with their place', () => {
		expect(refused({ days: [new Date(0), new Date(NaN)] })).toContain('"field.days[1]"');
	});
});

describe('text', () => {
	it('that n8n made of an invalid date-time is refused', () => {
		expect(refused('Invalid DateTime')).toBe(UNREADABLE);
		expect(refused('Invalid Date')).toBe(UNREADABLE);
		expect(sent('Invalid DateTime ')).toBe('"Invalid DateTime "');
	});

	it.each([
		['high', '\ud83d'],
		['low', '\udc00'],
		['high before another', '\ud83d\ud83d\udc00'],
	])('that holds half of a character is refused, in a value and in a name: %s', (_, cut) => {
		expect(refused([`cut ${cut}`])).toBe(
			'The field "field[0]" holds half of a character, which cannot be sent.',
		);
		expect(refused({ [cut]: 1 })).toMatch(
			/^The field "field\.\\u\{D.*" has half of a character in its name, which cannot be sent\.$/,
		);
		expect(refusalOf(() => toJsonValue(1, cut)).message).toContain('in its name');
		expect(sent('whole 😀')).toBe('"whole 😀"');
	});
});

describe('numbers', () => {
	it.each([NaN, Infinity, -Infinity])('%s is refused, naming the field', (value) => {
		expect(refused({ a: [1, { b: value }] })).toBe(`The field "field.a[1].b" is ${value}.`);
	});

	it('keep every digit as big integers', () => {
		expect(sent([-9007199254740993n, 5n])).toBe('["-9007199254740993","5"]');
	});
});

describe('undefined', () => {
	it('is left out of an object, and its place is told', () => {
		const leftOut: string[] = [];
		const value = { a: undefined, b: 1, c: [{ d: undefined }] };
		const json = toJsonValue(value, 'field', (place) => leftOut.push(place));
		expect(JSON.stringify(json)).toBe('{"b":1,"c":[{}]}');
		expect(leftOut).toStrictEqual(['field.a', 'field.c[0].d']);
	});

	it.each([
		['as an element', [1, undefined, 3]],
		['as a gap', Object.assign([1], { 2: 3 })],
	])('in a list is refused with its place, never turned into null: %s', (_, list) => {
		expect(refused(list)).toContain('"field[1]" is undefined');
	});
});

describe('objects that refer to themselves', () => {
	it('are refused with the place', () => {
		const circular: Record<string, unknown> = { name: 'Ada' };
		circular['self'] = { again: [circular] };
		expect(refused(circular)).toBe(
			'The field "field.self.again[0]" refers back to an object that holds it.',
		);
	});

	it('are refused where toJSON gives the object itself', () => {
		class Endless {
			toJSON(): this {
				return this;
			}
		}
		expect(refused(new Endless())).toContain('refers back');
	});

	it('are told from one object that stands in two places, which is sent twice', () => {
		const shared = { a: 1 };
		expect(sent([shared, { again: shared }])).toBe('[{"a":1},{"again":{"a":1}}]');
	});
});

describe('depth', () => {
	const nested = (levels: number): unknown => {
		let value: unknown = 1;
		for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
		return value;
	};

	it('of 200 levels is sent', () => {
		expect(sent(nested(200))).toBe(JSON.stringify(nested(200)));
	});

	it.each([201, 100_000])('of %i levels is refused, naming the field', (levels) => {
		const message = refused(nested(levels));
		expect(message).toMatch(/^The field "field[^ ]*" is nested more than 200 levels deep\.$/);
		expect(message.length).toBeLessThan(200);
	});

	it('costs no more where it is wide, whatever the names are', () => {
		const long = 'x'.repeat(many(50_000));
		const wide = Array.from({ length: many(8000) }, () => ({ a: [], b: undefined }));
		let value: unknown = wide;
		for (let level = 0; level < 190; level++) value = { [long]: value };
		let longest = 0;
		const json = withoutStall(() =>
			toJsonValue(value, 'field', (place) => (longest = Math.max(longest, place.length))),
		);
		expect(JSON.stringify(json).length).toBeGreaterThan(190 * long.length);
		expect(longest).toBeGreaterThan(0);
		expect(longest).toBeLessThan(300);
	});

	it('is bounded where every toJSON gives a new object', () => {
		class Russian {
			toJSON(): Russian {
				return new Russian();
			}
		}
		expect(refused(new Russian())).toContain('200 levels');
	});
});

describe('binary data', () => {
	it.each([
		['a Buffer', Buffer.from('x')],
		['a DataView', new DataView(new ArrayBuffer(1))],
		['an ArrayBuffer', new ArrayBuffer(1)],
		['one of another realm', runInNewContext('new Uint8Array(1)')],
	])('is refused, and the remedy names Multipart: %s', (_, value) => {
		const refusal = refusalOf(() => toJsonValue([value], 'photo'));
		expect(refusal.message).toBe('The field "photo[0]" holds binary data.');
		expect(refusal.remedy).toContain('Multipart');
	});
});

describe('objects of other kinds', () => {
	it.each([
		['Map', new Map([['a', 1]])],
		['Error', new TypeError('x')],
		['Map', runInNewContext('new Map()') as unknown],
	])('are refused by their kind, never sent as {}: %s', (kind, value) => {
		expect(refused({ inside: value })).toBe(
			`The field "field.inside" is an object of the kind "${kind}", which JSON cannot hold.`,
		);
	});

	it('are written by their own toJSON', () => {
		expect(sent(new URL('https://forms.example.com/x'))).toBe('"https://forms.example.com/x"');
		class Money {
			toJSON(): object {
				return { amount: 5n, on: new Date(0) };
			}
		}
		expect(sent(new Money())).toBe('{"amount":"5","on":"1970-01-01T00:00:00.000Z"}');
	});

	it('are refused where toJSON is not what writes them', () => {
		class Odd {
			readonly toJSON = 5;
		}
		expect(refused(new Odd())).toContain('is an object of the kind "Object"');
	});

	it('are refused where their toJSON gives null, as libraries do for a date that they cannot read', () => {
		class Moment {
			toJSON(): null {
				return null;
			}
		}
		expect(refused(new Moment())).toBe(UNREADABLE);
	});

	it('are refused where their toJSON gives what cannot be sent', () => {
		class Odd {
			toJSON(): number {
				return NaN;
			}
		}
		expect(refused([new Odd()])).toBe('The field "field[0]" is NaN.');
	});

	it('are plain where they come from another realm or have no prototype', () => {
		expect(sent(runInNewContext('({ a: [1, { b: 2 }] })'))).toBe('{"a":[1,{"b":2}]}');
		expect(sent(Object.assign(Object.create(null) as object, { a: 1 }))).toBe('{"a":1}');
	});

	it.each([
		['function', () => 1],
		['symbol', Symbol('x')],
	])('that are a %s are refused', (kind, value) => {
		expect(refused({ a: value })).toBe(`The field "field.a" is a ${kind}.`);
	});
});

it('takes __proto__ and constructor for names like any other', () => {
	const value: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3}');
	expect(sent(value)).toBe('{"__proto__":{"x":1},"constructor":2,"toString":3}');
	expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

it('drops and invents nothing: what any value gives is JSON, or a refusal that names the field', () => {
	const values = fc.anything({
		withBigInt: true,
		withDate: true,
		withMap: true,
		withSet: true,
		withNullPrototype: true,
		withSparseArray: true,
		withTypedArray: true,
		withBoxedValues: true,
	});
	holdsFor(values, (value) => {
		try {
			const json = toJsonValue(value, 'field');
			expect(JSON.stringify(JSON.parse(JSON.stringify(json)))).toBe(JSON.stringify(json));
		} catch {
			expect(refused(value)).toContain('"field');
		}
	});
});

describe('size', () => {
	const shared = Array.from({ length: 30 }).reduce<unknown>((inner) => [inner, inner], 'x');

	it.each<[string, unknown, string]>([
		['many values', Array.from({ length: 25_000 }, () => 0), 'a[24999]" Field Data holds'],
		['one object in many places', shared, 'Field Data holds more than 25,000 values'],
		['long texts', Array.from({ length: 17 }, () => 'x'.repeat(1024 * 1024)), 'a[15]" Field Data'],
		['long names', { ['x'.repeat(17 * 1024 * 1024)]: 1 }, 'takes more than 16 MB'],
	])('is counted while it is read: %s', (_, value, words) => {
		expect(refusalOf(() => toJsonValue(value, 'a')).message).toContain(words);
	});

	it('is that of all fields together', () => {
		const half = Array.from({ length: 15_000 }, () => 0);
		expect(() => fromItem({ a: half }, [])).not.toThrow();
		expect(refusalOf(() => fromItem({ a: half, b: half }, [])).message).toContain('"b[');
		const rows = ['a', 'b'].map((name) => ({ name, value: half, type: 'array' }));
		expect(refusalOf(() => fromAssignments({ assignments: rows })).message).toContain('"b[');
	});

	it.each<[string, () => unknown]>([
		['JSON', () => fromJson(`{"a":[${'0,'.repeat(25_001)}0]}`)],
		['a row that holds JSON', () => toAssignedType(`[${'{},'.repeat(25_001)}{}]`, 'array', 'a')],
	])('of text is measured before it is read: %s', (_, read) => {
		expect(refusalOf(read).message).toContain('holds more than 25,000 values');
	});

	it('says nothing against commas in a row of text', () => {
		const text = `[${'0,'.repeat(25_001)}0]`;
		expect(toAssignedType(text, 'string', 'a')).toBe(text);
	});

	it('leaves room for a text of 6 MB', () => {
		expect(fromItem({ a: 'x'.repeat(6_000_000) }, []).fieldData['a']).toHaveLength(6_000_000);
	});
});
