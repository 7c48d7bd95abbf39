import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/Submissions/request/json.ts';
import type { OutputMode, Result } from '../../../nodes/Submissions/response/output.ts';
import {
	toAlreadyCreatedItem,
	toCheckedItem,
	toItems,
	toNotFoundItem,
	withInput,
} from '../../../nodes/Submissions/response/output.ts';
import { answerOf, FORM, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';

const CREATED: Result = {
	key: 'created',
	value: true,
	formPermalink: FORM,
	submissionPermalink: SUBMISSION,
};

function items(mode: OutputMode, body: JsonValue | undefined, result: Result = CREATED): unknown[] {
	const answer = answerOf(201, '', { 'content-type': 'application/json', etag: '"1"' });
	const output = toItems(mode, result, answer, body, 4);
	for (const item of output) expect(item.pairedItem).toStrictEqual({ item: 4 });
	return output.map(({ json }) => json);
}

it('of what was not sent says why', () => {
	expect(toAlreadyCreatedItem('upserted', FORM, 4)).toStrictEqual({
		json: {
			upserted: false,
			alreadyCreated: true,
			formPermalink: FORM,
			submissionPermalink: null,
		},
		pairedItem: { item: 4 },
	});
	const request = { method: 'GET', url: 'https://forms.example.com' } as const;
	expect(toCheckedItem(request, 4)).toStrictEqual({
		json: { dryRun: true, request },
		pairedItem: { item: 4 },
	});
});

describe('simplified', () => {
	it.each(['created', 'found'])('says %s, with the permalinks and the body under data', (key) => {
		expect(items('simplified', { a: 1 }, { ...CREATED, key })).toStrictEqual([
			{ [key]: true, formPermalink: FORM, submissionPermalink: SUBMISSION, data: { a: 1 } },
		]);
	});

	it.each<[string, JsonValue | undefined, string | null, object]>([
		['leaves data out where the body is empty', undefined, SUBMISSION, {}],
		['says null for data that is null', null, SUBMISSION, { data: null }],
		['says null for a permalink that was not found', undefined, null, {}],
	])('%s', (_, body, submissionPermalink, data) => {
		expect(items('simplified', body, { ...CREATED, submissionPermalink })).toStrictEqual([
			{ created: true, formPermalink: FORM, submissionPermalink, ...data },
		]);
	});

	it('gives one item whatever the body is, and lets none of its keys stand at the top', () => {
		holdsFor(fc.jsonValue(), (body) => {
			const given = items('simplified', body as JsonValue);
			expect(given).toHaveLength(1);
			expect(Object.keys(given[0] as object)).toStrictEqual([
				'created',
				'formPermalink',
				'submissionPermalink',
				'data',
			]);
			expect((given[0] as Record<string, unknown>)['data']).toBe(body);
		});
	});
});

describe('raw', () => {
	it.each<[string, JsonValue | undefined, unknown[]]>([
		['an object is the item', { a: 1, error: 'a field' }, [{ a: 1, error: 'a field' }]],
		['a list is one item for each element', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
		[
			'a list of others is put under data',
			[1, 'x', null, [2]],
			[{ data: 1 }, { data: 'x' }, { data: null }, { data: [2] }],
		],
		['an empty list is no item', [], []],
		['text is put under data', 'text', [{ data: 'text' }]],
		['a number is put under data', 0, [{ data: 0 }]],
		['null is put under data', null, [{ data: null }]],
		['nothing is an empty item', undefined, [{}]],
		[
			'what n8n would take for a failed item is put under data',
			[{ error: 'leaks' }, { error: 1, message: 'x', details: {} }, { $error: null, $json: 1 }],
			[
				{ data: { error: 'leaks' } },
				{ data: { error: 1, message: 'x', details: {} } },
				{ data: { $error: null, $json: 1 } },
			],
		],
		[
			'what it would not is the item',
			[{ error: '' }, { message: 'x' }, { error: 'leaks', floor: 1 }, { $error: 1 }, {}],
			[{ error: '' }, { message: 'x' }, { error: 'leaks', floor: 1 }, { $error: 1 }, {}],
		],
	])('%s', (_, body, json) => {
		expect(items('raw', body)).toStrictEqual(json);
	});
});

describe('full', () => {
	it('gives status, headers and body', () => {
		expect(items('full', [{ a: 1 }])).toStrictEqual([
			{
				statusCode: 201,
				headers: { 'content-type': 'application/json', etag: '"1"' },
				body: [{ a: 1 }],
			},
		]);
	});

	it('says null where the body is empty', () => {
		expect(items('full', undefined)).toMatchObject([{ body: null }]);
	});
});

it.each(['found', 'deleted'])('says %s: false of a submission that was not found', (key) => {
	expect(toNotFoundItem({ ...CREATED, key }, 2)).toStrictEqual({
		json: { [key]: false, formPermalink: FORM, submissionPermalink: SUBMISSION },
		pairedItem: { item: 2 },
	});
});

describe('with the input', () => {
	const input = { row_number: 7 };
	const failed = { json: { error: 'x', message: 'y', details: { outcome: 'refused' } } };

	it('an item holds its fields under input', () => {
		const created = { json: { created: true }, pairedItem: { item: 1 } };
		expect(withInput([created], input, 'beside')).toStrictEqual([
			{ json: { created: true, input }, pairedItem: { item: 1 } },
		]);
	});

	it('a failed item has them in its details where n8n would else take it for a good one', () => {
		expect(withInput([failed], input, 'beside')).toStrictEqual([
			{ json: { ...failed.json, input } },
		]);
		expect(withInput([failed], input, 'inDetails')).toStrictEqual([
			{ json: { error: 'x', message: 'y', details: { outcome: 'refused', input } } },
		]);
	});

	it('a record that has such a field keeps it, under data', () => {
		const record = { json: { name: 'Ada', input: 'by hand' } };
		expect(withInput([record], input, 'beside')).toStrictEqual([
			{ json: { data: record.json, input } },
		]);
	});
});
