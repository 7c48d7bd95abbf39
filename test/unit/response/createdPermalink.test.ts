import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/Submissions/request/json.ts';
import {
	atPath,
	findCreatedPermalink,
} from '../../../nodes/Submissions/response/createdPermalink.ts';
import { answerOf, FORM, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';

const OTHER = 'zZ0yY9xX8w';

function found(body: unknown, path = '', location?: string): string | null {
	const headers = location === undefined ? {} : { location };
	return findCreatedPermalink(answerOf(201, '', headers), body as JsonValue, path, FORM);
}

describe('the usual places', () => {
	it.each([
		['permalink', { permalink: SUBMISSION }],
		['submission_permalink', { submission_permalink: SUBMISSION }],
		['one level down', { data: { permalink: SUBMISSION } }],
		['one level down, the longer name', { submission: { submission_permalink: SUBMISSION } }],
		[
			'one level down, behind another',
			{ form: { permalink: FORM }, submission: { permalink: SUBMISSION } },
		],
		["beside the form's own", { permalink: FORM, submission_permalink: SUBMISSION }],
		[
			'as the address of its page',
			{ permalink: `https://x.io/forms/${FORM}/responses/${SUBMISSION}` },
		],
		['a number', { permalink: 1234567890 }],
	])('in the body: %s', (_, body) => {
		expect(found(body)).toBe(
			'permalink' in body && typeof body.permalink === 'number' ? '1234567890' : SUBMISSION,
		);
	});

	it.each([
		`/api/v1/forms/${FORM}/submissions/${SUBMISSION}`,
		`https://x.io/api/v1/forms/${FORM}/submissions/${SUBMISSION}/`,
		`https://x.io/forms/${FORM}/responses/${SUBMISSION}?x=1#y`,
		`../submissions/${SUBMISSION}`,
	])('in the Location header: %s', (location) => {
		expect(found(undefined, '', location)).toBe(SUBMISSION);
		expect(found({ permalink: OTHER }, '', location)).toBe(SUBMISSION);
	});

	it('in the Location header, where it is percent-encoded', () => {
		const permalink = 'kL9é字😀pQ3r';
		const location = `/api/v1/forms/${FORM}/submissions/${encodeURIComponent(permalink)}`;
		expect(found(undefined, '', location)).toBe(permalink);
	});

	it.each([
		['/api/v1/forms/x/submissions/new'],
		['/forms'],
		[`/submissions/${SUBMISSION}/edit`],
		[`/forms?next=/submissions/x`],
		[''],
	])('are gone on to where the Location header holds none: %s', (location) => {
		expect(found({ permalink: SUBMISSION }, '', location)).toBe(SUBMISSION);
	});
});

describe('the given path', () => {
	const body = {
		permalink: OTHER,
		data: { id: SUBMISSION, list: [{ id: SUBMISSION }], long: 'not a permalink' },
		'a.b': SUBMISSION,
	};

	it.each(['data.id', ' data . id ', 'data.list.0.id'])(
		'comes before all other places: %s',
		(path) => {
			expect(found(body, path, `/submissions/${OTHER}`)).toBe(SUBMISSION);
		},
	);

	it.each([
		'data.missing',
		'data.long',
		'data',
		'permalink.x',
		'...',
		'__proto__',
		'constructor.name',
	])('gives way to the usual places where no permalink stands there: %s', (path) => {
		expect(found(body, path)).toBe(OTHER);
	});
});

describe('nothing is found', () => {
	it.each([
		['where there is no body', undefined],
		['in text', SUBMISSION],
		['in a list', [{ permalink: SUBMISSION }]],
		['two levels down', { a: { b: { permalink: SUBMISSION } } }],
		['where it is too short', { permalink: 'short' }],
		['where it is empty', { permalink: '' }],
		['where it is null', { permalink: null }],
		["where it is the form's own", { permalink: FORM, form: { permalink: FORM } }],
		['where it has a slash', { permalink: 'kL9mN/pQ3r' }],
		[
			'where it is another kind of thing',
			{ permalink: { value: 'x' }, submission_permalink: true },
		],
		['where it is an object that holds one', { permalink: { value: SUBMISSION } }],
		['where it is inherited', JSON.parse(`{"__proto__":{}}`)],
	])('%s', (_, body) => {
		expect(found(body)).toBeNull();
	});
});

it('finds a permalink or null in any body, and never throws', () => {
	const values = fc.tuple(fc.jsonValue(), fc.string(), fc.option(fc.string(), { nil: undefined }));
	holdsFor(values, ([body, path, location]) => {
		const permalink = found(body, path, location);
		if (permalink !== null) expect(Array.from(permalink)).toHaveLength(10);
	});
});

describe('a path of names', () => {
	const value = { a: { b: [{ c: 1 }] }, '': 2, length: 3 };

	it.each<[string, unknown]>([
		['a.b.0.c', 1],
		['a.b.1.c', undefined],
		['a.x.y', undefined],
		['a.b.0.c.d', undefined],
		['', 2],
		['length', 3],
		['toString', undefined],
		['__proto__', undefined],
	])('%j leads to %j', (path, end) => {
		expect(atPath(value, path)).toBe(end);
	});

	it('leads nowhere from text, null and nothing', () => {
		for (const from of ['text', null, undefined, 5]) expect(atPath(from, 'length')).toBeUndefined();
	});
});
