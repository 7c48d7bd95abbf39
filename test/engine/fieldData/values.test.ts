import { runInThisContext } from 'node:vm';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DateTime, Duration, Interval } from 'luxon';

import { assignments } from '../service.ts';
import { EXPRESSION_ENGINES, useExpressionEngine } from './expressionEngines.ts';
import { FORMATS, typeOf, understood } from './modes.ts';
import { seen, useService } from '../useService.ts';

const used = useService();

/** The ways of a value into the node: it is what an expression gives, or what an item holds in memory. */
type Source = 'expression' | 'memory';

/** As a database's driver has it: its inside is bytes, and it writes itself as text. */
class ObjectId {
	readonly bytes = Buffer.from('65a1f0', 'hex');

	toJSON(): string {
		return this.bytes.toString('hex');
	}
}

/** The value that code gives, in the realm in which n8n and its nodes run. */
function valueOf(code: string): unknown {
	const give = runInThisContext(`(DateTime, Duration, Interval, ObjectId) => (${code})`) as (
		...names: unknown[]
	) => unknown;
	return give(DateTime, Duration, Interval, ObjectId);
}

const TOKYO = 'DateTime.fromISO("2030-01-31T01:02:03", { zone: "Asia/Tokyo" })';
const UNREADABLE = 'DateTime.fromISO("31.01.2030")';
const nested = (levels: number) =>
	`(() => { let v = "x"; for (let i = 0; i < ${levels}; i++) v = [v]; return v; })()`;

const SENT: readonly (readonly [code: string, sent: unknown, only?: Source])[] = [
	['new Date("2030-02-01T00:22:03.004+01:00")', '2030-01-31T23:22:03.004Z'],
	[TOKYO, '2030-01-31T01:02:03.000+09:00'],
	[
		`{ on: [new Date(0), ${TOKYO}] }`,
		{ on: ['1970-01-01T00:00:00.000Z', '2030-01-31T01:02:03.000+09:00'] },
	],
	['Duration.fromObject({ hours: 1, minutes: 30 })', 'PT1H30M'],
	['12345678901234567890n', '12345678901234567890'],
	['[5n]', ['5']],
	['{ a: undefined, b: 1 }', { b: 1 }],
	['(() => { const a = { b: 1 }; return [a, a]; })()', [{ b: 1 }, { b: 1 }]],
	['null', null],
	['-0', 0],
	[nested(40), valueOf(nested(40))],
	['new ObjectId()', '65a1f0', 'memory'],
	[
		'Interval.after(DateTime.fromISO("2030-01-01", { zone: "utc" }), { days: 1 })',
		'2030-01-01T00:00:00.000Z/2030-01-02T00:00:00.000Z',
		'memory',
	],
	// From an expression it would be what n8n made of an object.
	['"see [object Object]"', 'see [object Object]', 'memory'],
];

const REFUSED: readonly (readonly [code: string, says: string, only?: Source])[] = [
	['[1, undefined]', '"value[1]" is undefined'],
	['[1, , 3]', '"value[1]" is undefined'],
	['"cut \\ud83d"', '"value" holds half of a character'],
	['{ "\\ud83d": 1 }', '"value.\\u{D83D}" has half of a character in its name'],
	['"for " + { a: 1 }', '[object Object]', 'expression'],
	['["for " + { a: 1 }]', '[object Object]', 'expression'],
	['NaN', '"value" is NaN'],
	['1 / 0', '"value" is Infinity'],
	['-1 / 0', '"value" is -Infinity'],
	['new Date(NaN)', '"value" is a date that cannot be read'],
	[UNREADABLE, '"value" is a date that cannot be read'],
	[`[${UNREADABLE}]`, '"value[0]" is a date that cannot be read'],
	['new Uint8Array([1, 2])', '"value" holds binary data'],
	['new ArrayBuffer(2)', '"value" holds binary data'],
	// n8n hides Buffer from expressions.
	['Buffer.from("x")', '"value" holds binary data', 'memory'],
	['new Map([["a", 1]])', '"value" is an object of the kind "Map"'],
	['new Set([1])', '"value" is an object of the kind "Set"'],
	['new RegExp("x")', '"value" is an object of the kind "RegExp"'],
	[nested(300), 'is nested more than 200 levels deep'],
	['Interval.after(DateTime.fromISO("2030-01-02"), { days: -1 })', '"value"'],
	// n8n turns its ends into text.
	['Interval.after(DateTime.fromISO("2030-01-01"), { days: 1 })', '"value"', 'expression'],
];

/** What n8n itself throws at names no field; the node adds the field, or where none can be told, the parameter. */
const REFUSED_BY_N8N = [
	'() => 1',
	'Symbol("x")',
	'(() => { const a = {}; a.self = a; return a; })()',
];

interface Way {
	readonly parameters: INodeParameters;
	readonly json: IDataObject;
}

/** The ways in which a value gets into the node, with their names. */
function waysOf(code: string, type: string, only?: Source): [mode: string, way: Way][] {
	const row = (expression: string) => ({
		fieldDataMode: 'defineBelow',
		fieldData: assignments(['value', `={{ ${expression} }}`, type]),
	});
	const json = (expression: string) => ({
		fieldDataMode: 'json',
		fieldDataJson: `={{ ${expression} }}`,
	});
	const held: IDataObject = {};
	if (only !== 'expression') Object.assign(held, { value: valueOf(code) });
	const ways: [Source, string, Way][] = [
		['expression', 'a row', { parameters: row(code), json: {} }],
		['expression', 'JSON', { parameters: json(`({ value: ${code} })`), json: {} }],
		['memory', 'a row, from memory', { parameters: row('$json.value'), json: held }],
		['memory', 'the item', { parameters: { fieldDataMode: 'autoMap' }, json: held }],
		['memory', 'JSON, from memory', { parameters: json('$json'), json: held }],
	];
	return ways.filter(([source]) => (only ?? source) === source).map(([, ...way]) => way);
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

/**
 * What an item can hold in memory that n8n's production engine copies by its fields alone. They are of
 * another realm than n8n's, whose own Date it would know.
 */
const COPIED: readonly (readonly [what: string, value: () => unknown])[] = [
	['a date', () => new Date(0)],
	['a date-time', () => DateTime.fromISO('2030-01-31T01:02:03', { zone: 'utc' })],
	['a duration', () => Duration.fromObject({ hours: 1 })],
	['a Buffer', () => Buffer.from('abc')],
	['a typed array', () => new Uint8Array([1, 2])],
	["a database's id", () => new ObjectId()],
	['a map', () => new Map([['a', 1]])],
	['a regular expression', () => /x/],
	['an address', () => new URL('https://forms.example.com/x')],
];

const valueRow = (expression: string): INodeParameters => ({
	fieldData: assignments(['value', `=${expression}`, 'any']),
});

/** Parameters whose expressions need the engine; each gives the field "value". */
const ENGINE_WAYS: readonly INodeParameters[] = [
	valueRow('{{ $json.value || null }}'),
	valueRow('{{ [$json.value] }}'),
	valueRow('{{ ({ a: $json.value }) }}'),
	valueRow('for {{ $json.value }}'),
	{ fieldDataMode: 'json', fieldDataJson: '={{ ({ ...$json }) }}' },
];

const create = (parameters: INodeParameters, json: IDataObject = {}) =>
	used.run({ operation: 'create', ...parameters }, [{ json }]);

describe.each(EXPRESSION_ENGINES)('with the expression engine %s', (engine) => {
	useExpressionEngine(engine);

	const sentCases = SENT.flatMap(([code, sent, only]) =>
		waysOf(code, typeOf(sent), only).map(([mode, way]) => [code, mode, way, sent] as const),
	);

	test.each(sentCases)('sends %s, by %s', async (_code, _mode, way, sent) => {
		const items = await createInEachFormat(way);
		expect(items.map(({ error }) => error)).toStrictEqual(FORMATS.map(() => undefined));
		expect(used.service.log.entries.map(({ stored }) => used.stored(stored))).toStrictEqual(
			FORMATS.map((format) => ({ value: understood(sent, format) })),
		);
	});

	const refusedCases = [
		...REFUSED.map(([code, says, only]) => [code, expect.stringContaining(says), only] as const),
		...REFUSED_BY_N8N.map((code) => [code, expect.stringMatching(/"value[".]|\(JSON\)/)] as const),
	].flatMap(([code, says, only]) =>
		waysOf(code, 'any', only).map(([mode, way]) => [code, mode, way, says as string] as const),
	);

	test.each(refusedCases)('refuses %s, by %s', async (_code, _mode, way, says) => {
		expect(await createInEachFormat(way)).toStrictEqual(
			FORMATS.map(() => ({
				error: says,
				message: expect.any(String) as string,
				details: expect.objectContaining({ outcome: 'notSent', attempts: 0 }) as object,
			})),
		);
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test.each(
		COPIED.flatMap(([what, value]) => ENGINE_WAYS.map((way) => [what, way, value] as const)),
	)('never sends the inside of %s: %j', async (_what, parameters, value) => {
		const json: IDataObject = {};
		Object.assign(json, { value: value() });
		const { error } = await create(parameters, json);
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
		await create(
			{ fieldData: assignments(['value', `=${expression}`]) },
			{ o: { a: 1 }, name: 'A😀da' },
		);
		expect(JSON.parse(used.onlyRequest().text)).toStrictEqual({ value: sent });
	});

	test.each([
		['number', ['1,5', 1.5, null, '2.25'], [1.5, 1.5, null, 2.25]],
		['number', ['1\u00a0234,5', 0.123], [1234.5, 0.123]],
		['number', ['12\u00a0€', 7], [12, 7]],
		['boolean', ['Nein', true, null, 'Ja', 'false'], [false, true, null, true, false]],
	])(
		'the expression that the refusal of a %s offers sends the column %j',
		async (type, column, sent) => {
			const items = column.map((cost) => ({ json: { cost } }));
			const row = (expression: string) => ({
				operation: 'create',
				fieldData: assignments(['value', `=${expression}`, type]),
				options: { requestsAtOnce: 1 },
			});
			const { description } = await used.refusal(row('{{ $json.cost }}'), items.slice(0, 1));
			const [offered = ''] = /\{\{ .*? \}\}/.exec(description ?? '') ?? [];
			used.service.log.clear();
			await used.run(row(offered), items);
			expect(used.service.log.entries.map(({ stored }) => used.stored(stored))).toStrictEqual(
				sent.map((value) => ({ value })),
			);
		},
	);

	test('text that JSON would read is refused where an expression puts it into JSON as it is', async () => {
		const json = (fieldDataJson: string) => ({
			operation: 'create',
			fieldDataMode: 'json',
			fieldDataJson,
		});
		const items = [{ json: { name: 'a", "paid": "yes' } }];
		const { message } = await used.refusal(json('={ "name": "{{ $json.name }}" }'), items);
		expect(message).toMatch(/^Field Data \(JSON\) puts "\$json\.name" into its text as it is/);
		await used.run(json('={{ ({ name: $json.name }) }}'), items);
		expect(JSON.parse(used.onlyRequest().text)).toStrictEqual({ name: 'a", "paid": "yes' });
	});

	const rowWith = (expression: string) => ({
		fieldData: assignments(['sent', 'yes'], ['value', `={{ ${expression} }}`]),
	});

	test.each<[what: string, parameters: INodeParameters]>([
		['undefined', rowWith('undefined')],
		['a field that is not there', rowWith('$json.missing')],
		['a field of a field that is not there', rowWith('$json.missing.deeper')],
		['text that is no JSON', rowWith('JSON.parse("x")')],
		['a Buffer, which n8n hides', rowWith('Buffer.from("x")')],
		[
			'a field of an object in JSON',
			{
				fieldDataMode: 'json',
				fieldDataJson: '={{ ({ sent: "yes", value: $json.missing }) }}',
			},
		],
	])('what gives nothing is left out, and the run says so: %s', async (_what, parameters) => {
		const { error, hints } = await create(parameters);
		expect(error).toBeUndefined();
		expect(used.onlyRequest().text).toBe('{"sent":"yes"}');
		expect(hints).toStrictEqual(['Item 0 left out fields whose expressions gave nothing: value.']);
	});

	test.each([
		['a method of what is not there', '$json.name.trim()'],
		['text that is no JSON', 'JSON.parse("x")'],
		['an error', '(() => { throw new Error("x") })()'],
		['an object with nothing in a name', '({ deep: undefined })'],
	])('%s is refused where Missing Values is Refuse', async (_, expression) => {
		const { message } = await used.refusal({
			operation: 'create',
			...rowWith(expression),
			options: { missingValues: 'refuse' },
		});
		expect(message).toMatch(/^Nothing is given for the field "value(\.deep)?"/);
	});

	test.each([
		['={{ ["secret ", "a,b", 7] }}', ['name', 'secret']],
		['={{ 7 }}', ['name', 'secret ', 'secret', 'a,b']],
		['=secret , 7', ['name', 'secret ', 'a,b']],
	])('Fields to Ignore can be a list, a number or text: %s', async (ignoreFields, sent) => {
		const json = { name: 'Ada', 'secret ': 1, secret: 2, 'a,b': 3, 7: 4 };
		await create({ fieldDataMode: 'autoMap', ignoreFields }, json);
		expect(Object.keys(JSON.parse(used.onlyRequest().text) as object)).toStrictEqual(sent);
	});

	test.each(['$json.missing', 'null', '({ secret: true })', 'JSON.parse("x")'])(
		'Fields to Ignore that name nothing are refused, as everything would be sent: %s',
		async (expression) => {
			const ignoreFields = `={{ ${expression} }}`;
			const { message } = await used.refusal(
				{ operation: 'create', fieldDataMode: 'autoMap', ignoreFields },
				[{ json: { secret: 1 } }],
			);
			expect(message).toMatch(/^Fields to Ignore is /);
		},
	);

	test.each([
		'new Date(0)',
		'$now',
		'new Map([["a", 1]])',
		'new Set([1])',
		'new Uint8Array([65, 66])',
		'new String("ab")',
		'new Error("x")',
	])('%s in place of the whole JSON is refused', async (expression) => {
		const { message } = await used.refusal({
			operation: 'create',
			fieldDataMode: 'json',
			fieldDataJson: `={{ ${expression} }}`,
			options: { allowEmpty: true },
		});
		expect(message).toMatch(/^Field Data \(JSON\) is/);
	});

	test.each(['$json', '$input.item.json', '$("Start").item.json', '$input.first().json'])(
		'n8n’s own view of an item can be sent: %s',
		async (view) => {
			const json = { n: 1, deep: { list: [1, { a: null }] } };
			await create({ fieldDataMode: 'json', fieldDataJson: `={{ ${view} }}` }, json);
			expect(used.onlyRequest().text).toBe(JSON.stringify(json));
		},
	);
});
