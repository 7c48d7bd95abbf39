import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

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

const INVALID = failureWith({
	service: {
		message: 'Not valid',
		fieldErrors: { age: ['is too low', 'is odd'], name: ['is empty'] },
	},
});

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
		expect(happenedLine(failedWith({ failure: INVALID }))).toBe(
			'The service did not accept the field data (status 422): Not valid; age: is too low is odd; name: is empty',
		);
	});

	it.each([
		['Not valid', ': Not valid; age: is odd'],
		['Not valid.', ': Not valid. age: is odd'],
		['Is it 1.5', ': Is it 1.5; age: is odd'],
	])('puts what is said of fields after %s', (message, words) => {
		const service = { message, fieldErrors: { age: ['is odd'] } };
		expect(happenedLine(failedWith({ failure: failureWith({ service }) }))).toContain(words);
	});

	it('stands alone where the service said nothing', () => {
		expect(happenedLine(failedWith())).toBe(
			'The service did not accept the field data (status 422)',
		);
		expect(happenedLine(failedWith({ failure: failureWith({ statusCode: null }) }))).toBe(
			'The service did not accept the field data',
		);
	});

	it.each([
		[5, 'e: is odd'],
		[6, 'e: is odd; and others'],
		[50, 'e: is odd; and others'],
	])('names five fields of %i, and says where there are others', (count, end) => {
		const names = Array.from({ length: count }, (_, index) => String.fromCodePoint(97 + index));
		const fieldErrors = Object.fromEntries(names.map((name) => [name, ['is odd']]));
		const line = happenedLine(
			failedWith({ failure: failureWith({ service: { message: '', fieldErrors } }) }),
		);
		expect(line).toContain(': a: is odd; b: is odd; c: is odd; d: is odd; ');
		expect(line.endsWith(`; ${end}`)).toBe(true);
	});
});

describe('what to do', () => {
	it('is the remedy alone for a definite no', () => {
		expect(remedyText(failedWith())).toBe('Correct the fields that it names.');
	});

	it.each(OPERATIONS)(
		'says what is known of the submission where a %s had no answer',
		(operation) => {
			const text = remedyText(
				failedWith({
					request: requestOf(operation),
					failure: failureWith({ certainty: 'unknown' }),
				}),
			);
			expect(text.includes(UNKNOWN_WORDS.create)).toBe(operation === 'create');
			expect(text.includes(UNKNOWN_WORDS.change)).toBe(
				operation === 'update' || operation === 'delete',
			);
		},
	);

	it('says how often it was tried, where that was more than once', () => {
		expect(remedyText(failedWith({ attempts: 3 }))).toContain('It was tried 3 times.');
		expect(remedyText(failedWith({ attempts: 1 }))).not.toContain('tried');
		expect(remedyText(failedWith({ attempts: 0 }))).not.toContain('tried');
	});
});

describe('the output item for On Error = Continue', () => {
	it('is what the contract says, to the letter', () => {
		expect(toFailedItem(failedWith({ failure: INVALID, attempts: 2 }), 7)).toStrictEqual({
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
		const item = toFailedItem(
			failedWith({ failure: failureWith({ service: { message: '', fieldErrors } }) }),
			0,
		);
		expect(JSON.stringify(item.json['details'])).toContain(
			'"fieldErrors":{"__proto__":["is odd"]}',
		);
	});

	it('holds those keys and no others, whatever failed, and none called error on the item', () => {
		holdsFor(fc.tuple(anyFailed, fc.nat()), ([failed, index]) => {
			const item = toFailedItem(failed, index);
			expect(Object.keys(item).sort()).toStrictEqual(['json', 'pairedItem']);
			expect(item.pairedItem).toStrictEqual({ item: index });
			expect(Object.keys(item.json)).toStrictEqual(['error', 'message', 'details']);
			expect(item.json['error']).toBeTruthy();
			const details = item.json['details'] as Record<string, unknown>;
			expect(Object.keys(details)).toStrictEqual([
				'operation',
				'formPermalink',
				'submissionPermalink',
				'statusCode',
				'serviceMessage',
				'fieldErrors',
				'attempts',
				'outcome',
			]);
			const isRead = failed.request?.kind === 'read';
			const known = failed.failure.certainty;
			expect(details['outcome']).toBe(isRead && known === 'unknown' ? 'failed' : known);
			expect(JSON.parse(JSON.stringify(item.json))).toStrictEqual(item.json);
		});
	});
});

it('keeps what is known of an item of which no request was made', () => {
	const known = { operation: 'upsert', form: FORM, submission: SUBMISSION };
	expect(toFailedItem(failedWith({ request: undefined, known }), 0).json['details']).toMatchObject({
		operation: 'upsert',
		formPermalink: FORM,
		submissionPermalink: SUBMISSION,
	});
});

describe('the error for On Error = Stop', () => {
	const BY_NOBODY = { byAgent: false, isCancelled: false, progress: '' };
	const account = 'Of 2 items: done 0; refused 1.';

	it('says what happened, why, what to do and what became of all items', () => {
		const error = toNodeError(NODE, failedWith({ failure: INVALID }), 1, account, BY_NOBODY);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(`${happenedLine(failedWith({ failure: INVALID }))} [item 1]`);
		expect(error.description).toBe(`Correct the fields that it names. ${account}`);
		expect(error.context['itemIndex']).toBe(1);
		expect(error.context['details']).toStrictEqual(
			toFailedItem(failedWith({ failure: INVALID }), 1).json['details'],
		);
		expect(error instanceof NodeApiError && error.httpCode).toBe('422');
	});

	it('hides nothing in angle brackets, which the editor would take for tags', () => {
		const failed = failedWith({
			failure: failureWith({ happened: '<<a>b', remedy: '<<img src=x>>, a < b.' }),
		});
		const { message, description } = toNodeError(NODE, failed, 0, '<>', BY_NOBODY);
		expect(message).toContain('‹‹a›b (status 422)');
		expect(description).toBe('‹‹img src=x››, a ‹ b. ‹›');
	});

	it('tells an AI agent what to do in the message, which is all that it gets', () => {
		const error = toNodeError(NODE, failedWith({ failure: INVALID }), 1, account, {
			...BY_NOBODY,
			byAgent: true,
		});
		expect(error.message).toBe(
			`${happenedLine(failedWith({ failure: INVALID }))} [item 1]. Correct the fields that it names.`,
		);
	});

	it('says that the execution was canceled in the spelling by which n8n knows it, once', () => {
		const cancelled = { ...BY_NOBODY, isCancelled: true };
		const refused = toNodeError(NODE, failedWith({ failure: INVALID }), 1, account, cancelled);
		expect(refused.message).toMatch(/ \[item 1\]\. The execution was canceled$/);
		const failed = failedWith({ failure: failureOfStop({ code: 'cancelledBefore', span: '' }) });
		expect(toNodeError(NODE, failed, 1, account, cancelled).message).toBe(
			'Not sent, because the execution had been canceled [item 1]',
		);
	});

	it('says at its end how far the run came, and what a Retry leaves out', () => {
		const onRetry = {
			clause: 'and Retry will not send it again',
			sentence: 'Nor what is unknown.',
		};
		const run = { ...BY_NOBODY, progress: '1 of 2 items is done', onRetry };
		const error = toNodeError(NODE, failedWith({ failure: INVALID }), 1, account, run);
		expect(error.message).toMatch(
			/\[item 1\]; 1 of 2 items is done, and Retry will not send it again$/,
		);
		expect(error.description).toContain(`Nor what is unknown. ${account}`);
	});

	it('is one of the operation where there was no answer', () => {
		const failed = failedWith({ failure: failureWith({ statusCode: null }) });
		const error = toNodeError(NODE, failed, 0, account, BY_NOBODY);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('The service did not accept the field data [item 0]');
		expect(error.description).toBe(`Correct the fields that it names. ${account}`);
		expect(error.context['itemIndex']).toBe(0);
	});

	it.each(['EPERM', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '404', 'getaddrinfo'])(
		'keeps its words where they hold %s, which n8n would replace',
		(word) => {
			for (const statusCode of [422, 500, null]) {
				const service = { message: `about ${word} here`, fieldErrors: {} };
				const failed = failedWith({ failure: failureWith({ statusCode, service }) });
				const error = toNodeError(NODE, failed, 0, account, BY_NOBODY);
				expect(error.message).toBe(`${happenedLine(failed)} [item 0]`);
				expect(error.message).toContain(word);
				expect(error.description).toContain(account);
			}
		},
	);

	it('holds no cause, and says nothing but the words and the details', () => {
		holdsFor(anyFailed, (failed) => {
			const error = toNodeError(NODE, failed, 3, account, BY_NOBODY);
			expect(error.message).toBe(`${happenedLine(failed)} [item 3]`);
			expect(error.description).toBe(`${remedyText(failed)} ${account}`);
			expect(error.cause === undefined || !('config' in Object(error.cause))).toBe(true);
			expect(JSON.stringify(error.cause ?? null)).not.toContain('headers');
		});
	});
});
