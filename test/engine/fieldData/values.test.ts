import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DateTime, Duration, Interval } from 'luxon';

import { assignments } from '../service.ts';
import { EXPRESSION_ENGINES, useExpressionEngine } from './expressionEngines.ts';
import { FORMATS, understood } from './modes.ts';
import { seen, useService } from '../useService.ts';

const used = useService();

/** A value as an expression gives it, and as another node's item holds it in memory. */
interface Value {
	/** Undefined where none gives it. */
	readonly expression?: string;
	/** Undefined where no item can hold it. */
	readonly inMemory?: () => unknown;
	/** The type of its row in Define Below. */
	readonly type: 'string' | 'number' | 'array' | 'object';
}

const TOKYO = '{ zone: "Asia/Tokyo" }';

const SENT: readonly (readonly [what: string, value: Value, sent: unknown])[] = [
	[
		'a date as ISO 8601 text',
		{
			expression: 'new Date("2030-02-01T00:22:03.004+01:00")',
			inMemory: () => new Date('2030-02-01T00:22:03.004+01:00'),
			type: 'string',
		},
		'2030-01-31T23:22:03.004Z',
	],
	[
		'a date-time with its zone',
		{
			expression: `DateTime.fromISO("2030-01-31T01:02:03.004", ${TOKYO})`,
			inMemory: () => DateTime.fromISO('2030-01-31T01:02:03.004', { zone: 'Asia/Tokyo' }),
			type: 'string',
		},
		'2030-01-31T01:02:03.004+09:00',
	],
	[
		'dates in lists and objects',
		{
			expression: `{ on: [new Date(0), DateTime.fromISO("2030-01-31T01:02:03", ${TOKYO})] }`,
			inMemory: () => ({
				on: [new Date(0), DateTime.fromISO('2030-01-31T01:02:03', { zone: 'Asia/Tokyo' })],
			}),
			type: 'object',
		},
		{ on: ['1970-01-01T00:00:00.000Z', '2030-01-31T01:02:03.000+09:00'] },
	],
	[
		'a duration as ISO 8601 text',
		{
			expression: 'Duration.fromObject({ hours: 1, minutes: 30 })',
			inMemory: () => Duration.fromObject({ hours: 1, minutes: 30 }),
			type: 'string',
		},
		'PT1H30M',
	],
	[
		'a big integer as its digits',
		{
			expression: '12345678901234567890n',
			inMemory: () => 12345678901234567890n,
			type: 'string',
		},
		'12345678901234567890',
	],
	[
		'big integers in a list as their digits',
		{ expression: '[5n]', inMemory: () => [5n], type: 'array' },
		['5'],
	],
	[
		'an object without what is undefined in it',
		{
			expression: '{ a: undefined, b: 1 }',
			inMemory: () => ({ a: undefined, b: 1 }),
			type: 'object',
		},
		{ b: 1 },
	],
	[
		'one object that stands in two places twice',
		{
			expression: '(() => { const a = { b: 1 }; return [a, a]; })()',
			inMemory: () => {
				const a = { b: 1 };
				return [a, a];
			},
			type: 'array',
		},
		[{ b: 1 }, { b: 1 }],
	],
	['null', { expression: 'null', inMemory: () => null, type: 'string' }, null],
	[
		'200 levels',
		{
			expression: '(() => { let v = "x"; for (let i = 0; i < 40; i++) v = [v]; return v; })()',
			inMemory: () => nested(40),
			type: 'array',
		},
		nested(40),
	],
	[
		"a database's id as it writes itself",
		{ inMemory: () => new ObjectId('65a1f0'), type: 'string' },
		'65a1f0',
	],
	[
		'an interval as ISO 8601 text',
		{
			inMemory: () => Interval.after(DateTime.fromISO('2030-01-01', { zone: 'utc' }), { days: 1 }),
			type: 'string',
		},
		'2030-01-01T00:00:00.000Z/2030-01-02T00:00:00.000Z',
	],
	[
		'text that n8n’s own expressions would have to give, where it is the item’s',
		{ inMemory: () => 'see [object Object]', type: 'string' },
		'see [object Object]',
	],
	['-0 as 0', { expression: '-0', inMemory: () => -0, type: 'number' }, 0],
];

/** What n8n itself throws at names no field; the node adds the field, or where one cannot be told, the parameter. */
const NAMED_WHERE_N8N_REFUSES = /"value[".]|Field Data \(JSON\)/;

const REFUSED: readonly (readonly [what: string, value: Value, says: RegExp])[] = [
	[
		'undefined in a list',
		{ expression: '[1, undefined]', inMemory: () => [1, undefined], type: 'array' },
		/"value\[1\]" is undefined/,
	],
	[
		'a gap in a list',
		{
			expression: '[1, , 3]',
			inMemory: () => {
				const list = [1];
				list[2] = 3;
				return list;
			},
			type: 'array',
		},
		/"value\[1\]" is undefined/,
	],
	[
		'half of a surrogate pair, as no UTF-8 can hold it',
		{ expression: '"cut \\ud83d"', inMemory: () => 'cut \ud83d', type: 'string' },
		/"value" holds half of a character/,
	],
	[
		'half of a surrogate pair in a name',
		{ expression: '{ "\\ud83d": 1 }', inMemory: () => ({ '\ud83d': 1 }), type: 'object' },
		/"value\.\\u\{D83D\}" has half of a character in its name/,
	],
	['an object in text', { expression: '"for " + { a: 1 }', type: 'string' }, /\[object Object\]/],
	[
		'an object in text in a list',
		{ expression: '["for " + { a: 1 }]', type: 'array' },
		/\[object Object\]/,
	],
	['NaN', { expression: 'NaN', inMemory: () => NaN, type: 'number' }, /"value" is NaN/],
	[
		'Infinity',
		{ expression: '1 / 0', inMemory: () => Infinity, type: 'number' },
		/"value" is Infinity/,
	],
	[
		'-Infinity',
		{ expression: '-1 / 0', inMemory: () => -Infinity, type: 'number' },
		/"value" is -Infinity/,
	],
	[
		'an invalid date',
		{ expression: 'new Date(NaN)', inMemory: () => new Date(NaN), type: 'string' },
		/"value" is a date that cannot be read/,
	],
	[
		'an invalid date-time',
		{
			expression: 'DateTime.fromISO("31.01.2030")',
			inMemory: () => DateTime.fromISO('31.01.2030'),
			type: 'string',
		},
		/"value" is a date that cannot be read/,
	],
	[
		'an invalid date-time in a list',
		{
			expression: '[DateTime.fromISO("31.01.2030")]',
			inMemory: () => [DateTime.fromISO('31.01.2030')],
			type: 'array',
		},
		/"value\[0\]" is a date that cannot be read/,
	],
	[
		'a typed array',
		{
			expression: 'new Uint8Array([1, 2])',
			inMemory: () => new Uint8Array([1, 2]),
			type: 'object',
		},
		/"value" holds binary data/,
	],
	[
		'an array buffer',
		{ expression: 'new ArrayBuffer(2)', inMemory: () => new ArrayBuffer(2), type: 'object' },
		/"value" holds binary data/,
	],
	[
		'a map',
		{ expression: 'new Map([["a", 1]])', inMemory: () => new Map([['a', 1]]), type: 'object' },
		/"value" is an object of the kind "Map"/,
	],
	[
		'a set',
		{ expression: 'new Set([1])', inMemory: () => new Set([1]), type: 'array' },
		/"value" is an object of the kind "Set"/,
	],
	[
		'a regular expression',
		{ expression: 'new RegExp("x")', inMemory: () => /x/, type: 'string' },
		/"value" is an object of the kind "RegExp"/,
	],
	[
		'what is nested very deeply',
		{
			expression: '(() => { let v = 1; for (let i = 0; i < 300; i++) v = [v]; return v; })()',
			inMemory: () => nested(300),
			type: 'array',
		},
		/is nested more than 200 levels deep/,
	],
	[
		'a buffer',
		// n8n hides Buffer from expressions.
		{ inMemory: () => Buffer.from('x'), type: 'string' },
		/"value" holds binary data/,
	],
	[
		'a function',
		{ expression: '() => 1', inMemory: () => () => 1, type: 'string' },
		NAMED_WHERE_N8N_REFUSES,
	],
	[
		'a symbol',
		{ expression: 'Symbol("x")', inMemory: () => Symbol('x'), type: 'string' },
		NAMED_WHERE_N8N_REFUSES,
	],
	[
		'an object that refers to itself',
		{
			expression: '(() => { const a = {}; a.self = a; return a; })()',
			inMemory: () => {
				const a: IDataObject = {};
				a['self'] = a;
				return a;
			},
			type: 'object',
		},
		NAMED_WHERE_N8N_REFUSES,
	],
	[
		'an interval of invalid ends',
		{
			expression:
				'Interval.fromDateTimes(DateTime.fromISO("2030-01-02"), DateTime.fromISO("2030-01-01"))',
			inMemory: () =>
				Interval.fromDateTimes(DateTime.fromISO('2030-01-02'), DateTime.fromISO('2030-01-01')),
			type: 'string',
		},
		/"value"/,
	],
	[
		'an interval from an expression, whose ends n8n turns into text',
		{
			expression: 'Interval.after(DateTime.fromISO("2030-01-01"), { days: 1 })',
			type: 'string',
		},
		/"value"/,
	],
];

function nested(levels: number): unknown {
	let value: unknown = 'x';
	for (let level = 0; level < levels; level++) value = [value];
	return value;
}

/** As a database's driver has it: its inside is bytes, and it writes itself as text. */
class ObjectId {
	readonly bytes: Uint8Array;

	constructor(hex: string) {
		this.bytes = Buffer.from(hex, 'hex');
	}

	toJSON(): string {
		return Buffer.from(this.bytes).toString('hex');
	}
}

interface Way {
	readonly parameters: INodeParameters;
	readonly json: IDataObject;
}

/** The ways in which a value gets into the node. */
function waysOf({ expression, inMemory, type }: Value): [mode: string, way: Way][] {
	const ways: [string, Way][] = [];
	if (expression !== undefined) {
		const fieldData = assignments(['value', `={{ ${expression} }}`, type]);
		const fieldDataJson = `={{ ({ value: ${expression} }) }}`;
		ways.push(
			['defineBelow', { parameters: { fieldDataMode: 'defineBelow', fieldData }, json: {} }],
			['json', { parameters: { fieldDataMode: 'json', fieldDataJson }, json: {} }],
		);
	}
	if (inMemory) {
		const json: IDataObject = {};
		Object.assign(json, { value: inMemory() });
		const fieldData = assignments(['value', '={{ $json.value }}', type]);
		ways.push(
			['defineBelow, from memory', { parameters: { fieldData }, json }],
			['autoMap, from memory', { parameters: { fieldDataMode: 'autoMap' }, json }],
			[
				'json, from memory',
				{ parameters: { fieldDataMode: 'json', fieldDataJson: '={{ $json }}' }, json },
			],
		);
	}
	return ways;
}

/** Creates a submission in each body format, one item for each. */
async function createInEachFormat({ parameters, json }: Way): Promise<readonly IDataObject[]> {
	const bodyFormat = `={{ ${JSON.stringify(FORMATS)}[$itemIndex] }}`;
	const { error, output } = await used.run(
		{ operation: 'create', ...parameters, options: { bodyFormat, requestsAtOnce: 1 } },
		FORMATS.map(() => ({ json })),
		{ onError: 'continueRegularOutput' },
	);
	expect(error).toBeUndefined();
	return output.map((item) => item.json);
}

/** What an item can hold in memory that n8n's production engine copies by its fields alone. */
const COPIED: readonly (readonly [what: string, value: () => unknown])[] = [
	['a date', () => new Date(0)],
	['a date-time', () => DateTime.fromISO('2030-01-31T01:02:03', { zone: 'utc' })],
	['a duration', () => Duration.fromObject({ hours: 1 })],
	['a Buffer', () => Buffer.from('abc')],
	['a typed array', () => new Uint8Array([1, 2])],
	["a database's id", () => new ObjectId('65a1f0')],
	['a map', () => new Map([['a', 1]])],
	['a regular expression', () => /x/],
	['an address', () => new URL('https://forms.example.com/x')],
];

/** Expressions that need the engine; each parameter set gives the field "value". */
const ENGINE_WAYS: readonly (readonly [way: string, parameters: INodeParameters])[] = [
	['a row', { fieldData: assignments(['value', '={{ $json.value || null }}', 'any']) }],
	['a list in a row', { fieldData: assignments(['value', '={{ [$json.value] }}', 'any']) }],
	[
		'an object in a row',
		{ fieldData: assignments(['value', '={{ ({ a: $json.value }) }}', 'any']) },
	],
	['JSON', { fieldDataMode: 'json', fieldDataJson: '={{ ({ ...$json }) }}' }],
	['text in a row', { fieldData: assignments(['value', '=for {{ $json.value }}', 'any']) }],
];

describe.each(EXPRESSION_ENGINES)('with the expression engine %s', (engine) => {
	useExpressionEngine(engine);

	const sentCases = SENT.flatMap(([what, value, sent]) =>
		waysOf(value).map(([mode, way]) => [what, mode, way, sent] as const),
	);

	test.each(sentCases)('sends %s, by %s', async (_what, _mode, way, sent) => {
		const items = await createInEachFormat(way);
		expect(items.map(({ error }) => error)).toStrictEqual(FORMATS.map(() => undefined));
		expect(used.service.log.entries.map(({ stored }) => used.stored(stored))).toStrictEqual(
			FORMATS.map((format) => ({ value: understood(sent, format) })),
		);
	});

	const refusedCases = REFUSED.flatMap(([what, value, says]) =>
		waysOf(value).map(([mode, way]) => [what, mode, way, says] as const),
	);

	test.each(refusedCases)('refuses %s, by %s', async (_what, _mode, way, says) => {
		expect(await createInEachFormat(way)).toStrictEqual(
			FORMATS.map(() => ({
				error: expect.stringMatching(says) as string,
				message: expect.any(String) as string,
				details: expect.objectContaining({ outcome: 'notSent', attempts: 0 }) as object,
			})),
		);
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test.each(
		COPIED.flatMap(([what, value]) =>
			ENGINE_WAYS.map(([way, parameters]) => [what, way, value, parameters] as const),
		),
	)('never sends the inside of %s, by %s', async (_what, _way, value, parameters) => {
		const json: IDataObject = {};
		Object.assign(json, { value: value() });
		const { error } = await used.run({ operation: 'create', ...parameters }, [{ json }]);
		if (engine === 'vm') {
			expect(error?.message).toMatch(
				/^(The field "value"|Field Data \(JSON\)) has an expression that n8n garbles: /,
			);
		}
		for (const { text } of used.service.log.entries.map(seen)) {
			expect(text).not.toMatch(/\[object |\{\}|"0":|"ts":|"values":|"bytes":/);
		}
	});

	test.each([
		['for {{ $json.o.toJsonString() }}', 'for {"a":1}'],
		['{{ Array.from($json.name).slice(0, 2).join("") }}', 'A😀'],
	])('what a refusal advises works: %s', async (expression, sent) => {
		const fieldData = assignments(['value', `=${expression}`]);
		await used.run({ operation: 'create', fieldData }, [{ json: { o: { a: 1 }, name: 'A😀da' } }]);
		expect(JSON.parse(used.onlyRequest().text)).toStrictEqual({ value: sent });
	});

	test.each([
		['undefined', 'undefined'],
		['a field that the item does not have', '$json.missing'],
		['a field of a field that the item does not have', '$json.missing.deeper'],
		['text that is no JSON', 'JSON.parse("x")'],
		['a Buffer, which n8n hides', 'Buffer.from("x")'],
	])(
		'a row whose expression gives nothing is left out, and the run says so: %s',
		async (_, expression) => {
			const { error, hints } = await used.run({
				operation: 'create',
				fieldData: assignments(['sent', 'yes'], ['value', `={{ ${expression} }}`]),
			});
			expect(error).toBeUndefined();
			expect(used.onlyRequest().text).toBe('{"sent":"yes"}');
			expect(hints).toStrictEqual([
				'Item 0 left out fields whose expressions gave nothing: value.',
			]);
		},
	);

	test.each([
		['a list', '={{ ["secret ", "a,b", 7] }}'],
		['a number', '={{ 7 }}'],
		['text', '=secret , 7'],
	])('Fields to Ignore can be %s', async (_, ignoreFields) => {
		const json = { name: 'Ada', 'secret ': 1, secret: 2, 'a,b': 3, 7: 4 };
		await used.run({ operation: 'create', fieldDataMode: 'autoMap', ignoreFields }, [{ json }]);
		const sent = JSON.parse(used.onlyRequest().text) as object;
		expect(Object.keys(sent)).toStrictEqual(
			{
				'={{ ["secret ", "a,b", 7] }}': ['name', 'secret'],
				'={{ 7 }}': ['name', 'secret ', 'secret', 'a,b'],
				'=secret , 7': ['name', 'secret ', 'a,b'],
			}[ignoreFields],
		);
	});

	test.each([
		'{{ $json.missing }}',
		'{{ null }}',
		'{{ ({ secret: true }) }}',
		'{{ JSON.parse("x") }}',
	])(
		'Fields to Ignore that name nothing are refused, as everything would be sent: %s',
		async (expression) => {
			const { error } = await used.run(
				{ operation: 'create', fieldDataMode: 'autoMap', ignoreFields: `=${expression}` },
				[{ json: { secret: 1 } }],
			);
			expect(error?.message).toMatch(/^Fields to Ignore is /);
			expect(used.service.log.entries).toStrictEqual([]);
		},
	);

	test.each([
		['a method of what is not there', '$json.name.trim()'],
		['text that is no JSON', 'JSON.parse("x")'],
		['an error', '(() => { throw new Error("x") })()'],
		['an object with nothing in a name', '({ deep: undefined })'],
	])('%s is refused where Missing Values is Refuse', async (_, expression) => {
		const { error } = await used.run({
			operation: 'create',
			fieldData: assignments(['sent', 'yes'], ['value', `={{ ${expression} }}`]),
			options: { missingValues: 'refuse' },
		});
		expect(error?.message).toMatch(/^Nothing is given for the field "value(\.deep)?"/);
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test('a field of an object in JSON that is undefined is left out, and the run says so', async () => {
		const { error, hints } = await used.run({
			operation: 'create',
			fieldDataMode: 'json',
			fieldDataJson: '={{ ({ sent: "yes", value: $json.missing }) }}',
		});
		expect(error).toBeUndefined();
		expect(used.onlyRequest().text).toBe('{"sent":"yes"}');
		expect(hints).toStrictEqual(['Item 0 left out fields whose expressions gave nothing: value.']);
	});

	test.each([
		['a date', 'new Date(0)'],
		['a date-time', '$now'],
		['a map', 'new Map([["a", 1]])'],
		['a set', 'new Set([1])'],
		['a typed array', 'new Uint8Array([65, 66])'],
		['a boxed text', 'new String("ab")'],
		['an error', 'new Error("x")'],
	])('%s in place of the whole JSON is refused', async (_, expression) => {
		const { error } = await used.run({
			operation: 'create',
			fieldDataMode: 'json',
			fieldDataJson: `={{ ${expression} }}`,
			options: { allowEmpty: true },
		});
		expect(error?.message).toMatch(/^Field Data \(JSON\) is/);
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test('all of n8n’s own views of an item can be sent', async () => {
		const json = { n: 1, deep: { list: [1, { a: null }] } };
		for (const view of [
			'$json',
			'$input.item.json',
			'$("Start").item.json',
			'$input.first().json',
		]) {
			used.service.log.clear();
			await used.run(
				{ operation: 'create', fieldDataMode: 'json', fieldDataJson: `={{ ${view} }}` },
				[{ json }],
			);
			expect([view, used.onlyRequest().text]).toStrictEqual([view, JSON.stringify(json)]);
		}
	});
});
