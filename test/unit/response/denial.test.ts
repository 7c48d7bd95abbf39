import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/Submissions/request/json.ts';
import { objectionIn } from '../../../nodes/Submissions/response/denial.ts';
import { holdsFor } from '../property.ts';

const WRITES = ['create', 'change', 'remove'] as const;
const EVERY_KIND = ['read', ...WRITES] as const;

const RECORD = { permalink: 'kL9mN1pQ3r', fields: { name: 'Ada' } };

describe('the body of a 2xx', () => {
	it.each<JsonValue>([
		{ success: false },
		{ success: false, error: 'form is closed' },
		{ ok: false, message: 'closed' },
		{ Success: 'false', Message: 'closed' },
		{ success: 0, data: null },
		{ status: 'error', message: 'closed' },
		{ status: 'fail', data: { title: 'A title is required' } },
		{ status: 'FAILED', errors: { name: ['is missing'] } },
		{ status: 422, title: 'Invalid', detail: 'closed', type: 'about:blank' },
		{ status: '422', errors: [{ detail: 'closed' }] },
		{ error: { message: 'nested' }, status_code: 400 },
		{ code: 503, msg: 'busy', 'request-id': 'a1', timestamp: 1 },
		{ success: false, result: {}, data: [] },
		{ success: '0' },
		{ ok: 'No', message: 'closed' },
		{ status: 'fail', data: { title: ['is missing', 'is short'] } },
	])('denies: %j', (body) => {
		expect(EVERY_KIND.map((kind) => objectionIn(body, kind, undefined))).toStrictEqual(
			EVERY_KIND.map(() => 'denies'),
		);
	});

	it.each<JsonValue>([
		{ status: false, message: 'closed' },
		{ status: false, error: 'closed' },
		{ success: false, reason: 'closed' },
		{ success: 'FALSE', reason: 'closed' },
		{ ok: 0, reason: 'closed' },
		{ ok: '0', text: 'closed', message: 'It was not created successfully.' },
		{ success: false, errorMessage: 'closed', statusText: 'Bad Request' },
		{ success: false, description: 'closed', text: 'closed', exception: 'Closed' },
		{ success: false, fieldErrors: [], violations: [{}], issues: [], invalid_params: [{}] },
	])('denies, where it answers a write alone: %j', (body) => {
		for (const kind of WRITES) expect(objectionIn(body, kind, undefined)).toBe('denies');
	});

	it.each<[JsonValue, string]>([
		[{ ok: false, status: 'not_found' }, 'complains'],
		[{ success: false, status: 'locked', message: 'Somebody is at it.' }, 'complains'],
		[{ status: 'rejected', code: 'closed' }, 'denies'],
		[{ status: 'open', error: 'Pump 3 leaks' }, 'nothing'],
		[{ status: 'open', title: 'Leak', error: 'Pump 3 leaks' }, 'nothing'],
		[{ status: 'open', issues: [1] }, 'nothing'],
		[{ status: 'forbidden', error: 'Not allowed' }, 'complains'],
	])('may be what a delete removed, where it has a status of its own: %j', (body, objection) => {
		expect(objectionIn(body, 'remove', undefined)).toBe(objection);
		expect(objectionIn(body, 'create', undefined)).not.toBe('nothing');
	});

	it.each<JsonValue>([
		{ error: 'closed' },
		{ error: 'closed', code: 4 },
		{ error: true, message: 'closed' },
		{ errors: ['mail not sent'] },
		{ message: 'Saved', errors: ['mail not sent'] },
		{ success: true, errors: ['mail not sent'] },
		{ success: true, status: 'error' },
		{ success: false, data: RECORD },
		{ data: RECORD, errors: { name: ['is taken'] } },
		{ error: 'odd', code: 10_001 },
		{ success: '1', status: 'error' },
		{ success: 'TRUE', status: 'error' },
		{ success: 'yes', status: 'error' },
		{ status: 'fail', data: { tags: ['a', 3] } },
	])('only complains: %j', (body) => {
		expect(EVERY_KIND.map((kind) => objectionIn(body, kind, undefined))).toStrictEqual(
			EVERY_KIND.map(() => 'complains'),
		);
	});

	it.each<JsonValue>([
		{ errorMessage: 'Task timed out', errorType: 'Sandbox.Timedout', trace: [] },
		{ errorMessage: null, errorType: 'NullPointerException' },
		{ errorMessage: 'It was not successfully created.' },
		{ errorMessage: 'The form was deleted.' },
		{ exception: 'NullPointerException', message: 'It broke.' },
		{ fault: { faultstring: 'It broke.' } },
		{ message: 'Saved', fieldErrors: { mail: ['not sent'] } },
		{ success: false, error: { message: 'mail not sent', permalink: 'kL9mN1pQ3r' } },
		{ success: false, errors: ['mail not sent'], data: { submission_permalink: 'kL9mN1pQ3r' } },
		{ success: false, reason: 'mail not sent', data: RECORD },
		{ success: false, reason: 'odd', message: 'Created' },
		{ status: false, data: RECORD },
		{ success: false, data: { success: false } },
		{ success: false, result: 'error' },
		{ data: { success: false, ok: true }, error: 'odd' },
		{ status: 'nok', message: 'closed' },
		{ status: 'forbidden', error: 'Not allowed' },
		{ result: 'error', message: 'closed' },
		{ result: 'Fail', message: 'closed', validationErrors: { name: 'is missing' } },
		{ error_code: 12, error_description: 'closed' },
		{ errorCode: 'E12', errorMessage: 'closed' },
		{ code: 'validation_failed', message: 'closed' },
		{ code: 'InvalidField', message: 'closed' },
		{ data: { success: false, message: 'closed' } },
		{ status: 'rejected', reason: 'Too late' },
		{ status: 'denied', description: 'x', title: 't' },
		{ ok: 'no', text: 'x', reason: 'weather' },
	])('only complains, where it answers a write alone: %j', (body) => {
		for (const kind of WRITES) expect(objectionIn(body, kind, undefined)).toBe('complains');
	});

	it.each<JsonValue | undefined>([
		undefined,
		null,
		[],
		{},
		'error',
		false,
		['error'],
		RECORD,
		{ data: RECORD },
		{ success: true, data: RECORD },
		{ success: true },
		{ ok: 1, error: null, errors: [], message: 'Saved' },
		{ status: 'ok', message: 'Saved' },
		{ status: 200, code: 0 },
		{ code: 10_000, message: 'success' },
		{ message: 'closed' },
		{ error: 'a field of the form', name: 'Ada' },
		{ permalink: 'kL9mN1pQ3r', status: 'fail', ok: false },
		{ success: true, code: 0, error: '' },
		{ success: true, timestamp: 450 },
		{ message: 'Saved', code: 600 },
		{ message: 'Saved', code: '40412' },
		{ message: 'Saved', code: '1404' },
		{ status: true, message: 'Saved' },
		{ result: 'ok', message: 'Saved', issues: 'none' },
		{ error_code: 0, error_description: '' },
		{ error_code: '000', error_message: 'success' },
		{ errorCode: 200, errorMessage: '' },
		{ code: 'CREATED', message: 'Saved' },
		{ code: 'unfailing', text: 'Saved' },
		{ data: { success: true } },
		{ data: { success: false, name: 'Ada' } },
		{ data: { status: 'rejected', message: 'call' } },
		{ description: 'leaks', text: 'call', reason: 'old', issues: 'none', trace: 'x' },
		...[
			...['no-error', 'NoError', 'ERROR_NONE', 'ERROR_SUCCESS', 'error_free', 'not_invalid'],
			...['200 OK - 0 failed', 'NO_ERROR', 'failed: 0'],
		].map((code) => ({ code, message: 'Saved' })),
		...['N/A', '-', 'null', 'None', '0', null, [], 'No error', 'no errors', '201 Created'].map(
			(errorMessage) => ({ errorMessage, message: 'Saved' }),
		),
		{ code: 'NO_ERROR', message: 'Created' },
		{ errorCode: 'E0000', errorMessage: 'OK' },
		{ errorCode: 'S000', errorMsg: 'Success' },
		{ errorCode: 1, errorMessage: 'Success' },
		{ errorCode: 'NO_ERROR', errorDescription: 'No error' },
		{ errorCode: 'NO_ERROR', errorDescription: 'It went well.' },
		{ errorCode: 'SUCCESS_CREATED', errorDescription: 'Created' },
		{ errorCode: 0, errorMessage: 'No error' },
		{ errorCode: '0', errorMessage: 'Operation completed successfully' },
		{ ErrorCode: 0, ErrorMessage: 'Success.' },
		{ message: 'Created', data: { ok: false } },
		{ status: 'success', data: { ok: 'no' } },
		{ status: 'success', data: { success: false } },
		{ data: { ok: false } },
		{ success: true, result: { success: false } },
		{ status: 'success', errorMessage: 'N/A' },
		{ success: true, errorMsg: 'no errors' },
		{ success: true, errorMessage: '-' },
		{ success: true, errorMessage: null },
		{ success: true, validationErrors: { email: [] } },
		{ message: 'Saved', validationErrors: { email: [] }, errors: { email: [], name: [] } },
		{ success: true, issues: { open: 2 } },
		{ message: 'Deleted', issues: [1] },
		{ message: 'Created', status: false },
		{ result: 200, exception: 'odd' },
		{ code: 0, fault: 'odd' },
	])('says nothing against it: %j', (body) => {
		expect(EVERY_KIND.map((kind) => objectionIn(body, kind, undefined))).toStrictEqual(
			EVERY_KIND.map(() => 'nothing'),
		);
	});

	it.each<JsonValue>([
		{ error: 'Pump 3 leaks', status: 'open' },
		{ success: false, status: 'locked', message: 'a field' },
		{ status: false, message: 'a field' },
		{ success: false, reason: 'a field' },
		{ result: 'error', message: 'a field' },
		{ error_code: 12, error_description: 'a field' },
		{ data: { success: false } },
		{ errorMessage: 'a field', errorType: 'a field' },
	])('says nothing against it, where it is what a read asked for: %j', (body) => {
		expect(objectionIn(body, 'read', undefined)).toBe('nothing');
	});
});

describe('a form with fields of such names', () => {
	it.each<[string, JsonValue, JsonObject]>([
		[
			'every field comes back',
			{ status: 'fail', message: 'call' },
			{ status: 'fail', message: 'call' },
		],
		['a number comes back as text', { code: '404' }, { code: 404 }],
		['a list comes back', { errors: ['a', 'b'] }, { errors: ['a', 'b'] }],
		['a status comes back', { status: false, message: 'Saved' }, { status: false }],
		['a code comes back', { code: 'failed_over', message: 'Saved' }, { code: 'failed_over' }],
		['a group comes back', { issues: ['leaks'] }, { issues: ['leaks'] }],
		['a flag comes back under data', { data: { success: false } }, { success: false }],
	])('is not taken for an objection where %s', (_, body, sent) => {
		expect(objectionIn(body, 'create', sent)).toBe('nothing');
		expect(objectionIn(body, 'create', undefined)).not.toBe('nothing');
	});

	it('is not taken for a denial where one of them comes back, since the rest may be the record', () => {
		const body = { status: 'fail', message: 'call' };
		expect(objectionIn(body, 'change', { message: 'call' })).toBe('complains');
		expect(objectionIn(body, 'change', { message: 'other' })).toBe('denies');
	});

	it('is not taken for an objection where one that is rarely said of an answer comes back', () => {
		const record = { status: 'rejected', description: 'old', text: 'call' };
		expect(objectionIn(record, 'change', { text: 'call' })).toBe('nothing');
		expect(objectionIn(record, 'change', { text: 'other' })).toBe('complains');
	});

	it.each<JsonValue>([
		{ success: false, errors: ['mail not sent'], data: { permalink: 'kL9mN1pQ3r', name: 'Ada' } },
		{ success: false, errors: ['mail not sent'], data: { id: '7', name: 'Ada' } },
		{ success: false, details: { name: 'Ada' } },
	])('is no denial where what was sent comes back under another key: %j', (body) => {
		expect(objectionIn(body, 'create', { name: 'Ada' })).toBe('complains');
	});

	it('is one where a field of that name comes back as something else', () => {
		const [sent, other] = [{ errors: [{ a: 1 }] }, { errors: [{ a: 2 }] }];
		expect(objectionIn(other, 'change', sent)).toBe('complains');
	});

	it('never turns an objection into less than nothing: what is sent can only weaken it', () => {
		const strength = { nothing: 0, complains: 1, denies: 2 };
		const value = fc.constantFrom<JsonValue>('fail', 'ok', false, true, 422, 0, null, 'words', [
			'words',
		]);
		const keys = ['status', 'success', 'error', 'message', 'code', 'result', 'text', 'error_code'];
		const body = fc.dictionary(fc.constantFrom(...keys), value);
		holdsFor(fc.tuple(body, body), ([answered, sent]) => {
			expect(strength[objectionIn(answered, 'change', sent)]).toBeLessThanOrEqual(
				strength[objectionIn(answered, 'change', {})],
			);
		});
	});
});
