import fc from 'fast-check';

import type { FaultCause } from '../../../nodes/Submissions/response/answer.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import {
	failureOfAnswer,
	failureOfFault,
	failureOfInput,
	failureOfStop,
	isSuccess,
} from '../../../nodes/Submissions/response/failure.ts';
import { readBody } from '../../../nodes/Submissions/response/read.ts';
import { answerOf } from '../examples.ts';
import { holdsFor } from '../property.ts';

const ACTIONS = [
	'create a submission',
	'delete a submission',
	'get a submission',
	'update a submission',
];

const ALL_STATUSES = Array.from({ length: 500 }, (_, index) => index + 100);

const CAUSES: Record<FaultCause, true> = {
	connectionRefused: true,
	hostNotFound: true,
	hostUnreachable: true,
	certificate: true,
	timeout: true,
	connectionLost: true,
	answerTooLarge: true,
	fileUnreadable: true,
	cancelled: true,
	heldBack: true,
};

function failureFor(
	status: number,
	body = '',
	headers: Record<string, string> = {},
	action = 'update a submission',
): Failure {
	const answer = answerOf(status, body, headers);
	return failureOfAnswer(answer, readBody(answer), action);
}

function succeeds(status: number, body = '', headers: Record<string, string> = {}): boolean {
	const answer = answerOf(status, body, headers);
	return isSuccess(answer, readBody(answer));
}

function wordsOf({ happened, remedy }: Failure): string {
	return `${happened} ${remedy}`;
}

describe('a success', () => {
	it('is every 2xx, and no other status, where the body is empty', () => {
		for (const status of ALL_STATUSES) {
			expect(succeeds(status)).toBe(status >= 200 && status < 300);
		}
	});

	it.each([
		'{"permalink":"kL9mN1pQ3r"}',
		'null',
		'[]',
		'"text"',
		'5',
		'plain text',
		'{"error":null}',
	])('is a 2xx with the body %s', (body) => {
		expect(succeeds(200, body)).toBe(true);
		expect(succeeds(422, body)).toBe(false);
	});

	it('is a 2xx with a field called error among others', () => {
		expect(succeeds(200, '{"error":"a field of the form","name":"Ada"}')).toBe(true);
	});

	it.each([
		['only an error', '{"error":"closed"}', {}],
		['HTML', '<!DOCTYPE html><html></html>', { 'content-type': 'text/html' }],
		['broken JSON', '{"a":', { 'content-type': 'application/json' }],
		['JSON that is nested too deeply', '['.repeat(600), {}],
	])('is not a 2xx with %s', (_, body, headers) => {
		expect(succeeds(200, body, headers)).toBe(false);
		expect(succeeds(201, body, headers)).toBe(false);
	});
});

describe('the certainty of a status', () => {
	it.each([
		[300, 399],
		[400, 499],
	])('from %i to %i is a definite no', (from, to) => {
		for (let status = from; status <= to; status++) {
			expect(failureFor(status).certainty).toBe('refused');
		}
	});

	it('from 500 to 599 is unknown, since a service may store first and fail after', () => {
		for (let status = 500; status <= 599; status++) {
			expect(failureFor(status).certainty).toBe('unknown');
		}
	});

	it('503 is a definite no with Retry-After, and no other 5xx is', () => {
		for (let status = 500; status <= 599; status++) {
			const failure = failureFor(status, '', { 'retry-after': '5' });
			expect(failure.certainty).toBe(status === 503 ? 'refused' : 'unknown');
		}
	});

	it('from 100 to 199 is unknown', () => {
		for (let status = 100; status <= 199; status++) {
			expect(failureFor(status).certainty).toBe('unknown');
			expect(failureFor(status).code).toBe('oddStatus');
		}
	});

	it('2xx is a definite no where the body is only an error, and unknown where it cannot be read', () => {
		expect(failureFor(200, '{"errors":["closed"]}').certainty).toBe('refused');
		expect(failureFor(200, '<html></html>').certainty).toBe('unknown');
		expect(failureFor(200, '{', { 'content-type': 'application/json' }).certainty).toBe('unknown');
		expect(failureFor(200, '['.repeat(600)).certainty).toBe('unknown');
	});
});

describe('the code of a status', () => {
	it.each([
		[301, 'redirected'],
		[302, 'redirected'],
		[304, 'redirected'],
		[307, 'redirected'],
		[308, 'redirected'],
		[400, 'badRequest'],
		[401, 'unauthorized'],
		[402, 'refused'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[405, 'refused'],
		[409, 'conflict'],
		[410, 'notFound'],
		[413, 'tooLarge'],
		[415, 'unsupportedFormat'],
		[418, 'refused'],
		[422, 'invalid'],
		[429, 'tooManyRequests'],
		[500, 'serviceFault'],
		[501, 'serviceFault'],
		[502, 'gateway'],
		[503, 'unavailable'],
		[504, 'gateway'],
		[520, 'serviceFault'],
		[600, 'oddStatus'],
		[999, 'oddStatus'],
	])('%i is %s', (status, code) => {
		expect(failureFor(status).code).toBe(code);
		expect(failureFor(status, '<html></html>', { 'content-type': 'text/html' }).code).toBe(code);
		expect(failureFor(status).statusCode).toBe(status);
	});

	it.each([
		['html', '<html></html>'],
		['notJson', '{'],
		['tooDeep', '['.repeat(600)],
		['errorInside', '{"error":"closed"}'],
	])('of a 2xx is %s by its body', (code, body) => {
		expect(failureFor(200, body, { 'content-type': 'application/json' }).code).toBe(code);
	});
});

it('has the action filled in and words to say, for every status from 100 to 599', () => {
	for (const action of ACTIONS) {
		for (const status of ALL_STATUSES) {
			const failure = failureFor(status, '', {}, action);
			expect(wordsOf(failure)).not.toContain('{');
			expect(failure.happened).toMatch(/^[A-Z].*[^.]$/);
			expect(failure.remedy).toMatch(/^[A-Z].*\.$/);
		}
	}
	expect(failureFor(404, '', {}, 'delete a submission').happened).toContain('delete a submission');
});

describe('a redirect', () => {
	it('names the new address and says to correct the base URL', () => {
		const { remedy } = failureFor(301, '', { location: 'https://new.example.com/api/v1/forms' });
		expect(remedy).toBe(
			'Correct the Base URL of the credential. The new address is https://new.example.com/api/v1/forms',
		);
	});

	it.each([
		'https://x.io/in?access_token=secret-1',
		'https://x.io/in#access_token=secret-1',
		'/in?next=%2F&token=secret-1\n',
		'https://someone:secret-1@x.io/in',
	])('repeats no query, fragment or user info of it: %s', (location) => {
		expect(failureFor(302, '', { location }).remedy).not.toContain('secret-1');
	});

	it.each([
		['https://someone:secret-1@x.io/in?a=1#b', 'https://x.io/in'],
		['https://x.io/a@b/in', 'https://x.io/a@b/in'],
		['/in?a=1\nb', '/in'],
	])('names what is left of %j', (location, address) => {
		expect(failureFor(302, '', { location }).remedy).toBe(
			`Correct the Base URL of the credential. The new address is ${address}`,
		);
	});

	it('is the only answer whose address is named', () => {
		const { remedy } = failureFor(422, '', { location: 'https://new.example.com' });
		expect(remedy).toBe(failureFor(422).remedy);
		expect(remedy).not.toContain('new.example.com');
	});

	it('without a new address says to correct the base URL', () => {
		expect(failureFor(302).remedy).toBe('Correct the Base URL of the credential.');
	});
});

describe("the service's own words", () => {
	it('stand beside what happened', () => {
		const body = '{"message":"Not valid","errors":{"age":["is too low"]}}';
		const { service } = failureFor(422, body, { 'content-type': 'application/json' });
		expect(service).toMatchObject({ message: 'Not valid', fieldErrors: { age: ['is too low'] } });
	});

	it('are told of a page by its title', () => {
		expect(failureFor(502, '<html><title>Bad Gateway</title></html>').service.message).toBe(
			'Bad Gateway',
		);
	});

	it.each([
		['broken JSON', '{"name":"Ada'],
		['what is nested too deeply', '['.repeat(600)],
	])('are not taken from a 2xx with %s, which may be personal data', (_, body) => {
		const { service } = failureFor(200, body, { 'content-type': 'application/json' });
		expect(service).toStrictEqual({ message: '', fieldErrors: {} });
	});
});

describe('without an answer', () => {
	it.each(Object.keys(CAUSES) as FaultCause[])(
		'%s: not sent where it surely never arrived',
		(cause) => {
			const never = failureOfFault({ kind: 'fault', cause, reached: 'never' });
			expect(never).toMatchObject({ code: cause, certainty: 'notSent', statusCode: null });
			const perhaps = failureOfFault({ kind: 'fault', cause, reached: 'perhaps' });
			expect(perhaps).toMatchObject({ code: cause, certainty: 'unknown', statusCode: null });
			for (const failure of [never, perhaps]) {
				expect(wordsOf(failure)).not.toContain('{');
				expect(failure.service).toStrictEqual({ message: '', fieldErrors: {} });
			}
		},
	);

	it('an item whose turn did not come was not sent', () => {
		const failure = failureOfStop();
		expect(failure).toMatchObject({ code: 'stopped', certainty: 'notSent', statusCode: null });
		expect(wordsOf(failure)).not.toContain('{');
	});

	it('an item whose input cannot be sent was not sent, and keeps the words', () => {
		expect(failureOfInput('The field "a.b" is NaN.', 'x').happened).toBe('The field "a.b" is NaN');
		expect(failureOfInput('Form is empty.', 'Enter one.')).toStrictEqual({
			code: 'input',
			certainty: 'notSent',
			happened: 'Form is empty',
			remedy: 'Enter one.',
			statusCode: null,
			service: { message: '', fieldErrors: {} },
		});
	});
});

it('judges any answer to be a success or to have words, and never throws', () => {
	const answers = fc.tuple(
		fc.integer({ min: 100, max: 599 }),
		fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
		fc.constantFrom('application/json', 'text/html', 'text/plain'),
		fc.option(fc.webUrl({ withQueryParameters: true }), { nil: undefined }),
	);
	holdsFor(answers, ([status, body, type, location]) => {
		const headers = { 'content-type': type, ...(location !== undefined && { location }) };
		const failure = failureFor(status, body, headers);
		expect(failure.happened).not.toBe('');
		expect(['refused', 'unknown']).toContain(failure.certainty);
		if (succeeds(status, body, headers)) expect(status).toBeGreaterThanOrEqual(200);
	});
});
