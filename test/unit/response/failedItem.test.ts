import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Failed } from '../../../nodes/Submissions/response/outcome.ts';
import type { StoppedRun } from '../../../nodes/Submissions/response/failedItem.ts';
import type { Failure } from '../../../nodes/Submissions/response/failure.ts';
import { failureOfStop } from '../../../nodes/Submissions/response/failure.ts';
import type { Certainty } from '../../../nodes/Submissions/response/verdict.ts';
import {
	happenedLine,
	remedyText,
	toFailedItem,
	toNodeError,
} from '../../../nodes/Submissions/response/failedItem.ts';
import { UNKNOWN_WORDS } from '../../../nodes/Submissions/response/failureWords.ts';
import { failedWith, failureWith, FORM, OPERATIONS, requestOf, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';

const NODE: INode = {
	id: '1',
	name: 'Submissions',
	type: 'n8n-nodes-submissions.submissions',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** An item that failed so. */
const failing = (differing: Partial<Failure>, attempts = 1) =>
	failedWith({ failure: failureWith(differing), attempts });

const FIELD_ERRORS = { age: ['is too low', 'is odd'], name: ['is empty'] };
const INVALID = failing({ service: { message: 'Not valid', fieldErrors: FIELD_ERRORS } }, 2);

const certainty = fc.constantFrom<Certainty>('refused', 'notSent', 'unknown');

const anyFailed = fc
	.record({
		operation: fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
		certainty,
		statusCode: fc.option(fc.integer({ min: 100, max: 599 })),
		message: fc.string(),
		fieldErrors: fc.dictionary(fc.string(), fc.array(fc.string(), { minLength: 1 })),
		attempts: fc.nat({ max: 10 }),
	})
	.map(({ operation, attempts, message, fieldErrors, ...known }) =>
		failedWith({
			request: operation && requestOf(operation),
			attempts,
			failure: failureWith({ ...known, service: { message, fieldErrors } }),
		}),
	);

describe('what happened, in a line', () => {
	it('comes first, then the status, then why in the words of the service, by field', () => {
		expect(happenedLine(INVALID)).toBe(
			'The service did not accept the field data (status 422): Not valid; age: is too low is odd; name: is empty',
		);
	});

	it.each([
		['Not valid', ': Not valid; age: is odd'],
		['Not valid.', ': Not valid. age: is odd'],
		['Is it 1.5', ': Is it 1.5; age: is odd'],
	])('puts what is said of fields after %s', (message, words) => {
		const service = { message, fieldErrors: { age: ['is odd'] } };
		expect(happenedLine(failing({ service }))).toContain(words);
	});

	it('stands alone where the service said nothing', () => {
		expect(happenedLine(failedWith())).toBe(
			'The service did not accept the field data (status 422)',
		);
	});

	it.each([
		[5, 'e: is odd'],
		[6, 'e: is odd; and others'],
		[50, 'e: is odd; and others'],
	])('names five fields of %i, and says where there are others', (count, end) => {
		const names = Array.from({ length: count }, (_, index) => String.fromCodePoint(97 + index));
		const fieldErrors = Object.fromEntries(names.map((name) => [name, ['is odd']]));
		const line = happenedLine(failing({ service: { message: '', fieldErrors } }));
		expect(line).toContain(': a: is odd; b: is odd; c: is odd; d: is odd; ');
		expect(line.endsWith(`; ${end}`)).toBe(true);
	});
});

describe('what to do', () => {
	it.each([
		['create', UNKNOWN_WORDS.create],
		['update', UNKNOWN_WORDS.change],
		['delete', UNKNOWN_WORDS.change],
		['get', ''],
	] as const)(
		'says what is known of the submission where a %s had no answer',
		(operation, words) => {
			const { remedy } = failureWith();
			const failed = { ...failing({ certainty: 'unknown' }), request: requestOf(operation) };
			expect(remedyText(failed)).toBe(`${remedy} ${words}`.trim());
		},
	);

	it('names the permalink under which a create may be stored', () => {
		const failed = failing({ certainty: 'unknown', storedAs: 'a$&pQ3r$1x' });
		expect(remedyText({ ...failed, request: requestOf('create') })).toContain(
			'The submission may still have been created, as "a$&pQ3r$1x": look there first',
		);
		expect(remedyText(failed)).toContain(UNKNOWN_WORDS.change);
	});

	it.each([
		[0, ''],
		[1, ''],
		[3, ' It was tried 3 times.'],
	])('says how often it was tried, where that was more than once: %i', (attempts, words) => {
		expect(remedyText(failing({}, attempts))).toBe(`Correct the fields that it names.${words}`);
	});
});

describe('the output item for On Error = Continue', () => {
	it('is what the contract says, to the letter', () => {
		expect(toFailedItem(INVALID, 7)).toStrictEqual({
			json: {
				error:
					'The service did not accept the field data (status 422): Not valid; age: is too low is odd; name: is empty [item 7]',
				message: 'Correct the fields that it names. It was tried 2 times.',
				details: {
					operation: 'update',
					formPermalink: FORM,
					submissionPermalink: SUBMISSION,
					statusCode: 422,
					serviceMessage: 'Not valid',
					fieldErrors: { age: ['is too low', 'is odd'], name: ['is empty'] },
					attempts: 2,
					outcome: 'refused',
				},
			},
			pairedItem: { item: 7 },
		});
	});

	it('says null for what is not known', () => {
		const failed = failedWith({
			request: undefined,
			attempts: 0,
			failure: failureWith({ certainty: 'notSent', statusCode: null }),
		});
		expect(toFailedItem(failed, 0).json['details']).toStrictEqual({
			operation: null,
			formPermalink: null,
			submissionPermalink: null,
			statusCode: null,
			serviceMessage: null,
			fieldErrors: {},
			attempts: 0,
			outcome: 'notSent',
		});
	});

	it('keeps a field that is called __proto__', () => {
		const fieldErrors = JSON.parse('{"__proto__":["is odd"]}') as Record<string, string[]>;
		const { json } = toFailedItem(failing({ service: { message: '', fieldErrors } }), 0);
		expect(JSON.stringify(json['details'])).toContain('"fieldErrors":{"__proto__":["is odd"]}');
	});

	it('holds no other keys, whatever failed, and none called error on the item', () => {
		holdsFor(fc.tuple(anyFailed, fc.nat()), ([failed, index]) => {
			const item = toFailedItem(failed, index);
			expect(Object.keys(item).sort()).toStrictEqual(['json', 'pairedItem']);
			expect(item.pairedItem).toStrictEqual({ item: index });
			expect(Object.keys(item.json)).toStrictEqual(['error', 'message', 'details']);
			expect(item.json['error']).toBeTruthy();
			const details = item.json['details'] as Record<string, unknown>;
			const isRead = failed.request?.kind === 'read';
			const known = failed.failure.certainty;
			expect(details['outcome']).toBe(isRead && known === 'unknown' ? 'failed' : known);
			expect(JSON.parse(JSON.stringify(item.json))).toStrictEqual(item.json);
		});
	});
});

it('keeps what is known of an item of which no request was made', () => {
	const known = { operation: 'upsert', form: FORM, submission: SUBMISSION };
	const { details } = toFailedItem(failedWith({ request: undefined, known }), 0).json;
	const { operation, form: formPermalink, submission: submissionPermalink } = known;
	expect(details).toMatchObject({ operation, formPermalink, submissionPermalink });
});

describe('the error for On Error = Stop', () => {
	const account = 'Of 2 items: done 0; refused 1.';
	const errorOf = (failed: Failed, run: Partial<StoppedRun> = {}) =>
		toNodeError(NODE, failed, 1, account, {
			...{ byAgent: false, isCancelled: false, progress: '' },
			...run,
		});

	it('says what happened, why, what to do and what became of all items', () => {
		const error = errorOf(INVALID);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(`${happenedLine(INVALID)} [item 1]`);
		expect(error.description).toBe(
			`Correct the fields that it names. It was tried 2 times. ${account}`,
		);
		expect(error.context['itemIndex']).toBe(1);
		expect(error.context['details']).toStrictEqual(toFailedItem(INVALID, 1).json['details']);
		expect(error instanceof NodeApiError && error.httpCode).toBe('422');
	});

	it('hides nothing in angle brackets, which the editor would take for tags', () => {
		const failed = failing({ happened: '<<a>b', remedy: '<<img src=x>>, a < b.' });
		const onRetry = { clause: '', sentence: '<>' };
		const { message, description } = errorOf(failed, { onRetry });
		expect(message).toContain('‹‹a›b (status 422)');
		expect(description).toBe(`‹‹img src=x››, a ‹ b. ‹› ${account}`);
	});

	it('tells an AI agent what to do in the message, which is all that it gets', () => {
		expect(errorOf(INVALID, { byAgent: true }).message).toBe(
			`${happenedLine(INVALID)} [item 1]. ${remedyText(INVALID)}`,
		);
	});

	it('says that the execution was canceled in the spelling by which n8n knows it, once', () => {
		const cancelled = { isCancelled: true };
		expect(errorOf(INVALID, cancelled).message).toMatch(
			/ \[item 1\]\. The execution was canceled$/,
		);
		const failed = failedWith({ failure: failureOfStop({ code: 'cancelledBefore', span: '' }) });
		expect(errorOf(failed, cancelled).message).toBe(
			'Not sent, because the execution had been canceled [item 1]',
		);
	});

	it('says at its end how far the run came, and what a Retry leaves out', () => {
		const onRetry = {
			clause: 'and Retry does not send it again',
			sentence: 'Nor what is unknown.',
		};
		const error = errorOf(INVALID, { progress: '1 of 2 items is done', onRetry });
		expect(error.message).toMatch(
			/\[item 1\]; 1 of 2 items is done, and Retry does not send it again$/,
		);
		expect(error.description).toContain(`Nor what is unknown. ${account}`);
	});

	it('is one of the operation where there was no answer', () => {
		const error = errorOf(failing({ statusCode: null }));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The service did not accept the field data [item 1]');
		expect(error.description).toBe(`Correct the fields that it names. ${account}`);
		expect(error.context['itemIndex']).toBe(1);
	});

	it.each([422, 500, null])(
		'keeps its words where they hold those which n8n would replace, with status %s',
		(statusCode) => {
			const message = 'EPERM ECONNREFUSED ENOTFOUND ETIMEDOUT 404 getaddrinfo';
			const failed = failing({ statusCode, service: { message, fieldErrors: {} } });
			const error = errorOf(failed);
			expect(error.message).toBe(`${happenedLine(failed)} [item 1]`);
			expect(error.message).toContain(message);
			expect(error.description).toContain(account);
		},
	);

	it('holds no cause, and says nothing but the words and the details', () => {
		holdsFor(anyFailed, (failed) => {
			const error = errorOf(failed);
			expect(error.message).toBe(`${happenedLine(failed)} [item 1]`);
			expect(error.description).toBe(`${remedyText(failed)} ${account}`);
			expect(error.cause === undefined || !('config' in Object(error.cause))).toBe(true);
			expect(JSON.stringify(error.cause ?? null)).not.toContain('headers');
		});
	});
});
