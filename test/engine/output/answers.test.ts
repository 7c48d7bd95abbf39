import type { INodeParameters } from 'n8n-workflow';

import type { RuleInput } from '../../../sandbox/faults/rule.ts';
import { useService } from '../useService.ts';
import { FORM, locator, SEEDED } from '../service.ts';

const used = useService();

type Then = Extract<Exclude<RuleInput, string>['then'], { kind: 'refuse' }>;

/** An answer as bytes on the wire. */
function answer(contentType: string, body: string | Buffer, status = 200): Then {
	return {
		kind: 'refuse',
		status,
		contentType,
		...(typeof body === 'string'
			? { body }
			: { body: body.toString('base64'), encoding: 'base64' as const }),
	};
}

const JSON_TYPE = 'application/json';
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const get = { operation: 'get', form: locator(FORM), submission: locator(SEEDED) };

function getWith(then: Then, options: INodeParameters = {}) {
	used.service.faults.set({ rules: [{ then }] });
	return used.run({ ...get, options: { maxAttempts: 1, ...options } });
}

const found = { found: true, formPermalink: FORM, submissionPermalink: SEEDED };

describe('an answer that holds something', () => {
	const table: [what: string, then: Then, body: unknown][] = [
		['an object', answer(JSON_TYPE, '{"name":"Ada","age":36}'), { name: 'Ada', age: 36 }],
		['null', answer(JSON_TYPE, 'null'), null],
		['text in JSON', answer(JSON_TYPE, '"done"'), 'done'],
		['a number', answer(JSON_TYPE, '42'), 42],
		['plain text', answer('text/plain', 'Saved.'), 'Saved.'],
		[
			'JSON after a byte order mark',
			answer(JSON_TYPE, Buffer.concat([BOM, Buffer.from('{"name":"Ada"}')])),
			{ name: 'Ada' },
		],
		[
			'JSON in Latin-1 that says so',
			answer('application/json; charset=iso-8859-1', Buffer.from('{"name":"Zoë"}', 'latin1')),
			{ name: 'Zoë' },
		],
		[
			'integers beyond 2^53: their digits as text',
			answer(
				JSON_TYPE,
				'{"id":9007199254740993,"ids":[-12345678901234567890],"safe":9007199254740991}',
			),
			{ id: '9007199254740993', ids: ['-12345678901234567890'], safe: 9007199254740991 },
		],
	];

	describe.each(table)('%s', (_what, then, body) => {
		test('simplified: stands under data', async () => {
			const { output, error } = await getWith(then);
			expect(error).toBeUndefined();
			expect(output).toStrictEqual([{ json: { ...found, data: body }, pairedItem: { item: 0 } }]);
		});

		test('raw: an object is the item, all else stands under data', async () => {
			const { output } = await getWith(then, { output: 'raw' });
			const isObject = typeof body === 'object' && body !== null;
			expect(output).toStrictEqual([
				{ json: isObject ? body : { data: body }, pairedItem: { item: 0 } },
			]);
		});

		test('full: stands under body', async () => {
			const { output } = await getWith(then, { output: 'full' });
			expect(output).toStrictEqual([
				{
					json: { statusCode: 200, headers: expect.any(Object) as object, body },
					pairedItem: { item: 0 },
				},
			]);
		});
	});
});

describe('a list', () => {
	const list = answer(JSON_TYPE, '[{"a":1},{"b":2},3,null,["c"]]');
	const elements = [{ a: 1 }, { b: 2 }, 3, null, ['c']];

	test('simplified: is one item', async () => {
		const { output } = await getWith(list);
		expect(output).toStrictEqual([{ json: { ...found, data: elements }, pairedItem: { item: 0 } }]);
	});

	test('raw: is an item for each element, each linked', async () => {
		const { output } = await getWith(list, { output: 'raw' });
		expect(output).toStrictEqual(
			[{ a: 1 }, { b: 2 }, { data: 3 }, { data: null }, { data: ['c'] }].map((json) => ({
				json,
				pairedItem: { item: 0 },
			})),
		);
	});

	test('raw: without elements is no item', async () => {
		const { output, error } = await getWith(answer(JSON_TYPE, '[]'), { output: 'raw' });
		expect(error).toBeUndefined();
		expect(output).toStrictEqual([]);
	});
});

describe('an answer that holds nothing', () => {
	const table: [what: string, then: Then, status: number][] = [
		['204', { kind: 'refuse', status: 204 }, 204],
		['200 without a body', { kind: 'refuse', status: 200 }, 200],
		['a byte order mark alone', answer(JSON_TYPE, BOM), 200],
	];

	test.each(table)('%s: says what was done, without data', async (_what, then, statusCode) => {
		expect((await getWith(then)).output).toStrictEqual([{ json: found, pairedItem: { item: 0 } }]);
		expect((await getWith(then, { output: 'raw' })).output).toStrictEqual([
			{ json: {}, pairedItem: { item: 0 } },
		]);
		expect((await getWith(then, { output: 'full' })).output).toStrictEqual([
			{
				json: { statusCode, headers: expect.any(Object) as object, body: null },
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('an answer that cannot be read', () => {
	const page = '<!doctype html>\n<html><head><title>Sign in</title></head><body></body></html>';
	const table: [what: string, then: Then, says: string][] = [
		[
			'a web page',
			answer('text/html; charset=utf-8', page),
			'A web page came back instead of data (status 200): Sign in',
		],
		[
			'what claims JSON and is cut off',
			answer(JSON_TYPE, '{"name":"Ad'),
			'The answer claims to be JSON but is not (status 200)',
		],
		[
			'what is nested very deeply',
			answer(JSON_TYPE, '['.repeat(100_000)),
			'The answer is nested too deeply to be read (status 200)',
		],
		[
			'an object that only complains',
			answer(JSON_TYPE, '{"error":"permission_denied"}'),
			'The service reported faults when asked to get a submission (status 200): permission_denied',
		],
	];

	test.each(table)('%s fails in every output, and says so', async (_what, then, says) => {
		for (const output of ['simplified', 'raw', 'full']) {
			const { error, output: items } = await getWith(then, { output });
			expect(error?.message).toBe(`${says} [item 0]`);
			expect(items).toStrictEqual([]);
		}
	});

	test('repeats nothing of what was sent back, which may be personal data', async () => {
		const { run } = await getWith(answer(JSON_TYPE, '{"name":"Ada Lovelace'));
		expect(JSON.stringify(run.data.resultData.error)).not.toContain('Lovelace');
	});

	test('a create that got a web page for an answer may exist, and is said to', async () => {
		used.service.faults.set({ rules: [{ then: answer('text/html', page) }] });
		const { output } = await used.run(
			{ operation: 'create', fieldDataMode: 'autoMap' },
			[{ json: { name: 'Ada' } }],
			{ onError: 'continueRegularOutput' },
		);
		expect(output).toMatchObject([
			{
				json: {
					message: expect.stringContaining('The submission may still have been created') as string,
					details: { outcome: 'unknown' },
				},
			},
		]);
	});
});

describe('Fields to Return', () => {
	const body = {
		permalink: SEEDED,
		'data.email': 'literal',
		data: { name: 'Ada', email: 'ada@example.com', tags: [{ label: 'a' }, { label: 'b' }] },
	};
	const withBody = answer(JSON_TYPE, JSON.stringify(body));

	test.each([
		['nothing keeps all', '', body],
		['a name', 'permalink', { permalink: SEEDED }],
		['a path', 'data.name', { 'data.name': 'Ada' }],
		['a name that is not there', 'phone', {}],
	])('%s', async (_what, returnFields, kept) => {
		expect((await getWith(withBody, { returnFields })).output[0]?.json).toStrictEqual({
			...found,
			data: kept,
		});
		expect(
			(await getWith(withBody, { returnFields, output: 'raw' })).output[0]?.json,
		).toStrictEqual(kept);
		expect(
			(await getWith(withBody, { returnFields, output: 'full' })).output[0]?.json,
		).toMatchObject({
			body: kept,
		});
	});

	test('keeps them of each element of a list', async () => {
		const list = answer(JSON_TYPE, '[{"a":1,"secret":2},{"secret":3},[{"a":4,"secret":5}]]');
		const { output } = await getWith(list, { returnFields: 'a' });
		expect(output[0]?.json['data']).toStrictEqual([{ a: 1 }, {}, [{ a: 4 }]]);
	});

	test('keeps nothing of an answer that has no fields, since nobody named it', async () => {
		const { output } = await getWith(answer('text/plain', 'Ada Lovelace, born 1815'), {
			returnFields: 'status',
		});
		expect(JSON.stringify(output)).not.toContain('Lovelace');
	});

	test('finds the permalink of what was created nevertheless', async () => {
		const { output, hints } = await used.run(
			{ operation: 'create', fieldDataMode: 'autoMap', options: { returnFields: 'form' } },
			[{ json: { name: 'Ada' } }],
		);
		expect(output[0]?.json['submissionPermalink']).toBe(used.onlyRequest().stored);
		expect(JSON.stringify(output)).not.toContain('Ada');
		expect(hints).toStrictEqual([]);
	});

	test('leaves nothing else of a submission in the record of the run', async () => {
		const { run } = await getWith(withBody, { returnFields: 'permalink' });
		expect(JSON.stringify(run)).not.toContain('ada@example.com');
	});
});

describe('a key named error at the top of the answer', () => {
	const body = { error: 'Pump 3 leaks', message: 'urgent', details: 'x', status: 'open' };
	const withError = answer(JSON_TYPE, JSON.stringify(body));

	test('simplified: does no harm to an item with the error output', async () => {
		used.service.faults.set({ rules: [{ then: withError }] });
		const { output, errors, error } = await used.run(get, undefined, {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(errors).toStrictEqual([]);
		expect(output).toStrictEqual([{ json: { ...found, data: body }, pairedItem: { item: 0 } }]);
	});

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'simplified: does not make Retry On Fail send it again, On Error %s',
		async (onError) => {
			used.service.faults.set({ rules: [{ then: withError }] });
			const { output, error } = await used.run(
				{ operation: 'create', fieldDataMode: 'autoMap' },
				[{ json: { error: 'Pump 3 leaks' } }],
				{ onError, maxTries: 3 },
			);
			expect(error).toBeUndefined();
			used.onlyRequest();
			expect(output).toMatchObject([{ json: { created: true, data: body } }]);
		},
	);

	test.each(['raw', 'full'])(
		'%s: does not make Retry On Fail send it again either',
		async (output) => {
			used.service.faults.set({ rules: [{ then: withError }] });
			await used.run(
				{ operation: 'create', fieldDataMode: 'autoMap', options: { output } },
				[{ json: { error: 'Pump 3 leaks' } }],
				{ onError: 'continueRegularOutput', maxTries: 3 },
			);
			used.onlyRequest();
		},
	);
});
