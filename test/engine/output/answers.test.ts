import type { INodeParameters } from 'n8n-workflow';

import type { Then } from '../useService.ts';
import { GET_SEEDED, useService } from '../useService.ts';
import { assignments, FORM, SEEDED } from '../service.ts';

const used = useService();

/** An answer as bytes on the wire. */
function answer(contentType: string, body: string | Buffer): Then {
	const sent =
		typeof body === 'string'
			? { body }
			: { body: body.toString('base64'), encoding: 'base64' as const };
	return { kind: 'refuse', status: 200, contentType, ...sent };
}

const json = (text: string) => answer('application/json', text);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function getWith(then: Then, options: INodeParameters = {}) {
	used.answer(then);
	return used.get({ maxAttempts: 1, ...options });
}

/** An update, since a get that brings nothing has failed. */
const UPDATE_SEEDED = {
	...GET_SEEDED,
	operation: 'update',
	fieldData: assignments(['name', 'Grace']),
};

/** What comes out of an answer in each output. */
async function outputsOf(then: Then, options: INodeParameters = {}) {
	used.answer(then);
	const items = async (output: string) =>
		(await used.run({ ...UPDATE_SEEDED, options: { ...options, output } })).output;
	return [await items('simplified'), await items('raw'), await items('full')];
}

const item = (fields: object) => ({ json: fields, pairedItem: { item: 0 } });
const addressed = { formPermalink: FORM, submissionPermalink: SEEDED };
const updated = { updated: true, ...addressed };
const full = (body: unknown, statusCode = 200) => [
	item({ statusCode, headers: expect.any(Object) as object, body }),
];

test.each<[what: string, then: Then, body: unknown]>([
	['an object', json('{"name":"Ada","age":36}'), { name: 'Ada', age: 36 }],
	['null', json('null'), null],
	['plain text', answer('text/plain', 'Saved.'), 'Saved.'],
	[
		'JSON in Latin-1 that says so',
		answer('application/json; charset=iso-8859-1', Buffer.from('{"name":"Zoë"}', 'latin1')),
		{ name: 'Zoë' },
	],
	[
		'integers beyond 2^53: their digits as text',
		json('{"id":9007199254740993,"safe":9007199254740991}'),
		{ id: '9007199254740993', safe: 9007199254740991 },
	],
])('%s stands under data, as the item where it is an object, under body', async (_, then, body) => {
	const isObject = typeof body === 'object' && body !== null;
	expect(await outputsOf(then)).toStrictEqual([
		[item({ ...updated, data: body })],
		[item(isObject ? body : { data: body })],
		full(body),
	]);
});

test.each<[list: unknown[], raw: object[]]>([
	[
		[{ a: 1 }, { b: 2 }, 3, null, ['c']],
		[{ a: 1 }, { b: 2 }, { data: 3 }, { data: null }, { data: ['c'] }],
	],
	[[], []],
])('a list is one item, and raw an item for each element, linked: %j', async (list, raw) => {
	expect(await outputsOf(json(JSON.stringify(list)))).toStrictEqual([
		[item({ ...updated, data: list })],
		raw.map(item),
		full(list),
	]);
});

test.each<[what: string, then: Then, status: number]>([
	['204', { kind: 'refuse', status: 204 }, 204],
	['200 without a body', { kind: 'refuse', status: 200 }, 200],
	['a byte order mark alone', answer('application/json', BOM), 200],
])('%s says what was done, without data', async (_, then, status) => {
	expect(await outputsOf(then)).toStrictEqual([[item(updated)], [item({})], full(null, status)]);
});

describe('an answer that cannot be read', () => {
	const page = '<!doctype html>\n<html><head><title>Sign in</title></head><body></body></html>';
	test.each([
		[
			answer('text/html; charset=utf-8', page),
			'A web page came back instead of data (status 200): Sign in',
		],
		[json('{"name":"Ad'), 'The answer claims to be JSON but is not (status 200)'],
		[json('[]'), 'The answer holds no submission (status 200)'],
		[json('['.repeat(100_000)), 'The answer is nested too deeply to be read (status 200)'],
		[
			json('{"error":"permission_denied"}'),
			'The service reported faults when asked to get a submission (status 200): permission_denied',
		],
	])('fails in every output, and says so: %#', async (then, says) => {
		for (const output of ['simplified', 'raw', 'full']) {
			const { error, output: items } = await getWith(then, { output });
			expect(error?.message).toBe(`${says} [item 0]`);
			expect(items).toStrictEqual([]);
		}
	});

	test('repeats nothing of what was sent back, which may be personal data', async () => {
		const { run } = await getWith(json('{"name":"Ada Lovelace'));
		expect(JSON.stringify(run.data.resultData.error)).not.toContain('Lovelace');
	});

	test('a create that got a web page for an answer may exist, and is said to', async () => {
		used.answer(answer('text/html', page));
		const { output } = await used.create({ name: 'Ada' }, {}, { onError: 'continueRegularOutput' });
		expect(output[0]?.json).toMatchObject({
			message: expect.stringContaining('The submission may still have been created') as string,
			details: { outcome: 'unknown' },
		});
	});
});

describe('Fields to Return', () => {
	const body = {
		permalink: SEEDED,
		'data.email': 'literal',
		data: { name: 'Ada', email: 'ada@example.com', tags: [{ label: 'a' }, { label: 'b' }] },
	};
	const withBody = json(JSON.stringify(body));

	test('keeps only them, in every output', async () => {
		const kept = { 'data.name': 'Ada' };
		expect(await outputsOf(withBody, { returnFields: 'data.name' })).toStrictEqual([
			[item({ ...updated, data: kept })],
			[item(kept)],
			full(kept),
		]);
	});

	test('keeps nothing of an answer that has no fields, since nobody named it', async () => {
		const text = answer('text/plain', 'Ada Lovelace, born 1815');
		const { output } = await getWith(text, { returnFields: 'status' });
		expect(JSON.stringify(output)).not.toContain('Lovelace');
	});

	test('finds the permalink of what was created nevertheless', async () => {
		const { output, hints } = await used.create({ name: 'Ada' }, { returnFields: 'form' });
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

	beforeEach(() => {
		used.answer(json(JSON.stringify(body)));
	});

	test('simplified: does no harm to an item with the error output', async () => {
		const { output, errors, error } = await used.run(GET_SEEDED, undefined, {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(errors).toStrictEqual([]);
		expect(output).toStrictEqual([item({ found: true, ...addressed, data: body })]);
	});

	test.each([
		['simplified', 'stopWorkflow'],
		['simplified', 'continueRegularOutput'],
		['simplified', 'continueErrorOutput'],
		['raw', 'continueRegularOutput'],
		['full', 'continueRegularOutput'],
	] as const)(
		'%s: does not make Retry On Fail send it again, On Error %s',
		async (output, onError) => {
			const setup = { onError, maxTries: 3 };
			const outcome = await used.create({ error: 'Pump 3 leaks' }, { output }, setup);
			used.onlyRequest();
			if (output !== 'simplified') return;
			expect(outcome.error).toBeUndefined();
			expect(outcome.output).toMatchObject([{ json: { created: true, data: body } }]);
		},
	);
});

test.each<[what: string, body: object | object[], raw: object[], returnFields?: string]>([
	['error alone', { error: 'leaks', floor: 1 }, [{ data: { error: 'leaks' } }], 'error'],
	['error in a list', [{ error: 'leaks' }, { n: 1 }], [{ data: { error: 'leaks' } }, { n: 1 }]],
	['$error and $json', { $error: null, $json: 1 }, [{ data: { $error: null, $json: 1 } }]],
	['details besides', { error: 'x', details: {}, n: 1 }, [{ error: 'x', details: {}, n: 1 }]],
])(
	'raw: a good record stays one with the error output: %s',
	async (_, body, raw, returnFields = '') => {
		used.answer(json(JSON.stringify(body)));
		for (const input of [undefined, {}]) {
			const options = { output: 'raw', returnFields, includeInput: input !== undefined };
			const setup = { onError: 'continueErrorOutput' } as const;
			const { output, errors, run } = await used.get(options, setup);
			expect([run.status, errors]).toStrictEqual(['success', []]);
			expect(output).toStrictEqual(
				raw.map((fields) => item({ ...fields, ...(input && { input }) })),
			);
		}
	},
);
