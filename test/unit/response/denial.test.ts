import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/Submissions/request/json.ts';
import { objectionIn } from '../../../nodes/Submissions/response/denial.ts';
import { holdsFor } from '../property.ts';

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
		expect(objectionIn(body, undefined)).toBe('denies');
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
		expect(objectionIn(body, undefined)).toBe('complains');
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
	])('says nothing against it: %j', (body) => {
		expect(objectionIn(body, undefined)).toBe('nothing');
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
	])('is not taken for an objection where %s', (_, body, sent) => {
		expect(objectionIn(body, sent)).toBe('nothing');
		expect(objectionIn(body, undefined)).not.toBe('nothing');
	});

	it('is not taken for a denial where one of them comes back, since the rest may be the record', () => {
		expect(objectionIn({ status: 'fail', message: 'call' }, { message: 'call' })).toBe('complains');
		expect(objectionIn({ status: 'fail', message: 'call' }, { message: 'other' })).toBe('denies');
	});

	it('is one where a field of that name comes back as something else', () => {
		const [sent, other] = [{ errors: [{ a: 1 }] }, { errors: [{ a: 2 }] }];
		expect(objectionIn(other, sent)).toBe('complains');
	});

	it('is not taken for an objection where nothing was sent and the status is in words of its own', () => {
		const record = { error: 'Pump 3 leaks', status: 'open' };
		expect(objectionIn(record, undefined)).toBe('nothing');
		expect(objectionIn(record, { name: 'Ada' })).toBe('complains');
	});

	it('never turns an objection into less than nothing: what is sent can only weaken it', () => {
		const strength = { nothing: 0, complains: 1, denies: 2 };
		const value = fc.constantFrom<JsonValue>('fail', 'ok', false, true, 422, 0, null, 'words', [
			'words',
		]);
		const body = fc.dictionary(
			fc.constantFrom('status', 'success', 'error', 'message', 'code'),
			value,
		);
		holdsFor(fc.tuple(body, body), ([answered, sent]) => {
			expect(strength[objectionIn(answered, sent)]).toBeLessThanOrEqual(
				strength[objectionIn(answered, {})],
			);
		});
	});
});
