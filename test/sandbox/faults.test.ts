import type { Fault } from '../../sandbox/faults/fault.ts';
import {
	address,
	call,
	createPath,
	form,
	start,
	startWith,
	submissionPath,
	textWith,
} from './support.ts';

const json = { name: 'New' };

/** What of a body comes, and why no more does. */
async function read(response: Response): Promise<{ text: string; end: string }> {
	const received: Uint8Array[] = [];
	const end = await response.body
		?.pipeTo(new WritableStream({ write: (chunk: Uint8Array) => void received.push(chunk) }))
		.then(() => 'whole', String);
	return { text: Buffer.concat(received).toString(), end: end?.replace(/^\w+: /, '') ?? 'none' };
}

function createWith(init: RequestInit = {}): Promise<Response> {
	return call('POST', createPath, { json, ...init });
}

describe('faults that keep the service from storing anything', () => {
	it('refuse: any status, with headers and a body of JSON', async () => {
		const { store, log } = await startWith({
			then: {
				kind: 'refuse',
				status: 503,
				headers: { 'retry-after': '7' },
				body: { error: 'closed' },
			},
		});
		const response = await createWith();
		expect(response.status).toBe(503);
		expect(response.headers.get('retry-after')).toBe('7');
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(await response.json()).toStrictEqual({ error: 'closed' });
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries.at(-1)).toMatchObject({ fault: 'refuse', status: 503 });
		expect(log.entries.at(-1)).not.toHaveProperty('stored');
	});

	it('refuse: a body of text as it is, under the content type that is given', async () => {
		const body = '{"big":12345678901234567890}';
		await startWith({
			then: { kind: 'refuse', status: 200, body, contentType: 'application/json' },
		});
		const response = await createWith();
		expect(response.headers.get('content-type')).toBe('application/json');
		expect(await response.text()).toBe(body);
	});

	it('refuse: a body of other bytes than UTF-8', async () => {
		const contentType = 'application/json; charset=latin1';
		await startWith(
			{
				when: { nth: 1 },
				then: { kind: 'refuse', status: 200, body: '"é"', encoding: 'latin1', contentType },
			},
			{ then: { kind: 'refuse', status: 200, body: '/wD+', encoding: 'base64', contentType } },
		);
		const bytes = async () => Buffer.from(await (await createWith()).arrayBuffer()).toString('hex');
		expect(await bytes()).toBe('22e922');
		expect(await bytes()).toBe('ff00fe');
	});

	it('refuse: no body and no content type where none is given', async () => {
		await startWith('refuse:418');
		const response = await createWith();
		expect(response.status).toBe(418);
		expect(response.headers.has('content-type')).toBe(false);
		expect(await response.text()).toBe('');
	});

	it.each([
		['tooMany', '1'],
		['tooMany:30', '30'],
		['tooMany:Fri, 31 Jan 2031 12.00.00 GMT', 'Fri, 31 Jan 2031 12.00.00 GMT'],
	])('%s: 429 that says to wait %s', async (rule, retryAfter) => {
		const { store } = await startWith(rule);
		const response = await createWith();
		expect(response.status).toBe(429);
		expect(response.headers.get('retry-after')).toBe(retryAfter);
		expect(store.submissions.all()).toHaveLength(1);
	});

	it('tooMany: the seconds as an HTTP date', async () => {
		await startWith({ then: { kind: 'tooMany', retryAfter: 3600, asDate: true } });
		const earliest = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
		const text = (await createWith()).headers.get('retry-after') ?? '';
		expect(text).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
		expect(Date.parse(text)).toBeGreaterThanOrEqual(earliest);
	});

	it('html: a page', async () => {
		const { store } = await startWith('html');
		const response = await createWith();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(await response.text()).toMatch(/^<!doctype html>/);
		expect(store.submissions.all()).toHaveLength(1);
	});

	it('garbage: a body that claims to be JSON and is not', async () => {
		const { store } = await startWith('garbage');
		const response = await createWith();
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
		await expect(response.json()).rejects.toThrow();
		expect(store.submissions.all()).toHaveLength(1);
	});

	it('redirect: a new address, which may repeat the old one', async () => {
		const { store } = await startWith({
			then: { kind: 'redirect', location: 'https://example.com{url}', status: 307 },
		});
		const response = await call('POST', `${createPath}?a=$&`, { json });
		expect(response.status).toBe(307);
		expect(response.headers.get('location')).toBe(`https://example.com${createPath}?a=$&`);
		expect(store.submissions.all()).toHaveLength(1);
	});

	it('hang: no answer until the client gives up', async () => {
		const { store, log } = await startWith('hang');
		await expect(createWith({ signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
		await log.idle();
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries.at(-1)).toMatchObject({ fault: 'hang', end: 'aborted' });
		expect(log.entries.at(-1)).not.toHaveProperty('status');
	});

	it.each([
		['deny', 200, '{"success":false,"error":"The form is closed."}'],
		['deny:201', 201, '{"success":false,"error":"The form is closed."}'],
		['complain', 200, '{"message":"Saved","errors":["mail not sent"]}'],
		[{ then: { kind: 'deny', body: 'no' } }, 200, 'no'],
	] as const)('%j: a success by its status alone', async (rule, status, body) => {
		const { store } = await startWith(rule);
		const response = await createWith();
		expect(response.status).toBe(status);
		expect(await response.text()).toBe(body);
		expect(store.submissions.all()).toHaveLength(1);
	});

	it.each([
		[0, ''],
		[0.5, '{"message":"clo'],
		[1, '{"message":"closed for today"'],
	])('truncateRefusal: a status, and %d of the body', async (keep, part) => {
		const body = { message: 'closed for today' };
		const then = { kind: 'truncateRefusal', status: 422, keep, body } as const;
		const { store, log } = await startWith({ then });
		const response = await createWith();
		expect(response.status).toBe(422);
		const { text, end } = await read(response);
		expect(text).toBe(part);
		expect(end).toBe('terminated');
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries).toMatchObject([{ end: 'aborted', status: 422 }]);
	});

	it('truncateRefusal: half a body, then silence until the client gives up', async () => {
		const { log } = await startWith({ then: { kind: 'truncateRefusal', stalls: true } });
		const response = await createWith({ signal: AbortSignal.timeout(100) });
		expect(response.status).toBe(422);
		expect((await read(response)).end).toContain('timeout');
		await log.idle();
		expect(log.entries).toMatchObject([{ end: 'aborted', status: 422 }]);
	});

	it('resetBeforeReading: the connection ends', async () => {
		const { store, log } = await startWith('resetBeforeReading');
		await expect(createWith()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries).toMatchObject([
			{ fault: 'resetBeforeReading', end: 'aborted', bodyBytes: 0 },
		]);
	});
});

describe('faults after the service did its work', () => {
	it('resetAfterStoring: the connection ends', async () => {
		const { store, log } = await startWith('resetAfterStoring');
		await expect(createWith()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(log.entries).toMatchObject([
			{ end: 'aborted', stored: store.submissions.all()[1]?.permalink },
		]);
	});

	it('hangAfterStoring: no answer until the client gives up', async () => {
		const { store, log } = await startWith('hangAfterStoring');
		await expect(createWith({ signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
		await log.idle();
		expect(log.entries).toMatchObject([
			{ end: 'aborted', stored: store.submissions.all()[1]?.permalink },
		]);
	});

	it('truncate: the whole length promised, half of it sent', async () => {
		const { store, log } = await startWith('truncate');
		const response = await createWith();
		expect(response.status).toBe(201);
		const promised = Number(response.headers.get('content-length'));
		const { text, end } = await read(response);
		expect([Buffer.byteLength(text), end]).toStrictEqual([Math.floor(promised / 2), 'terminated']);
		expect(store.submissions.all()).toHaveLength(2);
		expect(log.entries).toMatchObject([{ end: 'aborted', status: 201 }]);
	});

	it('truncate: a reset where there is no body to cut', async () => {
		const { faults } = await start({ choices: { deleteAnswer: 'empty' } });
		faults.set({ rules: ['truncate'] });
		await expect(call('DELETE', submissionPath())).rejects.toThrow('fetch failed');
	});

	it.each([
		['redirectAfterStoring', 303, `/api/v1/forms/${form}/submissions/NEW`],
		[
			'redirectAfterStoring:/forms/{form}/responses/{permalink}',
			303,
			`/forms/${form}/responses/NEW`,
		],
		[
			'redirectAfterStoring:{origin}{submission}',
			303,
			`ORIGIN/api/v1/forms/${form}/submissions/NEW`,
		],
		['redirectAfterStoring:{url}?{other}', 303, `${createPath}?{other}`],
		[{ then: { kind: 'redirectAfterStoring', location: '', status: 302 } }, 302, null],
	] as const)('%j: stored, and sent on to another address', async (rule, status, location) => {
		const { store, log } = await startWith(rule);
		const response = await createWith();
		const stored = store.submissions.all()[1]?.permalink ?? '';
		expect(response.status).toBe(status);
		expect(response.headers.get('location')).toBe(
			location?.replace('NEW', stored).replace('ORIGIN', address()) ?? null,
		);
		expect(log.entries).toMatchObject([{ stored }]);
	});

	it('redirectAfterStoring: what was worked on; the own answer where nothing was stored', async () => {
		await startWith('redirectAfterStoring');
		const locations = [];
		for (const json of [{ age: 2 }, { age: 'old' }]) {
			const response = await call('POST', submissionPath(), { json });
			locations.push([response.status, response.headers.get('location')]);
		}
		expect(locations).toStrictEqual([
			[303, submissionPath()],
			[422, null],
		]);
	});

	it.each([
		['complainAfterStoring', 200],
		['failAfterStoring:408', 408],
		['htmlAfterStoring', 200],
		['htmlAfterStoring:502', 502],
		['garbageAfterStoring', 200],
		['failAfterStoring', 500],
		['failAfterStoring:502', 502],
	])('%s: stored, and answered with %i', async (rule, status) => {
		const { store, log } = await startWith(rule);
		const response = await createWith();
		expect(response.status).toBe(status);
		const stored = store.submissions.all()[1]?.permalink;
		expect(await response.text()).not.toContain(stored);
		expect(log.entries).toMatchObject([{ status, stored }]);
	});

	it('slow: the answer as it is, later', async () => {
		const { store, log } = await startWith('slow:30');
		const response = await createWith();
		expect(response.status).toBe(201);
		expect(await response.json()).toMatchObject({
			permalink: store.submissions.all()[1]?.permalink,
		});
		expect(log.entries).toMatchObject([{ fault: 'slow', status: 201, end: 'finished' }]);
	});

	it('slow: drop by drop, whole in the end', async () => {
		const { store } = await startWith({ then: { kind: 'slow', ms: 1, drip: 10 } });
		const body: unknown = await (await createWith()).json();
		expect(body).toMatchObject({ permalink: store.submissions.all()[1]?.permalink });
	});

	it.each<Fault>([
		{ kind: 'slow', ms: 60_000 },
		{ kind: 'slow', ms: 60_000, drip: 1 },
	])('%j: waits no longer than the client does', async (then) => {
		const { store, log } = await startWith({ then });
		const waiting = createWith({ signal: AbortSignal.timeout(100) }).then((answer) =>
			answer.text(),
		);
		await expect(waiting).rejects.toThrow('timeout');
		await log.idle();
		expect(store.submissions.all()).toHaveLength(2);
	});

	it('store nothing where the service refuses', async () => {
		const { store, log } = await startWith('resetAfterStoring');
		await expect(call('POST', createPath, { json: {} })).rejects.toThrow();
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries[0]).not.toHaveProperty('stored');
	});
});

it('ends hanging connections at once when it is closed', async () => {
	const sandbox = await startWith('hang');
	const hanging = createWith();
	const refused = expect(hanging).rejects.toThrow('fetch failed');
	while (sandbox.log.inFlight === 0) await new Promise(setImmediate);
	await sandbox.close();
	await refused;
});

it('decides by the field data where a rule asks for it', async () => {
	const { store, log } = await startWith(
		{ match: { field: { name: '^B' } }, then: { kind: 'resetBeforeReading' } },
		{ match: { field: { age: '7' } }, then: { kind: 'refuse', status: 400 } },
	);
	expect((await call('POST', createPath, { json: { name: 'A', age: 6 } })).status).toBe(201);
	expect((await call('POST', createPath, { json: { name: 'A', age: 7 } })).status).toBe(400);
	await expect(call('POST', createPath, { json: { name: 'B' } })).rejects.toThrow('fetch failed');
	expect((await call('GET', submissionPath())).status).toBe(200);
	expect(store.submissions.all()).toHaveLength(2);
	expect(log.entries.map(({ fault }) => fault)).toStrictEqual([
		undefined,
		'refuse',
		'resetBeforeReading',
		undefined,
	]);
});

it('refuses rules that make no sense, naming where', async () => {
	const { faults } = await start();
	expect(() => {
		faults.set({ rules: [{ then: { kind: 'hang' } }, { match: { path: '(' }, then: {} }] });
	}).toThrow('regular expression');
	expect(faults.report.rules).toStrictEqual([]);
});

it('echoes secrets in every encoding', async () => {
	const { seeded, store } = await startWith('echoSecret:401');
	const response = await createWith();
	expect(response.status).toBe(401);
	const text = await response.text();
	const secret = seeded.token;
	const everyByte = Buffer.from(secret).toString('hex').replace(/../g, '%$&');
	const escapes = Array.from(secret).map(
		(c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	expect(text).toContain(secret);
	expect(text).toContain(encodeURIComponent(secret));
	expect(text).toContain(Buffer.from(secret).toString('base64'));
	expect(text).toContain(Buffer.from(secret).toString('hex'));
	expect(text).toContain(everyByte);
	expect(text).toContain(`"${escapes.join('')}"`);
	expect(JSON.parse(text)).toMatchObject({
		message: textWith(secret),
		escaped: [secret, `Bearer ${secret}`],
	});
	expect(store.submissions.all()).toHaveLength(1);
});
