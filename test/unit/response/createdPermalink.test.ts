import fc from 'fast-check';

import type { Body } from '../../../nodes/Submissions/request/body.ts';
import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { parseFieldPath } from '../../../nodes/Submissions/request/fieldPath.ts';
import type { JsonObject, JsonValue } from '../../../nodes/Submissions/request/json.ts';
import {
	atPath,
	findCreatedPermalink,
} from '../../../nodes/Submissions/response/createdPermalink.ts';
import { answerOf, FORM, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

const OTHER = 'zZ0yY9xX8w';
const PATH = `/forms/${FORM}/submissions/${SUBMISSION}`;

/** Permalinks under names, one level down. */
const below = (permalinks: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(permalinks).map(([name, permalink]) => [name, { permalink }]));

const pageOf = (form: string, submission: string) =>
	`https://x.io/forms/${form}/responses/${submission}`;

const CONTAINERS = [
	...['response', 'result', 'record', 'item', 'Data', 'form_response', 'FormResponse', 'entry'],
	...['payload', 'd', 'resource', 'new_submission', 'savedSubmissionData', 'submissions'],
];

const CONNECTED = [
	...['author', 'User', 'owner', 'creator', 'created_by', 'form', 'parent'],
	...[
		'submissionForm',
		'parent_submission',
		'submission-author',
		'submittedBy',
		'submitter',
		'person',
	],
];

function found(body: unknown, path = '', location?: string, sent?: Body): string | null {
	const headers = location === undefined ? {} : { location };
	return findCreatedPermalink(answerOf(201, '', headers), body as JsonValue, path, FORM, sent);
}

describe('the usual places', () => {
	it.each([
		['permalink', { permalink: SUBMISSION }],
		['submission_permalink', { submission_permalink: SUBMISSION }],
		['one level down', { data: { permalink: SUBMISSION } }],
		...CONTAINERS.map((name): [string, object] => [
			`one level down, as ${name}`,
			{ ...below({ [name]: SUBMISSION }), fields: {} },
		]),
		...['confirmation', 'createdForm1', '0'].map((name): [string, object] => [
			`one level down, in the only object: ${name}`,
			{ id: 7, ...below({ [name]: SUBMISSION }) },
		]),
		['one level down, the longer name', { submission: { submission_permalink: SUBMISSION } }],
		['one level down, behind another', below({ form: FORM, submission: SUBMISSION })],
		["beside the form's own", { permalink: FORM, submission_permalink: SUBMISSION }],
		['as the address of its page', { permalink: pageOf(FORM, SUBMISSION) }],
		['as its address in the interface', { permalink: `https://x.io/api/v1${PATH}/edit` }],
		['with white space around it', { permalink: ` ${SUBMISSION}\n` }],
		['under submission, whatever else is there', below({ owner: OTHER, submission: SUBMISSION })],
		['under Submission, whatever else is there', below({ owner: OTHER, Submission: SUBMISSION })],
		[
			'in several places that agree',
			{ permalink: SUBMISSION, submission_permalink: SUBMISSION, ...below({ data: SUBMISSION }) },
		],
		[
			'beside the address of another form',
			{ permalink: SUBMISSION, ...below({ parent: pageOf(OTHER, OTHER) }) },
		],
	])('in the body: %s', (_, body) => {
		expect(found(body)).toBe(SUBMISSION);
	});

	it('in the body as a number', () => {
		expect(found({ permalink: 1234567890 })).toBe('1234567890');
	});

	it.each([
		`/api/v1/forms/${FORM}/submissions/${SUBMISSION}`,
		`https://x.io/api/v1/forms/${FORM}/submissions/${SUBMISSION}/`,
		`https://x.io/forms/${FORM}/responses/${SUBMISSION}?x=1#y`,
		`../submissions/${SUBMISSION}`,
		`${PATH}/edit`,
		`/api/v2/forms/12/submissions/${SUBMISSION}`,
	])('in the Location header: %s', (location) => {
		expect(found(undefined, '', location)).toBe(SUBMISSION);
		expect(found({ permalink: SUBMISSION, form: { permalink: FORM } }, '', location)).toBe(
			SUBMISSION,
		);
	});

	it('in the Location header, where it is percent-encoded', () => {
		const permalink = 'kL9é字😀pQ3r';
		expect(found(undefined, '', `/submissions/${encodeURIComponent(permalink)}`)).toBe(permalink);
	});

	it.each([
		['/api/v1/forms/x/submissions/new'],
		['/forms'],
		[`/submissions/${OTHER}/edit`],
		[`/forms/${OTHER}/submissions/${OTHER}`],
		[`/forms/${FORM}/responses`],
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

	it.each([
		'data.id',
		' data . id ',
		'data.list.0.id',
		'data.list[0].id',
		'["a.b"]',
		'$json.data.id',
	])('comes before all other places: %s', (path) => {
		expect(found(body, path, `/submissions/${OTHER}`)).toBe(SUBMISSION);
		expect(found(body, path, '', bodyOf('json', { id: SUBMISSION }))).toBe(SUBMISSION);
	});

	it.each([
		'data.missing',
		'data.long',
		'data',
		'permalink.x',
		'...',
		'[',
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
		['in what may be anything', { id: 7, author: { permalink: SUBMISSION }, fields: { n: 1 } }],
		...CONNECTED.map((name): [string, object] => [`in ${name}`, below({ [name]: SUBMISSION })]),
		['where what may be anything differs', below({ data: SUBMISSION, author: OTHER })],
		['two levels down', { a: { b: { permalink: SUBMISSION } } }],
		['where it is too short', { permalink: 'short' }],
		["where it is the form's own", { permalink: FORM, form: { permalink: FORM } }],
		['where it has a slash', { permalink: 'kL9mN/pQ3r' }],
		['where it is another kind of thing', { permalink: true, submission_permalink: {} }],
		['where it is an object that holds one', { permalink: { value: SUBMISSION } }],
		['where it is inherited', JSON.parse(`{"__proto__":{}}`)],
		['where two places differ', { permalink: SUBMISSION, submission_permalink: OTHER }],
		['where two levels differ', { permalink: SUBMISSION, owner: { permalink: OTHER } }],
		['where the submission differs', { permalink: OTHER, submission: { permalink: SUBMISSION } }],
		['where two differ one level down', { a: { permalink: SUBMISSION }, b: { permalink: OTHER } }],
		['in another, where submission has none', { owner: { permalink: OTHER }, submission: {} }],
		['in another, where submission is text', { owner: { permalink: OTHER }, submission: 'new' }],
		['in the address of another form', { permalink: pageOf(OTHER, SUBMISSION) }],
	])('%s', (_, body) => {
		expect(found(body)).toBeNull();
	});
});

it('is not found where the Location header and the body differ', () => {
	expect(found({ permalink: OTHER }, '', PATH)).toBeNull();
});

/** The body of a create in a format. */
function bodyOf(format: string, fieldData: object, wrapIn = ''): Body {
	return encodeBody(fieldData as JsonObject, [], format, wrapIn);
}

describe.each(['json', 'form', 'multipart'])('what was sent, as %s', (format) => {
	const slug = `Hello-"é"!`;

	it.each([
		['a field', { permalink: slug }],
		['a field of another name', { title: slug }],
		['a longer text', { title: `The ${slug} post` }],
		['another case', { permalink: slug.toUpperCase().replace('É', 'é') }],
		['white space around it', { permalink: ` ${slug} ` }],
		['a field within a field', { page: { tags: ['x', slug] } }],
	])('is no new permalink where the answer repeats it: %s', (_, fieldData) => {
		for (const sent of [bodyOf(format, fieldData), bodyOf(format, fieldData, 'a.b')]) {
			const foundIn = (body: object, location?: string) => found(body, '', location, sent);
			const below = { data: { permalink: slug } };
			expect(foundIn({ id: 7, ...below })).toBeNull();
			expect(foundIn({ permalink: slug })).toBeNull();
			// A place that comes first is sure; one that comes after may be anybody's.
			expect(foundIn(below, PATH)).toBe(SUBMISSION);
			expect(foundIn({ permalink: SUBMISSION, ...below })).toBe(SUBMISSION);
			expect(foundIn({ permalink: slug, parent: { permalink: OTHER } })).toBeNull();
		}
	});

	it('is a number too', () => {
		const sent = bodyOf(format, { phone: 1234567890 });
		expect(found({ data: { permalink: '1234567890' } }, '', undefined, sent)).toBeNull();
		expect(found({ permalink: SUBMISSION }, '', undefined, sent)).toBe(SUBMISSION);
	});
});

it('is found among as many objects and repetitions as a submission may have, and not among more', () => {
	const objects = (count: number) =>
		below(Object.fromEntries(['data', ...Array(count - 1).keys()].map((key) => [key, SUBMISSION])));
	expect([objects(1000), objects(1001)].map((body) => found(body))).toStrictEqual([
		SUBMISSION,
		null,
	]);
	const repeated = ['link000001', 'link000002', 'link000003', 'link000004', 'link000005'];
	const sent = bodyOf('json', { repeated, one: OTHER });
	const among = (permalinks: string[]) => ({
		permalink: SUBMISSION,
		...Object.fromEntries(permalinks.map((permalink) => [permalink, { permalink }])),
	});
	expect(found(among(repeated), '', undefined, sent)).toBe(SUBMISSION);
	expect(found(among([...repeated, OTHER]), '', undefined, sent)).toBeNull();
});

it('seeks in a long body without a stall, however many places repeat what was sent', () => {
	const permalinks = Array.from({ length: 900 }, (_, n) => `linked${String(n).padStart(4, '0')}`);
	const sent = bodyOf('json', { text: 'x'.repeat(many(10_000_000)), permalinks });
	const body = Object.fromEntries(permalinks.map((permalink) => [permalink, { permalink }]));
	expect(
		withoutStall(() => found({ permalink: SUBMISSION, ...body }, '', undefined, sent)),
	).toBeNull();
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
		['a.b[0].c', 1],
		['[""]', 2],
		['length', 3],
		['toString', undefined],
		['__proto__', undefined],
	])('%j leads to %j', (path, end) => {
		expect(atPath(value, parseFieldPath(path) ?? [])).toBe(end);
	});

	it('leads nowhere from text, null and nothing', () => {
		for (const from of ['text', null, undefined, 5])
			expect(atPath(from, ['length'])).toBeUndefined();
	});
});
