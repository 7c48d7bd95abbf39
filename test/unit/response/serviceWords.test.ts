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

function wordsIn(body: unknown): ServiceWords {
	return findServiceWords({ kind: 'body', body: body as JsonValue });
}

/** All that a person gets to see of it: in the message and in the lists by field. */
function told({ message, fieldErrors }: ServiceWords): string {
	return [message, ...Object.values(fieldErrors).flat()].join('\n');
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

interface Shape {
	readonly name: string;
	readonly body: unknown;
	readonly says?: readonly string[];
	readonly fields?: Readonly<Record<string, readonly string[]>>;
}

/** Shapes of public API documents; values made up. */
const SHAPES: readonly Shape[] = [
	{
		name: 'Rails: full messages in a list',
		body: { errors: ["Email can't be blank", 'Age is not a number'] },
		says: ["Email can't be blank", 'Age is not a number'],
	},
	{
		name: 'Rails: by attribute, with base',
		body: { errors: { base: ['Form is closed'], email: ["can't be blank", 'is invalid'] } },
		says: ['Form is closed'],
		fields: { email: ["can't be blank", 'is invalid'] },
	},
	{
		name: 'Rails: the bare errors object',
		body: { email: ["can't be blank"], title: ['is too long'] },
		fields: { email: ["can't be blank"], title: ['is too long'] },
	},
	{
		name: 'Rails: details by attribute',
		body: { errors: { email: [{ error: 'blank' }] } },
		fields: { email: ['blank'] },
	},
	{
		name: 'Rails: status and error',
		body: { status: 404, error: 'Not Found' },
		says: ['Not Found'],
	},
	{
		name: 'Laravel: nested field names',
		body: {
			message: 'The answers.0.text field is required.',
			errors: { 'answers.0.text': ['The answers.0.text field is required.'] },
		},
		says: ['The answers.0.text field is required.'],
		fields: { 'answers.0.text': ['The answers.0.text field is required.'] },
	},
	{
		name: 'Django REST: a nested serializer',
		body: { address: { street: ['This field is required.'] } },
		says: ['This field is required.'],
	},
	{
		name: 'Django: __all__',
		body: { __all__: ['Dates overlap.'] },
		says: ['Dates overlap.'],
		fields: {},
	},
	{
		name: 'ASP.NET: problem details with a map of errors',
		body: {
			type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
			title: 'One or more validation errors occurred.',
			status: 400,
			traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00',
			errors: { Name: ['The Name field is required.'], '$.age': ['Not a number.'] },
		},
		says: ['One or more validation errors occurred.'],
		fields: { Name: ['The Name field is required.'], '$.age': ['Not a number.'] },
	},
	{
		name: 'RFC 9457: a list of errors with pointers',
		body: {
			type: 'https://example.net/validation-error',
			title: 'Your request is not valid.',
			errors: [
				{ detail: 'must be a positive integer', pointer: '#/age' },
				{ detail: "must be 'green', 'red' or 'blue'", pointer: '#/profile/color' },
			],
		},
		says: ['Your request is not valid.'],
		fields: {
			age: ['must be a positive integer'],
			'profile.color': ["must be 'green', 'red' or 'blue'"],
		},
	},
	{
		name: 'RFC 7807: invalid-params',
		body: {
			type: 'https://example.net/validation-error',
			title: "Your request parameters didn't validate.",
			'invalid-params': [{ name: 'age', reason: 'must be a positive integer' }],
		},
		says: ["Your request parameters didn't validate.", 'must be a positive integer'],
	},
	{
		name: 'Google: an error with field violations',
		body: {
			error: {
				code: 400,
				message: 'Request contains an invalid argument.',
				status: 'INVALID_ARGUMENT',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.BadRequest',
						fieldViolations: [{ field: 'email', description: 'Not an address.' }],
					},
				],
			},
		},
		says: ['Request contains an invalid argument.'],
		fields: { email: ['Not an address.'] },
	},
	{
		name: 'Google: the older list of errors',
		body: {
			error: {
				code: 403,
				message: 'Daily Limit Exceeded',
				errors: [
					{ domain: 'usageLimits', reason: 'dailyLimitExceeded', message: 'Daily Limit Exceeded' },
				],
			},
		},
		says: ['Daily Limit Exceeded'],
		fields: {},
	},
	{
		name: 'JSON:API: a query parameter',
		body: {
			errors: [
				{ title: 'Invalid Query', detail: 'No such field.', source: { parameter: 'include' } },
			],
		},
		says: ['Invalid Query', 'No such field.'],
		fields: { include: ['No such field.'] },
	},
	{
		name: 'JSON:API: an error without a source',
		body: { errors: [{ status: '403', title: 'Forbidden', detail: 'Form is closed.' }] },
		says: ['Forbidden', 'Form is closed.'],
		fields: {},
	},
	{
		name: 'JSON:API: a pointer with an escaped name',
		body: { errors: [{ detail: 'is odd', source: { pointer: '/data/attributes/a~1b~0c' } }] },
		fields: { 'a/b~c': ['is odd'] },
	},
	{
		name: 'GraphQL',
		body: {
			data: null,
			errors: [
				{ message: 'Cannot create.', locations: [{ line: 2, column: 3 }], path: ['createEntry'] },
			],
		},
		says: ['Cannot create.'],
	},
	{
		name: 'FastAPI: a detail list with loc',
		body: {
			detail: [
				{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} },
				{
					type: 'int_parsing',
					loc: ['body', 'answers', 0],
					msg: 'Input should be a valid integer',
				},
			],
		},
		fields: { email: ['Field required'], 'answers.0': ['Input should be a valid integer'] },
	},
	{
		name: 'FastAPI: a detail object',
		body: { detail: { message: 'Form is closed', code: 'closed' } },
		says: ['Form is closed'],
	},
	{
		name: 'NestJS: a message list',
		body: {
			statusCode: 400,
			message: ['email must be an email', 'age must not be less than 18'],
			error: 'Bad Request',
		},
		says: ['email must be an email', 'age must not be less than 18'],
	},
	{
		name: 'Stripe',
		body: {
			error: {
				code: 'parameter_missing',
				doc_url: 'https://docs.example.com/parameter-missing',
				message: 'Missing required param: amount.',
				param: 'amount',
				type: 'invalid_request_error',
			},
		},
		says: ['Missing required param: amount.'],
	},
	{
		name: 'Salesforce: an array',
		body: [
			{
				message: 'Required fields are missing: [LastName]',
				errorCode: 'REQUIRED_FIELD_MISSING',
				fields: ['LastName'],
			},
		],
		says: ['Required fields are missing: [LastName]'],
	},
	{
		name: 'GitHub: entries with a code and no sentence',
		body: {
			message: 'Validation Failed',
			errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
		},
		says: ['Validation Failed'],
		fields: { title: ['missing_field'] },
	},
	{
		name: 'Spring Boot: default messages',
		body: {
			timestamp: '2030-01-31T00:00:00Z',
			status: 400,
			error: 'Bad Request',
			errors: [
				{
					objectName: 'entry',
					field: 'email',
					rejectedValue: 'private',
					defaultMessage: 'must be a well-formed email address',
					code: 'Email',
				},
			],
			path: '/entries',
		},
		says: ['Bad Request'],
		fields: { email: ['must be a well-formed email address'] },
	},
	{
		name: 'Spring Boot: an error of the whole object',
		body: { errors: [{ objectName: 'entry', defaultMessage: 'Dates overlap.', code: 'Dates' }] },
		says: ['Dates overlap.'],
		fields: {},
	},
	{
		name: 'API Platform: violations with property paths',
		body: {
			title: 'An error occurred',
			detail: 'email: This value is not valid.',
			violations: [{ propertyPath: 'email', message: 'This value is not valid.' }],
		},
		says: ['An error occurred', 'email: This value is not valid.'],
		fields: { email: ['This value is not valid.'] },
	},
	{
		name: 'express-validator',
		body: { errors: [{ type: 'field', msg: 'Invalid value', path: 'email', location: 'body' }] },
		fields: { email: ['Invalid value'] },
	},
	{
		name: 'Joi: details with paths',
		body: {
			name: 'ValidationError',
			details: [{ message: '"email" is required', path: ['body', 'email'], type: 'any.required' }],
		},
		fields: { email: ['"email" is required'] },
	},
	{
		name: 'Zod: issues inside an error',
		body: {
			success: false,
			error: {
				name: 'ZodError',
				issues: [{ code: 'invalid_type', path: ['email'], message: 'Required' }],
			},
		},
		says: ['Required'],
	},
	{
		name: 'Mongoose: a map of objects',
		body: {
			message: 'entry validation failed',
			errors: { email: { name: 'ValidatorError', message: 'Path `email` is required.' } },
		},
		says: ['entry validation failed'],
		fields: { email: ['Path `email` is required.'] },
	},
	{
		name: 'a map from field to one sentence',
		body: { errors: { email: 'is taken' } },
		fields: { email: ['is taken'] },
	},
	{
		name: 'JSend: a fail with data by field',
		body: { status: 'fail', data: { phone: 'A phone number is required' } },
		fields: { phone: ['A phone number is required'] },
	},
	{
		name: 'JSend: a fail, and more beside its data',
		body: { status: 'fail', data: { title: 'is required' }, phone: 'is odd', requestId: 'r-1' },
		fields: { title: ['is required'], phone: ['is odd'] },
	},
	{
		name: 'JSend: an error',
		body: { status: 'error', message: 'Unable to reach the database' },
		says: ['Unable to reach the database'],
		fields: {},
	},
	{
		name: 'Slack: ok false',
		body: { ok: false, error: 'not_authed' },
		says: ['not_authed'],
		fields: {},
	},
	{
		name: 'Airtable: a type and a message',
		body: { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "x"' } },
		says: ['Unknown field name: "x"'],
	},
	{
		name: 'Elasticsearch: a reason',
		body: {
			error: { root_cause: [{ reason: 'no such index' }], reason: 'no such index' },
			status: 404,
		},
		says: ['no such index'],
	},
	{
		name: 'AWS and older ASP.NET: capital letters',
		body: {
			Message: 'The request is invalid.',
			ModelState: { 'entry.Email': ['Email is required.'] },
		},
		says: ['The request is invalid.', 'Email is required.'],
	},
	{
		name: 'Rails: fields called as answers call what is about themselves',
		body: {
			errors: { type: 'is unknown', status: ['is odd'], data: ['is empty'], path: 'is long' },
		},
		fields: {
			type: ['is unknown'],
			status: ['is odd'],
			data: ['is empty'],
			path: ['is long'],
		},
	},
	{
		name: 'details that are about the answer',
		body: {
			error: 'closed',
			details: { request_id: 'private', 'Trace-Id': 'private', age: 'is odd' },
		},
		says: ['closed'],
		fields: { age: ['is odd'] },
	},
	{
		name: 'a bare map that is about the answer too',
		body: { status: 'private', email: 'is taken', type: ['is unknown'] },
		fields: { email: ['is taken'], type: ['is unknown'] },
	},
	{
		name: 'a code beside a sentence, whichever key that has',
		body: { error: 'private', error_description: 'The token was cancelled.' },
		says: ['The token was cancelled.'],
		fields: {},
	},
	{
		name: 'a code beside a detail',
		body: { error: 'private', detail: 'Form is closed.' },
		says: ['Form is closed.'],
		fields: {},
	},
	{
		name: 'an entry whose field has no name',
		body: { errors: [{ field: '', path: [], name: 'email', message: 'is taken' }] },
		fields: { email: ['is taken'] },
	},
	{
		name: 'an entry whose field is no text',
		body: { errors: [{ field: 3, path: [{}], message: 'Dates overlap.' }] },
		says: ['Dates overlap.'],
		fields: {},
	},
	{
		name: 'JSON:API: a source that names no field',
		body: { errors: [{ detail: 'Form is closed.', source: { pointer: 3, header: 'X-Form' } }] },
		says: ['Form is closed.'],
		fields: {},
	},
	{
		name: 'lists of which one holds more than sentences',
		body: { email: ['is taken', { message: 'is odd' }], phone: [] },
		fields: { email: ['is taken', 'is odd'] },
	},
	{
		name: 'lists of which one is empty',
		body: { title: ['is long'], text: [] },
		fields: { title: ['is long'] },
	},
	{ name: 'a JSON text', body: 'Form is closed', says: ['Form is closed'], fields: {} },
	{ name: 'a list of texts', body: ['Too long', 'Too wide'], says: ['Too long', 'Too wide'] },
];

describe('shapes of public API documents', () => {
	it.each(SHAPES)('$name', ({ body, says = [], fields }) => {
		const words = wordsIn(body);
		for (const sentence of says) expect(told(words)).toContain(sentence);
		if (fields !== undefined) expect({ ...words.fieldErrors }).toStrictEqual(fields);
		expect(told(words)).not.toContain('private');
		expect(told(words)).not.toContain('[object');
	});

	it('says each sentence once', () => {
		expect(
			wordsIn({ message: 'Closed', error: { message: 'Closed' }, detail: 'Closed' }),
		).toStrictEqual({
			message: 'Closed',
			fieldErrors: {},
		});
	});

	it.each([
		[
			'of an object beside a sentence',
			{ message: 'Failed', error: { message: 'Form is closed.' } },
			{ message: 'Failed Form is closed.', fieldErrors: {} },
		],
		[
			'of a field, once, and as those of the field',
			{ errors: [{ field: 'email', title: 'Invalid', detail: 'is taken' }] },
			{ message: '', fieldErrors: { email: ['is taken'] } },
		],
		[
			'of an entry that names a field and says it in an unusual place',
			{ errors: [{ field: 'email', text: 'The form is closed.' }] },
			{ message: 'The form is closed.', fieldErrors: {} },
		],
		[
			'of a field whose path has a slash and is no pointer',
			{ errors: [{ path: 'address/city', message: 'is unknown' }] },
			{ message: '', fieldErrors: { 'address/city': ['is unknown'] } },
		],
	])('tells the words %s', (_, body, words) => {
		expect(wordsIn(body)).toStrictEqual(words);
	});

	it.each(['message', 'error_description', 'detail'])(
		'prefers a sentence under %s to a code under error',
		(key) => {
			expect(wordsIn({ error: 'invalid_token', [key]: 'It was cancelled.' }).message).toBe(
				'It was cancelled.',
			);
		},
	);

	it('passes over a sentence that is empty', () => {
		expect(wordsIn({ title: ' ', message: '', detail: 'Closed.' }).message).toBe('Closed.');
	});

	it('takes the title and the detail of an error of JSON:API for sentences too', () => {
		const error = { title: 'Odd', detail: 'It is odd.', source: { pointer: '/data/age' } };
		expect(wordsIn({ errors: [error] })).toStrictEqual({
			message: 'Odd It is odd.',
			fieldErrors: { age: ['It is odd.'] },
		});
	});

	it.each<[string, object, string]>([
		['a loc', { loc: ['body', 'address', 'zip'] }, 'address.zip'],
		['a loc in the query', { loc: ['query', 'page'] }, 'page'],
		['a loc with a position', { loc: ['body', 'answers', 0, 'text'] }, 'answers.0.text'],
		['a loc of a part alone', { loc: ['body'] }, 'body'],
		['a path', { path: ['address', 'zip'] }, 'address.zip'],
		['a path of which a step is no name', { path: ['address', null, 'zip'] }, 'address.zip'],
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

describe('pages and texts', () => {
	it.each([
		['<title>502 Bad Gateway</title><h1>Other</h1>', '502 Bad Gateway'],
		['<title lang="en">\n  Sign\n  in\n</title>', 'Sign in'],
		['<html><body><h1 class="x">Not here</h1></body></html>', 'Not here'],
		['<html><body>nothing</body></html>', ''],
	])('of %s the title is told', (text, message) => {
		expect(findServiceWords({ kind: 'html', text })).toStrictEqual({ message, fieldErrors: {} });
	});

	it('a title far below the head of a page is not sought', () => {
		const text = `<html>${' '.repeat(20_000)}<title>Late</title></html>`;
		expect(findServiceWords({ kind: 'html', text }).message).toBe('');
	});

	it('as text are told as they are', () => {
		expect(findServiceWords({ kind: 'notJson', text: ' {"half \n' }).message).toBe('{"half');
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
		expect(withoutStall(() => findServiceWords({ kind: 'html', text })).message).toBe('');
	});
});

const keys = fc.oneof(
	fc.constantFrom(
		'error',
		'errors',
		'message',
		'detail',
		'details',
		'title',
		'field',
		'path',
		'loc',
	),
	fc.constantFrom('source', 'pointer', 'name', 'msg', 'reason', 'text', '__proto__', 'violations'),
	fc.string(),
);

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

it('finds words or none in whatever comes, and never throws', () => {
	holdsFor(garbage, (body) => {
		const { message, fieldErrors } = wordsIn(body);
		expect(typeof message).toBe('string');
		for (const messages of Object.values(fieldErrors)) {
			expect(messages.length).toBeGreaterThan(0);
			expect(messages.every((text) => typeof text === 'string')).toBe(true);
		}
	});
});

it('finds no words that did not stand in the body', () => {
	holdsFor(garbage, (body) => {
		const texts: string[] = [];
		JSON.stringify(body, (key, value: unknown) => {
			texts.push(key, typeof value === 'string' ? value : '');
			return value;
		});
		for (const message of Object.values(wordsIn(body).fieldErrors).flat()) {
			expect(texts).toContain(message);
		}
	});
});
