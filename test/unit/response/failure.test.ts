import fc from 'fast-check';

import type { FaultCause } from '../../../nodes/Submissions/response/answer.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import {
	failureIn,
	failureOfBreakdown,
	failureOfFault,
	failureOfInput,
	failureOfStop,
} from '../../../nodes/Submissions/response/failure.ts';
import { STOP_CODES } from '../../../nodes/Submissions/response/failureWords.ts';
import { readBody } from '../../../nodes/Submissions/response/read.ts';
import { answerOf, askedWith } from '../examples.ts';
import { holdsFor } from '../property.ts';

const ALL_STATUSES = Array.from({ length: 500 }, (_, index) => index + 100);

const CAUSES: Record<FaultCause, true> = {
	connectionRefused: true,
	hostNotFound: true,
	hostUnreachable: true,
	certificate: true,
	noSecureConnection: true,
	notConnected: true,
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
): Failure | undefined {
	const answer = answerOf(status, body, headers);
	const returned = { answer, reading: readBody(answer), asked: askedWith() };
	return failureIn(returned, 'delete a submission');
}

/** The failure of an answer that is none of success. */
function toldOf(...given: Parameters<typeof failureFor>): Failure {
	const failure = failureFor(...given);
	if (failure === undefined) throw new Error('It is a success');
	return failure;
}

function wordsOf({ happened, remedy }: Failure): string {
	return `${happened} ${remedy}`;
}

it('has the action filled in and words to say, for every status from 100 to 599', () => {
	for (const status of ALL_STATUSES) {
		const failure = failureFor(status);
		if (failure === undefined) continue;
		expect(wordsOf(failure)).not.toContain('{');
		expect(failure.happened).toMatch(/^[A-Z].*[^.]$/);
		expect(failure.remedy).toMatch(/^[A-Z].*\.$/);
	}
	expect(toldOf(404).happened).toContain('delete a submission');
});

describe('a redirect', () => {
	it.each([
		['https://someone:secret-1@x.io/in?token=secret-1#secret-1', 'https://x.io/in'],
		['https://x.io/a@b/in#access_token=secret-1', 'https://x.io/a@b/in'],
		['/in?next=%2F&token=secret-1\n', '/in'],
	])('repeats no query, fragment or user info of its address: %j', (location, address) => {
		expect(toldOf(302, '', { location }).remedy).toBe(
			`A redirect is never followed. Check the Base URL of the credential. It points to "${address}".`,
		);
	});

	it('for good names the new address and says to correct the base URL', () => {
		const { remedy } = toldOf(301, '', { location: 'https://new.example.com/api/v1/forms' });
		expect(remedy).toBe(
			'Correct the Base URL of the credential. The new address is "https://new.example.com/api/v1/forms".',
		);
		expect(toldOf(301).remedy).toBe('Correct the Base URL of the credential.');
	});

	it('is the only answer whose address is named', () => {
		const { remedy } = toldOf(422, '', { location: 'https://new.example.com' });
		expect(remedy).toBe(toldOf(422).remedy);
		expect(remedy).not.toContain('new.example.com');
	});
});

describe("the service's own words", () => {
	it('stand beside what happened', () => {
		const body = '{"message":"Not valid","errors":{"age":["is too low"]}}';
		const { service } = toldOf(422, body, { 'content-type': 'application/json' });
		expect(service).toMatchObject({ message: 'Not valid', fieldErrors: { age: ['is too low'] } });
	});

	it.each([
		['broken JSON', '{"name":"Ada'],
		['what is nested too deeply', '['.repeat(600)],
	])('are not taken from a 2xx with %s, which may be personal data', (_, body) => {
		const { service } = toldOf(200, body, { 'content-type': 'application/json' });
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
		for (const code of STOP_CODES) {
			const failure = failureOfStop({ code, span: 'noon' });
			expect(failure).toMatchObject({ code, certainty: 'notSent', statusCode: null });
			expect(wordsOf(failure)).not.toContain('{');
		}
	});

	it('an item at which the node broke down is unknown only where it was sent', () => {
		expect(failureOfBreakdown(true).certainty).toBe('unknown');
		expect(failureOfBreakdown(false).certainty).toBe('notSent');
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
		if (failure === undefined) expect(Math.floor(status / 100)).toBe(2);
		else expect(failure.happened).not.toBe('');
	});
});
