import { readBody } from '../../../nodes/Submissions/response/read.ts';
import type { Answer } from '../../../nodes/Submissions/response/answer.ts';
import type { Asked } from '../../../nodes/Submissions/response/verdict.ts';
import { VERDICTS_ON_ANSWERS, verdictOn } from '../../../nodes/Submissions/response/verdict.ts';
import { answerOf, askedWith } from '../examples.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const URL_OF_UPDATE = askedWith().url;
const URL_OF_CREATE = 'https://forms.example.com/api/v1/forms/aB3dE5gH7j/submissions/new';

function judged(answer: Answer, differing: Partial<Asked> = {}): string {
	const facts = { answer, reading: readBody(answer), asked: askedWith(differing) };
	const verdict = verdictOn(facts, VERDICTS_ON_ANSWERS);
	return `${verdict?.means ?? '?'} ${verdict?.code(facts) ?? ''}`.trim();
}

const of = (status: number, body = '', headers: Record<string, string> = {}) =>
	judged(answerOf(status, body, headers));

describe('a status', () => {
	it.each([
		['done', [200, 201, 202, 203, 204, 206, 226, 299]],
		['unknown oddStatus', [100, 103, 199, 600, 999]],
		['refused redirected', [301, 307, 308]],
		['unknown redirectedAfter', [300, 302, 303, 304, 305, 399]],
		['refused badRequest', [400]],
		['refused unauthorized', [401]],
		['refused forbidden', [403]],
		['refused notFound', [404, 410]],
		['notSent proxyRefused', [407]],
		['unknown gaveUp', [408, 460, 499]],
		['refused notAcceptable', [406]],
		['refused conflict', [409]],
		['refused tooLarge', [413]],
		['refused unsupportedFormat', [415]],
		['refused invalid', [422]],
		['refused tooManyRequests', [420, 429]],
		['refused refused', [402, 405, 418, 425, 451, 498]],
		['unknown serviceFault', [500, 501, 505, 520, 599]],
		['unknown gateway', [502, 504]],
		['unknown unavailable', [503]],
	])('is %s where it is one of %j', (verdict, statuses) => {
		expect(statuses.map((status) => of(status))).toStrictEqual(statuses.map(() => verdict));
	});

	it('is a definite no as 503 with Retry-After, and as no other above 499', () => {
		const header = { 'retry-after': '5' };
		expect(
			[500, 502, 503, 504].map((status) => of(status, '', header).split(' ')[0]),
		).toStrictEqual(['unknown', 'unknown', 'refused', 'unknown']);
	});

	it('counts although the body breaks off, but for a 2xx', () => {
		const cut = (status: number) => judged({ ...answerOf(status, '{"a'), cut: 'connectionLost' });
		expect([422, 503, 200, 201].map(cut)).toStrictEqual([
			'refused invalid',
			'unknown unavailable',
			'unknown connectionLost',
			'unknown connectionLost',
		]);
	});
});

/** What says of text that it is text. */
const none = (packing: string): [string, string, string, string] => [
	packing,
	'text/plain',
	'Created',
	'done',
];

describe('a 2xx', () => {
	it.each([
		['unknown html', '<html></html>', 'text/html'],
		['unknown notJson', '{"a', 'application/json'],
		['unknown tooDeep', '['.repeat(600), 'application/json'],
		['refused denied', '{"success":false,"error":"closed"}', 'application/json'],
		['unknown complaint', '{"message":"Saved","errors":["mail not sent"]}', 'application/json'],
		['done', '{"error":"a field of the form","name":"Ada"}', 'application/json'],
		['done', 'Saved', 'text/plain'],
	])('is %s with the body %s', (verdict, body, type) => {
		expect(of(200, body, { 'content-type': type })).toBe(verdict);
	});

	it.each(['', 'null', 'false', '""', '[]', ' '])('is no submission for a get with %j', (body) => {
		const answer = answerOf(200, body, JSON_TYPE);
		expect(judged(answer, { kind: 'read' })).toBe('unknown noSubmission');
		expect(judged({ ...answer, statusCode: 204 }, { kind: 'read' })).toBe('unknown noSubmission');
		expect(judged(answer)).toBe('done');
	});

	it('is one for a get with anything else', () => {
		for (const body of ['{}', '0', '[{}]', 'Ada']) {
			expect(judged(answerOf(200, body), { kind: 'read' })).toBe('done');
		}
	});

	it.each<[string, string, string, string]>([
		['x-snappy', 'text/plain', 'Sa\ufffd', 'unknown packed'],
		['x-snappy', 'application/json', 'Sa\ufffd', 'unknown packed'],
		['x-snappy', 'application/json', '{"a":1}', 'done'],
		[' Identity', 'text/plain', 'Saved', 'done'],
		['UTF-8', 'text/plain', 'Saved', 'done'],
		['', 'text/plain', 'Saved', 'done'],
		['', 'text/plain', 'Gr\ufffd\ufffdn', 'done'],
		['gzip', 'text/plain', 'Created', 'unknown packed'],
		['identity, X-Snappy-Framed', 'text/plain', 'Created', 'unknown packed'],
		['klingon', 'text/plain', 'Cr\u0000ated', 'unknown packed'],
		['klingon', 'text/plain', 'Created\r\n\tAda', 'done'],
		...['none', 'aws-chunked', 'chunked', 'binary', '8bit', 'iso-8859-1', 'windows-1252'].map(none),
		...['us-ascii', 'text/plain', 'identity, identity'].map(none),
	])('packed as %j, of the type %s, is so with the body %j: %s', (packing, type, body, verdict) => {
		expect(of(201, body, { 'content-type': type, 'content-encoding': packing })).toBe(verdict);
	});

	it('is done where what looks like an objection only repeats the field data', () => {
		const answer = answerOf(200, '{"status":"fail","message":"call"}', JSON_TYPE);
		expect(judged(answer, { sent: { status: 'fail', message: 'call' } })).toBe('done');
	});
});

const AFTER = 'unknown redirectedAfter';
const INSTEAD = 'refused redirected';
const withoutTls = (url: string) => url.replace('https', 'http');
const atPort = (url: string) => url.replace('.com', '.com:8443');
const onAnotherHost = (url: string) => url.replace('forms.', 'new.');

it.each([
	['to the new submission', URL_OF_CREATE, 'kL9mN1pQ3r', AFTER],
	['to the same address', URL_OF_UPDATE, URL_OF_UPDATE, AFTER],
	['to a page of the same host', URL_OF_CREATE, '/sign-in', AFTER],
	['to a page of another host', URL_OF_CREATE, 'https://a.example.com/', AFTER],
	['to the same path without TLS', URL_OF_UPDATE, withoutTls(URL_OF_UPDATE), AFTER],
	['to the same path at another port', URL_OF_UPDATE, atPort(URL_OF_UPDATE), AFTER],
	['to the same path from another port', atPort(URL_OF_UPDATE), URL_OF_UPDATE, AFTER],
	['to what is no address', URL_OF_CREATE, 'https://[', AFTER],
	['to nowhere', URL_OF_CREATE, '', AFTER],
	['to the same path at another host', URL_OF_CREATE, onAnotherHost(URL_OF_CREATE), INSTEAD],
	['to the same path with TLS', withoutTls(URL_OF_CREATE), URL_OF_CREATE, INSTEAD],
])('302 and 303 %s', (_, url, location, verdict) => {
	for (const status of [302, 303]) {
		expect(judged(answerOf(status, '', { location }), { url })).toBe(verdict);
	}
});

it.each<[string, number, Partial<Asked>, string]>([
	['401 with a password', 401, { authentication: 'usernamePassword' }, 'passwordRefused'],
	['404 to what names a form only', 404, { namesSubmission: false }, 'formNotFound'],
	['410 to what names a form only', 410, { namesSubmission: false }, 'formNotFound'],
	['409 to a create', 409, { kind: 'create' }, 'conflictOnCreate'],
	['422 to a create', 422, { kind: 'create' }, 'invalid'],
])('a %s is told in words of its own', (_, status, differing, code) => {
	expect(judged(answerOf(status), differing)).toBe(`refused ${code}`);
});
