import fc from 'fast-check';

import type { JsonValue } from '../../../nodes/Submissions/request/json.ts';
import { happenedLine } from '../../../nodes/Submissions/response/failedItem.ts';
import { failureIn } from '../../../nodes/Submissions/response/failure.ts';
import { readBody } from '../../../nodes/Submissions/response/read.ts';
import type { ServiceWords } from '../../../nodes/Submissions/response/serviceWords.ts';
import { findServiceWords } from '../../../nodes/Submissions/response/serviceWords.ts';
import data from '../cases/error-bodies.json';
import { answerOf, askedWith, failedWith } from '../examples.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

function wordsIn(body: unknown, statusCode = 422): ServiceWords {
	return findServiceWords({ kind: 'body', body: body as JsonValue }, statusCode);
}

describe('the error bodies that services send', () => {
	it.each(data.cases)('$name: its words are told, by field where it names one', (example) => {
		const { status, contentType, body, says, fields } = example;
		const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body);
		const answer = answerOf(
			status,
			text,
			contentType === null ? {} : { 'content-type': contentType },
		);
		const returned = { answer, reading: readBody(answer), asked: askedWith() };
		const failure = failureIn(returned, 'update a submission');
		if (failure === undefined) throw new Error('It is a success');
		expect({ ...failure.service.fieldErrors }).toStrictEqual(fields);
		const line = happenedLine(failedWith({ failure }));
		for (const words of says) expect(line).toContain(words);
		for (const words of Object.values(fields).flat()) expect(line).toContain(words);
	});
});

const ABOUT_ITSELF = [
	...['status', 'status_code', 'code', 'type', 'success', 'ok', 'timestamp', 'path', 'instance'],
	...['traceId', 'requestId'],
];
/** All that an answer says about itself. */
const about = (value: unknown) => Object.fromEntries(ABOUT_ITSELF.map((key) => [key, value]));

const BESIDE_A_TITLE = [
	...['correlationId', 'host', 'version', 'name', 'exception', 'faultCode', 'request_id'],
	...['traceId', 'instance', 'timestamp', 'path', 'method', 'server'],
];

/** Shapes of public API documents; values made up. */
const SHAPES: readonly [name: string, body: unknown, message: string, fieldErrors: object][] = [
	[
		'Rails: by attribute, with base',
		{ errors: { base: ['Form is closed'], email: ["can't be blank", 'is invalid'] } },
		'Form is closed',
		{ email: ["can't be blank", 'is invalid'] },
	],
	[
		'RFC 7807: invalid-params',
		{ title: 'It is not valid.', 'invalid-params': [{ name: 'age', reason: 'is odd' }] },
		'It is not valid.',
		{ age: ['is odd'] },
	],
	[
		'Google: an error with field violations',
		{
			error: {
				code: 400,
				message: 'It is not valid.',
				details: [{ '@type': 'x', fieldViolations: [{ field: 'email', description: 'is odd' }] }],
			},
		},
		'It is not valid.',
		{ email: ['is odd'] },
	],
	[
		'NestJS: a message list',
		{ statusCode: 400, message: ['email is odd', 'age is odd'], error: 'Bad Request' },
		'email is odd age is odd Bad Request',
		{},
	],
	[
		'GitHub: entries with a code and no sentence',
		{
			message: 'Validation Failed',
			errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
		},
		'Validation Failed',
		{ title: ['missing_field'] },
	],
	[
		'Spring Boot: default messages',
		{
			error: 'Bad Request',
			errors: [
				{ objectName: 'entry', field: 'email', rejectedValue: 'private', defaultMessage: 'is odd' },
			],
			path: '/entries',
		},
		'Bad Request',
		{ email: ['is odd'] },
	],
	[
		'JSend: a fail, and more beside its data',
		{ status: 'fail', data: { title: 'is required' }, phone: 'is odd', requestId: 'r-1' },
		'',
		{ title: ['is required'], phone: ['is odd'] },
	],
	[
		'AWS and older ASP.NET: capital letters',
		{ Message: 'It is not valid.', ModelState: { 'entry.Email': ['is required'] } },
		'It is not valid.',
		{ 'entry.Email': ['is required'] },
	],
	[
		'fields called as answers call what is about themselves',
		{ errors: { type: 'is unknown', status: ['is odd'], data: ['is empty'], path: 'is long' } },
		'',
		{ type: ['is unknown'], status: ['is odd'], data: ['is empty'], path: ['is long'] },
	],
	[
		'details that are about the answer',
		{ error: 'closed', details: { request_id: 'private', 'Trace-Id': 'private', age: 'is odd' } },
		'closed',
		{ age: ['is odd'] },
	],
	[
		'a bare map that is about the answer too',
		{ ...about('private'), email: 'is taken', type: ['is unknown'] },
		'',
		{ email: ['is taken'], type: ['is unknown'] },
	],
	[
		'JSON:API: the title and the detail, which are sentences too',
		{ errors: [{ title: 'Odd', detail: 'It is odd.', source: { pointer: '/data/age' } }] },
		'Odd It is odd.',
		{ age: ['It is odd.'] },
	],
	[
		'lists of which one holds more than sentences',
		{ email: ['is taken', { message: 'is odd' }], phone: [] },
		'',
		{ email: ['is taken', 'is odd'] },
	],
	['lists of which one is empty', { title: ['is long'], text: [] }, '', { title: ['is long'] }],
	['Django REST', { address: { zip: ['is odd'] } }, '', { 'address.zip': ['is odd'] }],
	[
		'a map of texts, of which one is called as a sentence is',
		{ title: 'is required', text: ['is long', 'is odd'], phone: 'is short' },
		'',
		{ title: ['is required'], text: ['is long', 'is odd'], phone: ['is short'] },
	],
	['a field called permalink', { permalink: 'is taken' }, '', { permalink: ['is taken'] }],
	...['is_invalid', 'duplicated'].map((words): (typeof SHAPES)[number] => [
		`a field called permalink, with words of ten characters: ${words}`,
		{ permalink: words, email: 'is odd' },
		'',
		{ permalink: [words], email: ['is odd'] },
	]),
	[
		'words of the whole beside what was thrown',
		{ name: 'ValidationError', text: 'Email missing' },
		'Email missing',
		{},
	],
	['a list of texts', ['Too long', 'Too wide'], 'Too long Too wide', {}],
];

describe('shapes of public API documents', () => {
	it.each(SHAPES)('%s', (_, body, message, fieldErrors) => {
		expect(wordsIn(body)).toStrictEqual({ message, fieldErrors });
	});

	it.each<[string, unknown]>([
		['Rails: details by attribute', { errors: { email: [{ error: 'is odd' }] } }],
		['FastAPI: a detail list', { detail: [{ loc: ['body', 'email'], msg: 'is odd', input: {} }] }],
		['API Platform', { violations: [{ propertyPath: 'email', message: 'is odd' }] }],
		['express-validator', { errors: [{ type: 'field', msg: 'is odd', path: 'email' }] }],
		['Joi', { details: [{ message: 'is odd', path: ['body', 'email'], type: 'string' }] }],
		['Zod', { error: { name: 'Zod', issues: [{ path: ['email'], message: 'is odd' }] } }],
		['Mongoose: a map of objects', { errors: { email: { name: 'Odd', message: 'is odd' } } }],
		['an entry with two sentences', { errors: [{ field: 'email', title: 'x', detail: 'is odd' }] }],
		['an empty name', { errors: [{ field: '', path: [], name: 'email', message: 'is odd' }] }],
	])('of a field alone: %s', (_, body) => {
		expect(wordsIn(body)).toStrictEqual({ message: '', fieldErrors: { email: ['is odd'] } });
	});

	it.each<[string, unknown]>([
		['Django', { __all__: ['Closed.'] }],
		['Spring Boot', { errors: [{ objectName: 'x', defaultMessage: 'Closed.', code: 'private' }] }],
		['Elasticsearch', { error: { root_cause: [{ reason: 'x' }], reason: 'Closed.' } }],
		['a code beside a message', { error: 'private', message: 'Closed.' }],
		['a code beside a detail', { error: 'private', detail: 'Closed.' }],
		['a code beside its description', { error: 'private', error_description: 'Closed.' }],
		['a field that is no text', { errors: [{ field: 3, path: [{}], message: 'Closed.' }] }],
		['a field, and words in an unusual place', { errors: [{ field: 'email', text: 'Closed.' }] }],
		['a source of no field', { errors: [{ detail: 'Closed.', source: { pointer: 3, x: 'y' } }] }],
		['an empty sentence', { title: ' ', message: '', detail: 'Closed.' }],
		['a reason', { reason: 'Closed.', ok: false }],
		['a description', { description: 'Closed.' }],
		['what was thrown', { errors: [{ name: 'ValidatorError', message: 'Closed.' }] }],
		['a path', { errors: [{ path: '/api/v1/forms/x/submissions/new', message: 'Closed.' }] }],
		['a title beside what is about the answer', { title: 'Closed.', type: 'x', path: '/forms' }],
		['a title beside where to read on', { title: 'Closed.', documentation_url: 'https://x.io' }],
		['a text alone', { text: 'Closed.' }],
		...BESIDE_A_TITLE.map((name): [string, unknown] => [
			`a title beside its ${name}`,
			{ title: 'Closed.', [name]: 'v1' },
		]),
		['a sentence more than once', { message: 'Closed.', error: { message: 'Closed.' } }],
	])('of the whole alone: %s', (_, body) => {
		expect(wordsIn(body)).toStrictEqual({ message: 'Closed.', fieldErrors: {} });
	});

	it.each<[string, object, string]>([
		['a loc', { loc: ['body', 'address', 'zip'] }, 'address.zip'],
		['a loc in the query', { loc: ['query', 'page'] }, 'page'],
		['a loc with a position', { loc: ['body', 'answers', 0, 'text'] }, 'answers.0.text'],
		['a loc of a part alone', { loc: ['body'] }, 'body'],
		['a path', { path: ['address', 'zip'] }, 'address.zip'],
		['a path of which a step is no name', { path: ['address', null, 'zip'] }, 'address.zip'],
		['a path with a slash that is no pointer', { path: 'address/zip' }, 'address/zip'],
		['a path that is a pointer', { path: '/body/address/zip' }, 'address.zip'],
		['a pointer', { pointer: '/data/attributes/address/zip' }, 'address.zip'],
		['a pointer to related data', { pointer: '/data/relationships/author' }, 'author'],
		['a pointer into data', { pointer: '/data/zip' }, 'zip'],
		['a pointer to a field called data', { pointer: '#/data' }, 'data'],
		['a pointer to fields called attributes', { pointer: '#/attributes/size' }, 'attributes.size'],
		['a pointer without a slash', { pointer: 'address/zip' }, 'address.zip'],
		['a pointer as a fragment', { pointer: '#/first%20name/a~1b~01' }, 'first name.a/b~1'],
		['a pointer with a percent sign', { pointer: '/50%/a%20b' }, '50%.a%20b'],
		['a fragment with a percent sign', { pointer: '#/50%' }, '50%'],
		['a source', { source: { pointer: '/data/attributes/address/zip' } }, 'address.zip'],
		['a parameter', { source: { parameter: 'filter[a/b]' } }, 'filter[a/b]'],
	])('keeps the path of a field within fields: %s', (_, place, field) => {
		expect(wordsIn({ errors: [{ ...place, detail: 'is odd' }] }).fieldErrors).toStrictEqual({
			[field]: ['is odd'],
		});
	});

	it.each([
		{ pointer: '' },
		{ source: { pointer: '' } },
		{ source: { parameter: '' } },
		{ loc: [] },
	])('takes %j for the whole', (place) => {
		expect(wordsIn({ errors: [{ ...place, detail: 'Dates overlap.' }] })).toStrictEqual({
			message: 'Dates overlap.',
			fieldErrors: {},
		});
	});

	it('takes __proto__ for the name of a field like any other', () => {
		const body: unknown = JSON.parse('{"errors":{"__proto__":["is odd"]}}');
		expect(JSON.stringify(wordsIn(body).fieldErrors)).toBe('{"__proto__":["is odd"]}');
	});
});

describe('what may be a submission is not told', () => {
	const fields = { name: 'Ada', tags: ['private'], diagnosis: 'private' };
	const permalink = 'kL9mN1pQ3r';

	it.each<[number, unknown]>([
		[409, { ...fields }],
		[409, { data: fields }],
		[409, { permalink, tags: ['private'] }],
		[409, { data: { permalink, tags: ['private'] } }],
		[200, { tags: ['private'] }],
		[200, { data: { tags: ['private'] } }],
		[404, { submission: fields }],
		[422, { permalink, ...fields }],
		[422, { permalink, tags: ['private'] }],
		[422, { permalink, fields }],
		[422, { submission_permalink: 1234567890, data: fields }],
		[400, { data: { permalink, ...fields } }],
		[400, { submission: { permalink: 'https://x.io/forms/a/responses/b', ...fields } }],
		[409, { status: 'fail', data: { permalink, ...fields } }],
		[400, { status: 'fail', data: { submission: { permalink, ...fields } } }],
	])('with %i: %j', (statusCode, body) => {
		expect(wordsIn(body, statusCode)).toStrictEqual({ message: '', fieldErrors: {} });
	});

	it('beside what is', () => {
		expect(wordsIn({ message: 'Taken.', details: { permalink, ...fields } })).toStrictEqual({
			message: 'Taken.',
			fieldErrors: {},
		});
		for (const failed of [{ status: 'fail' }, { Status: 'ERROR' }, { success: false }]) {
			expect(wordsIn({ ...failed, data: { email: 'is taken' } }, 409).fieldErrors).toStrictEqual({
				email: ['is taken'],
			});
		}
	});
});

it.each([400, 401, 403, 404, 409, 412, 413, 422, 423, 500])(
	'what says of fields in lists is told with %i',
	(statusCode) => {
		const email = ['has already been taken'];
		expect(wordsIn({ email }, statusCode)).toStrictEqual({ message: '', fieldErrors: { email } });
		expect(wordsIn({ data: { email } }, statusCode).fieldErrors).toStrictEqual({ email });
	},
);

describe('pages and texts', () => {
	it.each([
		['<title>502 Bad Gateway</title><h1>Other</h1>', '502 Bad Gateway'],
		['<title lang="en">\n  Sign\n  in\n</title>', 'Sign in'],
		['<html><body><h1 class="x">Not here</h1></body></html>', 'Not here'],
		['<html><body>nothing</body></html>', ''],
	])('of %s the title is told', (text, message) => {
		expect(findServiceWords({ kind: 'html', text }, 502)).toStrictEqual({
			message,
			fieldErrors: {},
		});
	});

	it('a title far below the head of a page is not sought', () => {
		const text = `<html>${' '.repeat(20_000)}<title>Late</title></html>`;
		expect(findServiceWords({ kind: 'html', text }, 502).message).toBe('');
	});

	it('as text are told as they are', () => {
		expect(findServiceWords({ kind: 'notJson', text: ' {"half \n' }, 502).message).toBe('{"half');
		expect(wordsIn(' Down for maintenance \n').message).toBe('Down for maintenance');
	});

	it.each([[undefined], [null], [0], [true], [{}], [[]], [''], [{ a: 1 }], [[[[]]]]])(
		'say nothing in %j',
		(body) => {
			expect(wordsIn(body)).toStrictEqual({ message: '', fieldErrors: {} });
		},
	);
});

describe('what is found is bounded', () => {
	it('how many messages a field has, and how many fields there are', () => {
		const errors = Object.fromEntries(
			Array.from({ length: 200 }, (_, index) => [
				`field ${index}`,
				Array.from({ length: 100 }, (__, number) => `message ${number}`),
			]),
		);
		const { fieldErrors } = wordsIn({ errors });
		expect(Object.keys(fieldErrors)).toHaveLength(50);
		for (const messages of Object.values(fieldErrors)) {
			expect(messages).toStrictEqual(
				Array.from({ length: 10 }, (_, number) => `message ${number}`),
			);
		}
	});

	it('and yet a field that is there already gets its further messages', () => {
		const errors = Array.from({ length: 60 }, (_, index) => ({
			field: `field ${index % 50}`,
			message: `message ${index}`,
		}));
		const { fieldErrors } = wordsIn({ errors });
		expect(Object.keys(fieldErrors)).toHaveLength(50);
		expect(fieldErrors['field 9']).toStrictEqual(['message 9', 'message 59']);
	});

	it('how many sentences there are', () => {
		const errors = Array.from({ length: 30 }, (_, number) => `Sentence ${number}.`);
		expect(wordsIn({ errors }).message).toBe(errors.slice(0, 20).join(' '));
	});

	it.each([
		[5, { '1.2.3.4.5': ['is odd'] }],
		[6, {}],
	])('how deep fields lie within fields: %i', (depth, fieldErrors) => {
		let errors: unknown = 'is odd';
		for (let level = depth; level > 0; level--) errors = { [String(level)]: errors };
		expect({ ...wordsIn({ errors }).fieldErrors }).toStrictEqual(fieldErrors);
	});

	it('many thousand different sentences, which are gone through without a stall', () => {
		const errors = Array.from({ length: many(300_000) }, (_, index) => `sentence ${index}`);
		expect(withoutStall(() => wordsIn({ errors })).message).toContain('sentence 0');
	});

	it('how many keys of an object are looked at', () => {
		const keys = Array.from({ length: 2000 }, (_, index) => [`x${index}`, 1]);
		const body = (before: unknown[][]): unknown =>
			Object.fromEntries([...before, ['message', 'Closed']]);
		expect(wordsIn(body(keys.slice(0, 999))).message).toBe('Closed');
		expect(wordsIn(body(keys)).message).toBe('');
	});

	const long = 'k'.repeat(many(30_000));
	const times = (count: number, value: unknown) => Array.from({ length: many(count) }, () => value);
	const nested = (depth: number, value: unknown): unknown =>
		depth === 0 ? value : { [long]: nested(depth - 1, value) };

	it.each<[string, unknown]>([
		['entries under a long key', { errors: { [long]: times(2_000_000, { a: 'x' }) } }],
		['entries under long keys', { errors: nested(4, times(2_000_000, { a: 'x' })) }],
		['objects that say nothing', { errors: times(10_000_000, {}) }],
		['objects of empty lists', { errors: times(2_000_000, { a: [], b: [] }) }],
		[
			'sentences within sentences',
			Array.from({ length: many(13) }).reduce<unknown>(
				(inner) => ({ title: inner, message: inner, detail: inner, reason: inner }),
				{},
			),
		],
	])('very many %s, of which only the first are looked at', (_, body) => {
		withoutStall(() => wordsIn(body));
	});

	it('a page of titles that never end, which is gone through without a stall', () => {
		const text = '<title'.repeat(many(300_000)) + '<h1'.repeat(many(300_000));
		expect(withoutStall(() => findServiceWords({ kind: 'html', text }, 502)).message).toBe('');
	});
});

const KEYS =
	'error errors message detail details title field path loc source pointer name msg reason text';
const keys = fc.oneof(fc.constantFrom(...KEYS.split(' '), '__proto__', 'violations'), fc.string());

const { garbage } = fc.letrec<{ garbage: unknown }>((tie) => ({
	garbage: fc.oneof(
		{ maxDepth: 5 },
		fc.string({ unit: 'grapheme', maxLength: 20 }),
		fc.constantFrom(null, true, 0, ''),
		fc.array(tie('garbage'), { maxLength: 5 }),
		fc.dictionary(keys, tie('garbage'), { maxKeys: 5 }),
		fc.jsonValue(),
	),
}));

it('finds words that stand in the body, or none, in whatever comes', () => {
	holdsFor(garbage, (body) => {
		const texts: string[] = [];
		JSON.stringify(body, (key, value: unknown) => {
			texts.push(key, typeof value === 'string' ? value : '');
			return value;
		});
		const { message, fieldErrors } = wordsIn(body);
		expect(typeof message).toBe('string');
		for (const messages of Object.values(fieldErrors)) {
			expect(messages.length).toBeGreaterThan(0);
			for (const text of messages) expect(texts).toContain(text);
		}
	});
});
