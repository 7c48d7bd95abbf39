import { openAccess } from '../../../nodes/Submissions/delivery/access.ts';
import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import type { Means } from '../../../nodes/Submissions/delivery/deliver.ts';
import { deliver } from '../../../nodes/Submissions/delivery/deliver.ts';
import { createGate } from '../../../nodes/Submissions/delivery/gate.ts';
import type { Failed, Outcome } from '../../../nodes/Submissions/response/outcome.ts';
import { failedWith, failureWith, FORM, requestOf, SUBMISSION } from '../examples.ts';
import { holdClock, restoreClock, settle } from '../heldClock.ts';
import type { Script, ScriptedRun } from './scripted.ts';
import { brokenOff, responseOf, scripted } from './scripted.ts';

interface Opened extends ScriptedRun {
	readonly means: Means;
	/** Answers one after the other, the last of them again and again. */
	readonly deliver: (request: ReturnType<typeof requestOf>, earlier?: Failed) => Promise<Outcome>;
}

const MAX_WAIT = 60_000;

async function open(...answers: readonly NonNullable<Script['answer']>[]): Promise<Opened> {
	const last = answers.length - 1;
	const run = scripted({
		answer: (number, options) => answers[Math.min(number, last)]?.(number, options),
	});
	const access = await openAccess(run.context);
	if (access.kind === 'failed') throw new Error(access.failure.happened);
	const brake = createBrake(undefined);
	const gate = createGate({
		clock,
		brake,
		most: 5,
		minInterval: 0,
		maxWait: MAX_WAIT,
		ask: undefined,
		tell: () => undefined,
	});
	const means = { context: run.context, access, brake, gate, note: () => undefined };
	return {
		...run,
		means,
		deliver: async (request, earlier) => await deliver(means, request, 3, earlier),
	};
}

const refuse = () => Promise.reject(brokenOff('ECONNREFUSED'));
const lose = () => Promise.reject(brokenOff('ECONNRESET'));
const answer =
	(status: number, body: string | object = '', headers: Record<string, unknown> = {}) =>
	() =>
		responseOf(status, body, headers);
const created = answer(201, { data: { permalink: SUBMISSION } });
const asked = (wait: string) => answer(429, '', { 'retry-after': wait });

beforeEach(() => {
	clock.random = () => 0.5;
});
afterEach(restoreClock);

/** Lets all waits be over at once, and notes them. */
function skipWaits(): number[] {
	const waits: number[] = [];
	let now = 0;
	clock.now = () => now;
	clock.sleep = (span) => {
		waits.push(span);
		now += span;
		return Promise.resolve();
	};
	return waits;
}

describe('what is done', () => {
	it('tells of a created submission and of the item that it came from', async () => {
		const { deliver: deliverOne } = await open(created);
		expect(await deliverOne(requestOf('create'))).toMatchObject({
			kind: 'done',
			submission: SUBMISSION,
			attempts: 1,
			items: [
				{
					json: { created: true, formPermalink: FORM, submissionPermalink: SUBMISSION },
					pairedItem: { item: 3 },
				},
			],
		});
	});

	it('knows no permalink where the answer to a create names only the form', async () => {
		const { deliver: deliverOne } = await open(answer(201, { permalink: FORM }));
		expect(await deliverOne(requestOf('create'))).toMatchObject({ submission: null });
	});

	it('finds it where Path of the New Permalink says', async () => {
		const { deliver: deliverOne } = await open(answer(201, { new: { key: SUBMISSION } }));
		const request = requestOf('create', {}, { permalinkPath: 'new.key' });
		expect(await deliverOne(request)).toMatchObject({ submission: SUBMISSION });
	});

	it('keeps the submission that it worked on, whatever the answer names', async () => {
		const { deliver: deliverOne } = await open(answer(200, { permalink: 'zZ9mN1pQ3r' }));
		expect(await deliverOne(requestOf('get'))).toMatchObject({ submission: SUBMISSION });
	});

	it('keeps of the answer what Return Fields names', async () => {
		const { deliver: deliverOne } = await open(answer(200, { a: 1, b: 2 }));
		const request = requestOf('get', {}, { returnFields: 'b', output: 'raw' });
		expect(await deliverOne(request)).toHaveProperty('items.0', {
			json: { b: 2 },
			pairedItem: { item: 3 },
		});
		const unknownField = requestOf('get', {}, { returnFields: 'c', output: 'raw' });
		expect(await deliverOne(unknownField)).toHaveProperty('items.0.json', {});
	});
});

describe('what is not found', () => {
	const reported = { ifNotFound: 'report' } as const;

	it.each([404, 410])('fails with status %d, unless it is to be reported', async (status) => {
		const { deliver: deliverOne } = await open(answer(status, { message: 'Gone' }));
		expect(await deliverOne(requestOf('get'))).toMatchObject({
			kind: 'failed',
			failure: { code: 'notFound', statusCode: status },
			attempts: 1,
		});
		for (const operation of ['get', 'update', 'delete'] as const) {
			expect(await deliverOne(requestOf(operation, {}, reported))).toMatchObject({
				kind: 'done',
				submission: SUBMISSION,
				attempts: 1,
				items: [{ json: { submissionPermalink: SUBMISSION }, pairedItem: { item: 3 } }],
			});
		}
	});

	it.each([
		['of another status', requestOf('get', {}, reported), answer(403)],
		[
			'of a web page, which a wrong address gives',
			requestOf('get', {}, reported),
			answer(404, '<!doctype html><p>Not here</p>'),
		],
		['of a create', requestOf('create', {}, reported), answer(404)],
	])('is not reported %s', async (_, request, answered) => {
		const { deliver: deliverOne } = await open(answered);
		expect(await deliverOne(request)).toMatchObject({ kind: 'failed' });
	});

	it('is a delete that was done, where an earlier one had no answer', async () => {
		skipWaits();
		const { deliver: deliverOne, sent } = await open(lose, answer(404));
		expect(await deliverOne(requestOf('delete'))).toMatchObject({
			kind: 'done',
			attempts: 2,
			items: [{ json: { deleted: true } }],
		});
		expect(sent).toHaveLength(2);
	});

	it('is no delete that was done, where an earlier one surely did nothing', async () => {
		skipWaits();
		const { deliver: deliverOne } = await open(refuse, answer(404));
		expect(await deliverOne(requestOf('delete'))).toMatchObject({
			kind: 'failed',
			failure: { code: 'notFound', certainty: 'refused' },
		});
	});

	it('is no read that was done, where an earlier one had no answer', async () => {
		skipWaits();
		const { deliver: deliverOne } = await open(lose, answer(404));
		expect(await deliverOne(requestOf('get'))).toMatchObject({ kind: 'failed' });
	});
});

describe('repeats', () => {
	it('come for what is surely refused for the moment as long as the run waits, and count for no attempt', async () => {
		const waits = skipWaits();
		const {
			deliver: deliverOne,
			sent,
			means,
		} = await open(
			refuse,
			refuse,
			refuse,
			refuse,
			answer(429),
			answer(403, '', { 'retry-after': '1' }),
			created,
		);
		const outcome = await deliverOne(requestOf('create', {}, { maxAttempts: 1 }));
		expect(outcome).toMatchObject({ kind: 'done', attempts: 7 });
		expect(sent).toHaveLength(7);
		expect(waits.length).toBeGreaterThan(0);
		expect(means.brake.reason).toBeUndefined();
	});

	it('end where the run waited in vain, and end the run', async () => {
		skipWaits();
		const { deliver: deliverOne, means } = await open(answer(429));
		const outcome = await deliverOne(requestOf('create'));
		expect(outcome).toMatchObject({ failure: { code: 'tooManyRequests', certainty: 'refused' } });
		expect(means.brake.reason).toStrictEqual({ code: 'waitedInVain', span: '2 minutes' });
	});

	it('end where the service does not answer a question either, and say why the rest is not sent', async () => {
		skipWaits();
		const { deliver: deliverOne, means, sent } = await open(lose);
		const asked = jest.fn(() => Promise.resolve(false));
		const gate = createGate({
			clock,
			brake: means.brake,
			most: 1,
			minInterval: 0,
			maxWait: MAX_WAIT,
			ask: asked,
			tell: () => undefined,
		});
		const first = await deliver({ ...means, gate }, requestOf('create'), 0, undefined);
		expect(first).toMatchObject({ failure: { certainty: 'unknown' } });
		expect(await deliver({ ...means, gate }, requestOf('create'), 1, undefined)).toMatchObject({
			failure: { code: 'waitedInVain', certainty: 'notSent' },
			attempts: 0,
		});
		expect(sent).toHaveLength(1);
		expect(asked.mock.calls.length).toBeGreaterThan(3);
		expect(await deliverOne(requestOf('create'))).toMatchObject({ attempts: 0 });
	});

	it('end at once where it is asked for a longer wait, with the time that was asked for', async () => {
		const waits = skipWaits();
		clock.date = () => Date.parse('2026-01-02T03:04:05Z');
		const { deliver: deliverOne, means } = await open(asked('7200'));
		expect(await deliverOne(requestOf('create'))).toMatchObject({ attempts: 1 });
		expect(means.brake.reason).toStrictEqual({ code: 'askedTooLong', span: '2026-01-02T05:04Z' });
		expect(waits).toStrictEqual([]);
	});

	it.each([
		['cannot be trusted', () => Promise.reject(brokenOff('CERT_HAS_EXPIRED'))],
		['is refused for good', answer(403)],
		['breaks down', answer(500)],
	])('do not come where the service %s', async (_, reply) => {
		const { deliver: deliverOne, sent } = await open(reply, created);
		expect(await deliverOne(requestOf('get'))).toMatchObject({ kind: 'failed', attempts: 1 });
		expect(sent).toHaveLength(1);
	});

	it('of what may be repeated come as often as is allowed', async () => {
		skipWaits();
		const { deliver: deliverOne, sent } = await open(lose);
		const outcome = await deliverOne(requestOf('get', {}, { maxAttempts: 4 }));
		expect(outcome).toMatchObject({ kind: 'failed', attempts: 4 });
		expect(sent).toHaveLength(4);
	});

	it('end with the first success', async () => {
		skipWaits();
		const { deliver: deliverOne, sent } = await open(refuse, created);
		expect(await deliverOne(requestOf('create'))).toMatchObject({ kind: 'done', attempts: 2 });
		expect(sent).toHaveLength(2);
	});

	it('do not come for a create that had no answer, unless that is allowed', async () => {
		skipWaits();
		const { deliver: deliverOne, sent } = await open(lose, created);
		expect(await deliverOne(requestOf('create'))).toMatchObject({
			kind: 'failed',
			failure: { code: 'connectionLost', certainty: 'unknown' },
			attempts: 1,
		});
		expect(sent).toHaveLength(1);
		const allowed = await open(lose, created);
		expect(await allowed.deliver(requestOf('create', {}, { repeatUnknown: 'all' }))).toMatchObject({
			kind: 'done',
			attempts: 2,
		});
	});

	it('leave unknown what one of them may have done, even where the last is refused', async () => {
		skipWaits();
		const { deliver: deliverOne } = await open(lose, answer(422, { message: 'No' }));
		const request = requestOf('update', {}, { repeatUnknown: 'updates' });
		expect(await deliverOne(request)).toMatchObject({
			kind: 'failed',
			failure: { code: 'invalid', certainty: 'unknown', statusCode: 422 },
			attempts: 2,
		});
	});

	it('wait as long as a 429 asks, and let every lane wait', async () => {
		const time = holdClock();
		const { deliver: deliverOne, means, sent } = await open(asked('3'), created);
		const outcome = deliverOne(requestOf('create'));
		await time.pass(2_999);
		expect(sent).toHaveLength(1);
		let other = false;
		void means.gate.enter().then(() => {
			other = true;
		});
		await time.pass(0.5);
		expect(other).toBe(false);
		await time.pass(200);
		expect(await outcome).toMatchObject({ kind: 'done', attempts: 2 });
		await settle();
		expect(other).toBe(true);
	});
});

describe('an earlier try', () => {
	const earlier = failedWith({
		failure: failureWith({ code: 'connectionLost', certainty: 'unknown', statusCode: null }),
		attempts: 2,
	});

	it('counts with its attempts', async () => {
		const { deliver: deliverOne } = await open(created);
		const refusedBefore = failedWith({ attempts: 2 });
		expect(await deliverOne(requestOf('create'), refusedBefore)).toMatchObject({ attempts: 3 });
		const { deliver: deliverAgain } = await open(answer(422));
		expect(await deliverAgain(requestOf('create'), refusedBefore)).toMatchObject({
			failure: { certainty: 'refused' },
			attempts: 3,
		});
	});

	it('leaves unknown what it may have done', async () => {
		const { deliver: deliverOne } = await open(answer(422));
		expect(await deliverOne(requestOf('update'), earlier)).toMatchObject({
			failure: { code: 'invalid', certainty: 'unknown' },
			attempts: 3,
		});
	});

	it('may have done the delete that is not found', async () => {
		const { deliver: deliverOne } = await open(answer(404));
		expect(await deliverOne(requestOf('delete'), earlier)).toMatchObject({ kind: 'done' });
	});
});

describe('the brake', () => {
	it('lets nothing be sent, and says so', async () => {
		const { deliver: deliverOne, means, sent } = await open(created);
		means.brake.pull('stopped');
		expect(await deliverOne(requestOf('create'))).toMatchObject({
			kind: 'failed',
			failure: { code: 'stopped', certainty: 'notSent' },
			attempts: 0,
		});
		const earlier = failedWith({ attempts: 2 });
		expect(await deliverOne(requestOf('create'), earlier)).toMatchObject({
			failure: earlier.failure,
			attempts: 2,
		});
		expect(sent).toStrictEqual([]);
	});

	it('ends the wait for a repeat, and leaves what the last attempt told', async () => {
		const time = holdClock();
		const { deliver: deliverOne, means, sent } = await open(refuse);
		const outcome = deliverOne(requestOf('create'));
		await time.pass(10);
		means.brake.pull('stopped');
		expect(await outcome).toMatchObject({
			failure: { code: 'connectionRefused' },
			attempts: 1,
		});
		expect(sent).toHaveLength(1);
	});
});
