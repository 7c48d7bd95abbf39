import { openAccess } from '../../../nodes/Submissions/delivery/access.ts';
import { createBrake } from '../../../nodes/Submissions/delivery/brake.ts';
import { clock } from '../../../nodes/Submissions/delivery/clock.ts';
import type { Means } from '../../../nodes/Submissions/delivery/deliver.ts';
import { deliver } from '../../../nodes/Submissions/delivery/deliver.ts';
import type { Gate, Terms } from '../../../nodes/Submissions/delivery/gate.ts';
import { createGate } from '../../../nodes/Submissions/delivery/gate.ts';
import type { Rest } from '../../../nodes/Submissions/delivery/rest.ts';
import { createRest } from '../../../nodes/Submissions/delivery/rest.ts';
import type { Body } from '../../../nodes/Submissions/request/body.ts';
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

function gateFor(brake: Terms['brake'], most: number, ask: Terms['ask'], maxWait = 60_000): Gate {
	return createGate({
		...{ clock, brake, most, ask },
		minInterval: 0,
		maxWait,
		tell: () => undefined,
	});
}

async function open(...answers: readonly NonNullable<Script['answer']>[]): Promise<Opened> {
	const last = answers.length - 1;
	const run = scripted({
		answer: (number, options) => answers[Math.min(number, last)]?.(number, options),
	});
	const access = await openAccess(run.context, 1);
	if (access.kind === 'failed') throw new Error(access.failure.happened);
	const brake = createBrake(undefined);
	const gate = gateFor(brake, 5, undefined);
	const means = {
		context: run.context,
		access,
		brake,
		gate,
		rest: createRest(),
		note: () => undefined,
		stopsAtFailure: false,
	};
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
const asked = (wait: string, status = 429) => answer(status, '', { 'retry-after': wait });

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

/** What becomes of a request that is answered so, and how often it was sent. */
async function delivered(
	answers: readonly NonNullable<Script['answer']>[],
	request: ReturnType<typeof requestOf>,
	earlier?: Failed,
): Promise<Outcome & { readonly sent: number }> {
	const { deliver: deliverOne, sent } = await open(...answers);
	return { ...(await deliverOne(request, earlier)), sent: sent.length };
}

const reported = { ifNotFound: 'report' } as const;

const KILO = 1024;
const text = (length: number): Body => ({
	kind: 'text',
	contentType: '',
	content: 'x'.repeat(length),
});
const parts: Body = {
	kind: 'parts',
	parts: [
		{ name: 'a', text: 'x'.repeat(40 * KILO) },
		{ name: 'b', file: { data: 'x'.repeat(99 * KILO), mimeType: '' } },
		{ name: 'c', text: 'x'.repeat(20 * KILO) },
	],
};

it.each<[number, string, number, Body | undefined]>([
	[64 * KILO, 'nothing', 0, undefined],
	[64 * KILO + 1, 'nothing', 1, undefined],
	[2 * KILO, 'a text of 62 KB', 0, text(62 * KILO)],
	[2 * KILO, 'a longer text', 1, text(62 * KILO + 1)],
	[4 * KILO, 'a file and texts of 60 KB', 0, parts],
	[4 * KILO + 1, 'a file and texts of 60 KB', 1, parts],
])('an answer of %i bytes to %s is read after %i rests', async (size, _, rests, body) => {
	const { means } = await open(answer(200, 'x'.repeat(size)));
	const rest = jest.fn<ReturnType<Rest>, []>().mockReturnValueOnce(Promise.resolve());
	await deliver({ ...means, rest }, requestOf('get', { body }), 0, undefined);
	// It is asked again after each: others may have gone on first.
	expect(rest).toHaveBeenCalledTimes(rests * 2);
});

it.each([
	['notSent', undefined],
	['unknown', failedWith({ failure: failureWith({ certainty: 'unknown' }) })],
] as const)('where the node breaks down before it sends, it is %s', async (certainty, earlier) => {
	const { means, sent } = await open(created);
	const gate = { ...means.gate, enter: () => Promise.reject(new Error('secret')) };
	const outcome = await deliver({ ...means, gate }, requestOf('create'), 0, earlier);
	expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'broken', certainty } });
	expect(means.brake.reason?.code).toBe('brokeDown');
	expect(sent).toStrictEqual([]);
});

describe('what is done', () => {
	it('tells of a created submission and of the item that it came from', async () => {
		expect(await delivered([created], requestOf('create'))).toMatchObject({
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

	it.each([
		[
			'is not known where the answer to a create names only the form',
			requestOf('create'),
			{ permalink: FORM },
			null,
		],
		[
			'stands where Path of the New Permalink says',
			requestOf('create', {}, { permalinkPath: 'new.key' }),
			{ new: { key: SUBMISSION } },
			SUBMISSION,
		],
		[
			'is that which was worked on, whatever the answer names',
			requestOf('get'),
			{ permalink: 'zZ9mN1pQ3r' },
			SUBMISSION,
		],
	])('has a permalink that %s', async (_, request, body, submission) => {
		expect(await delivered([answer(200, body)], request)).toMatchObject({ submission });
	});

	it.each([
		['b', { b: 2 }],
		['c', {}],
	])('keeps of the answer what Return Fields names: %s', async (returnFields, json) => {
		const request = requestOf('get', {}, { returnFields, output: 'raw' });
		expect(await delivered([answer(200, { a: 1, b: 2 })], request)).toHaveProperty('items.0', {
			json,
			pairedItem: { item: 3 },
		});
	});
});

describe('what is not found', () => {
	it.each([404, 410])('fails with status %d, unless it is to be reported', async (status) => {
		const gone = [answer(status, { message: 'Gone' })];
		expect(await delivered(gone, requestOf('get'))).toMatchObject({
			kind: 'failed',
			failure: { code: 'notFound', statusCode: status },
			attempts: 1,
		});
		for (const operation of ['get', 'update', 'delete'] as const) {
			expect(await delivered(gone, requestOf(operation, {}, reported))).toMatchObject({
				kind: 'done',
				submission: SUBMISSION,
				attempts: 1,
				items: [{ json: { submissionPermalink: SUBMISSION }, pairedItem: { item: 3 } }],
			});
		}
	});

	const page = '<!doctype html><p>Not here</p>';

	it.each([
		['of another status', 'get', answer(403)],
		['of a web page, which a wrong address gives', 'get', answer(404, page)],
		['of a create', 'create', answer(404)],
	] as const)('is not reported %s', async (_, operation, answered) => {
		const request = requestOf(operation, {}, reported);
		expect(await delivered([answered], request)).toMatchObject({ kind: 'failed' });
	});

	const notFound = (certainty: string) => ({ failure: { code: 'notFound', certainty } });

	it.each([
		[
			'a delete that was done, where an earlier one had no answer',
			lose,
			'delete',
			{ kind: 'done', items: [{ json: { deleted: true } }] },
		],
		['no such delete, where an earlier one did nothing', refuse, 'delete', notFound('refused')],
		['no such read, where an earlier one had no answer', lose, 'get', notFound('unknown')],
	] as const)('is %s', async (_, first, operation, outcome) => {
		skipWaits();
		const found = await delivered([first, answer(404)], requestOf(operation));
		expect(found).toMatchObject({ ...outcome, attempts: 2 });
	});
});

it.each([
	[true, responseOf(422), 'stopped'],
	[true, brokenOff('CERT_HAS_EXPIRED'), 'stopped'],
	[true, created(), undefined],
	[false, responseOf(422), undefined],
])(
	'a failure for good lets nobody go who waits at the gate, where the first ends the run (%s, %#)',
	async (stopsAtFailure, reply, reason) => {
		const { means } = await open(() =>
			reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply),
		);
		const gate = gateFor(means.brake, 1, undefined);
		const first = deliver({ ...means, gate, stopsAtFailure }, requestOf('create'), 0, undefined);
		const second = gate.enter();
		await first;
		expect(means.brake.reason?.code).toBe(reason);
		expect((await second) === undefined).toBe(reason !== undefined);
	},
);

describe('repeats', () => {
	it('come for what is surely refused for the moment as long as the run waits, and count for no attempt', async () => {
		const waits = skipWaits();
		const moments = [refuse, refuse, refuse, refuse, answer(429), asked('1', 403), created];
		const { deliver: deliverOne, means } = await open(...moments);
		const outcome = await deliverOne(requestOf('create', {}, { maxAttempts: 1 }));
		expect(outcome).toMatchObject({ kind: 'done', attempts: 7 });
		expect(waits.length).toBeGreaterThan(0);
		expect(means.brake.reason).toBeUndefined();
	});

	it('end where the run waited in vain, and end the run', async () => {
		skipWaits();
		const { deliver: deliverOne, means } = await open(answer(429));
		const outcome = await deliverOne(requestOf('create'));
		expect(outcome).toMatchObject({ failure: { code: 'tooManyRequests', certainty: 'refused' } });
		expect(means.brake.reason).toStrictEqual({ code: 'waitedInVain', span: 'a minute' });
	});

	it.each([
		['away', refuse, 300_000, { code: 'waitedInVain', span: '31 seconds' }],
		['at its limit', answer(429), 300_000, { code: 'waitedInVain', span: '5 minutes' }],
		['at its limit', answer(429), 0, { code: 'mayNotWait', span: '' }],
	] as const)(
		'end where the service is %s, and say for how long: %#',
		async (_, reply, maxWait, reason) => {
			skipWaits();
			const { means } = await open(reply);
			const gate = gateFor(means.brake, 1, undefined, maxWait);
			await deliver({ ...means, gate }, requestOf('create'), 0, undefined);
			expect(means.brake.reason).toStrictEqual(reason);
		},
	);

	it('end where the service does not answer a question either, and say why the rest is not sent', async () => {
		skipWaits();
		const { deliver: deliverOne, means, sent } = await open(lose);
		const asked = jest.fn(() => Promise.resolve(false));
		const closed = { ...means, gate: gateFor(means.brake, 1, asked) };
		const first = await deliver(closed, requestOf('create'), 0, undefined);
		expect(first).toMatchObject({ failure: { certainty: 'unknown' } });
		expect(await deliver(closed, requestOf('create'), 1, undefined)).toMatchObject({
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
		expect(await deliverOne(requestOf('create'))).toMatchObject({
			attempts: 1,
			failure: {
				code: 'tooManyRequests',
				remedy: expect.stringMatching(
					/Max Wait under Options\. The service takes no requests before 2026-01-02 05:05 UTC\.$/,
				) as string,
			},
		});
		expect(means.brake.reason).toStrictEqual({
			code: 'askedTooLong',
			span: '2026-01-02 05:05 UTC',
		});
		expect(waits).toStrictEqual([]);
	});

	it('end in order where it is asked for a longer wait than a date can say', async () => {
		const { deliver: deliverOne, means } = await open(asked('9'.repeat(20)));
		await deliverOne(requestOf('create'));
		expect(means.brake.reason).toMatchObject({ code: 'askedTooLong' });
	});

	const failed = (attempts: number, failure = {}) => ({ kind: 'failed', attempts, failure });
	const done = { kind: 'done', attempts: 2 };
	const inDoubt = { code: 'connectionLost', certainty: 'unknown' };
	const blemished = { code: 'invalid', certainty: 'unknown', statusCode: 422 };
	const untrusted = () => Promise.reject(brokenOff('CERT_HAS_EXPIRED'));

	it.each([
		['do not come where the service cannot be trusted', [untrusted], 'get', {}, failed(1)],
		['do not come where it refuses for good', [answer(403)], 'get', {}, failed(1)],
		['do not come where it breaks down', [answer(500)], 'get', {}, failed(1)],
		['come as often as is allowed', [lose, lose, lose, lose], 'get', { maxAttempts: 4 }, failed(4)],
		['end with the first success', [refuse], 'create', {}, done],
		['do not come for a create without an answer', [lose], 'create', {}, failed(1, inDoubt)],
		['come for it where that is allowed', [lose], 'create', { repeatUnknown: 'all' }, done],
		[
			'leave unknown what one of them may have done, even where the last is refused',
			[lose, answer(422)],
			'update',
			{ repeatUnknown: 'updates' },
			failed(2, blemished),
		],
	] as const)('%s', async (_, answers, operation, options, outcome) => {
		skipWaits();
		const request = requestOf(operation, {}, options);
		const sent = outcome.attempts;
		expect(await delivered([...answers, created], request)).toMatchObject({ ...outcome, sent });
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

const refusedBefore = failedWith({ attempts: 2 });
const inDoubtBefore = failedWith({
	failure: failureWith({ code: 'connectionLost', certainty: 'unknown', statusCode: null }),
	attempts: 2,
});

it.each([
	['counts with its attempts', refusedBefore, 'create', 201, { kind: 'done' }],
	['that was refused leaves no doubt', refusedBefore, 'create', 422, { certainty: 'refused' }],
	['leaves unknown what it may have done', inDoubtBefore, 'update', 422, { certainty: 'unknown' }],
	['may have done the delete that is not found', inDoubtBefore, 'delete', 404, { kind: 'done' }],
] as const)('an earlier try %s', async (_, earlier, operation, status, outcome) => {
	const { kind, attempts, ...rest } = await delivered(
		[answer(status)],
		requestOf(operation),
		earlier,
	);
	const certainty = 'failure' in rest ? rest.failure.certainty : undefined;
	expect({ kind, attempts, certainty }).toMatchObject({ ...outcome, attempts: 3 });
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
		expect(await deliverOne(requestOf('create'), refusedBefore)).toMatchObject({
			failure: refusedBefore.failure,
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

const STORED = { permalink: SUBMISSION };
const AT = { location: `/api/v1/forms/${FORM}/submissions/${SUBMISSION}` };
const PAGE = { ...AT, 'content-type': 'text/html' };

it.each<[string, Script['answer'], string | undefined]>([
	['a page', answer(201, '<html></html>', PAGE), SUBMISSION],
	['broken JSON', answer(201, '{"a', { ...AT, 'content-type': 'application/json' }), SUBMISSION],
	['a complaint', answer(200, { data: STORED, errors: ['mail not sent'] }), SUBMISSION],
	['a denial', answer(200, { success: false }, AT), SUBMISSION],
	['nothing of it', answer(200, { error: 'odd' }), undefined],
	['a breakdown', answer(500, STORED), undefined],
])('names where a create may be stored that is answered with %s', async (_, reply, storedAs) => {
	const { deliver: send } = await open(reply ?? refuse);
	const outcome = await send(requestOf('create'));
	expect(outcome).toMatchObject({ kind: 'failed', failure: { certainty: 'unknown' } });
	expect(outcome.kind === 'failed' && outcome.failure.storedAs).toBe(storedAs);
});

it('refuses a denial that names no submission, and one of an update that names its own', async () => {
	for (const [operation, headers] of [
		['create', {}],
		['update', AT],
	] as const) {
		const { deliver: send } = await open(answer(200, { success: false }, headers));
		expect(await send(requestOf(operation))).toMatchObject({ failure: { certainty: 'refused' } });
	}
});
