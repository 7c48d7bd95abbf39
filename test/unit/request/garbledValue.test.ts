import { DateTime, Duration, Interval } from 'luxon';

import { findGarbled, GarbledValue } from '../../../nodes/Submissions/request/garbledValue.ts';
import { many, withoutStall } from '../stall.ts';

/** What a person reads of it; undefined where nothing is garbled. */
function words(value: unknown, json?: object, written?: unknown): string | undefined {
	const garbled = findGarbled(value, json, written);
	return garbled && new GarbledValue(garbled).message;
}

/** What n8n's production engine makes of an object: a copy of its own fields. */
function copyOf(value: object): unknown {
	return structuredClone(Object.fromEntries(Object.entries(value)));
}

const start = DateTime.fromMillis(0, { zone: 'utc' });

it.each([
	['for [object Object]!', 'it gives text with "[object Object]" in it'],
	[{ a: [1, '[object Set]'] }, '"a[1]" is text with "[object Set]" in it'],
	['Due Invalid DateTime', 'it gives text with "Invalid DateTime" in it'],
	[{ a: 'on Invalid Date.' }, '"a" is text with "Invalid Date" in it'],
	[{ isLuxonDateTime: true, ts: 0 }, 'it gives the inside of a date-time'],
	[{ a: copyOf(Duration.fromMillis(1)) }, '"a" is the inside of a duration'],
	[
		[Object.fromEntries(Object.entries(Interval.after(start, { days: 1 })))],
		'"[0]" is the inside of an interval',
	],
])('finds in %j, whatever the item is: %s', (value, found) => {
	expect(words(value)).toBe(found);
});

class Id {
	readonly bytes = [1, 2];
}

it.each<[string, object]>([
	['a Date', new Date(0)],
	['a Map', new Map([['a', 1]])],
	['a Buffer', Buffer.from('ab')],
	['an empty Buffer', Buffer.alloc(0)],
	['a Buffer of more bytes than names are compared', Buffer.alloc(50)],
	["a database's id", new Id()],
])('finds the copy of %s that the item holds', (_, instance) => {
	const copy = copyOf(instance);
	const said = 'what n8n leaves of the object in the item\'s "deep.list[0]"';
	const json = { deep: { list: [instance] } };
	expect(words(copy, json)).toBe(`it gives ${said}`);
	expect(words({ in: [copy] }, json)).toBe(`"in[0]" is ${said}`);
	expect(words(copy, { other: 1 })).toBeUndefined();
	expect(words(copy)).toBeUndefined();
});

it('says what to do about an object, and what about a date', () => {
	expect(findGarbled('[object Set]', {}, '=x')?.remedy).toContain('.toJsonString() behind it');
	expect(findGarbled('Due Invalid Date', {}, '=x')?.remedy).toContain('what the date is made of');
});

it('leaves a text alone that the item has itself, and what a field is refused for by its name', () => {
	expect(words('SEES INVALID DATE, Invalid Date', { note: 'sees Invalid Date' })).toBeUndefined();
	expect(words('Invalid Date')).toBeUndefined();
	const written = '=Error: Invalid Date in row {{ $json.n + 1 }}';
	expect(words('Error: Invalid Date in row 2', { n: 1 }, written)).toBeUndefined();
	const circle: Record<string, unknown> = {};
	circle['self'] = circle;
	expect(words('Due Invalid Date', circle)).toBeUndefined();
});

it('leaves alone what is no expression in the parameter', () => {
	const json = { at: new Date(0) };
	const value = { headers: {}, note: '[object Object]', wrapIn: 'ab', deep: { list: [{}, {}] } };
	const written = { ...value, wrapIn: '={{ "a" + "b" }}', deep: { list: [{}, '={{ $json.at }}'] } };
	expect(words({ ...value, deep: {} }, json, { ...written, deep: {} })).toBeUndefined();
	expect(words(value, json, written)).toMatch(/^"deep\.list\[1\]" is what n8n leaves/);
});

it.each<[string, unknown]>([
	['text', 'object Object'],
	['an array of it', ['[object', 'object Object]']],
	['objects of classes, which come whole', [new Date(0), start, new Id(), Buffer.from('ab')]],
	['plain objects with other names', { a: 1, '0': 1, bytes: { ts: 1 } }],
	['nothing', undefined],
	['null', null],
])('leaves %s alone', (_, value) => {
	expect(words(value, { on: new Date(0), id: new Id() })).toBeUndefined();
});

it('ends where objects refer to themselves, and reads nothing that is computed', () => {
	const circular: Record<string, unknown> = { a: {} };
	circular['self'] = circular;
	Object.defineProperty(circular, 'computed', {
		enumerable: true,
		get: () => {
			throw new Error('It was read');
		},
	});
	expect(words(circular, circular)).toBeUndefined();
});

it('comes to an end with deep and wide values', () => {
	let deep: unknown = 1;
	for (let level = 0; level < many(100_000); level++) deep = { a: deep };
	const wide = Array.from({ length: many(100_000) }, () => ({ a: 1 }));
	const json = { deep, wide, file: Buffer.alloc(many(10_000_000)), on: new Date(0) };
	expect(withoutStall(() => words({ deep, wide }, json))).toBeUndefined();
});
