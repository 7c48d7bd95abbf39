/*
 * What a client meets of each fault, and what is stored of its create. What the node makes of them is
 * held by test/engine, which would fail where a fault were another.
 */
import { call, create, createPath, startWith, submissionPath, textWith } from './support.ts';

const json = { name: 'New' };

/** What a client sees: the status and the body, or why there is none. */
async function seen(init: RequestInit = {}): Promise<unknown[]> {
	try {
		const response = await call('POST', createPath, { json, ...init });
		const { status } = response;
		return [status, await response.text().catch((error: unknown) => String(error))];
	} catch (error) {
		return [String(error).startsWith('TimeoutError') ? 'silence' : 'no answer'];
	}
}

const DENIAL = '{"success":false,"error":"The form is closed."}';
const CUT = 'TypeError: terminated';
const anyText: unknown = expect.any(String);
const page: unknown = expect.stringMatching(/^<!doctype html>/);

describe('nothing is stored where a fault comes before the work', () => {
	it.each([
		['refuse:418', [418, '']],
		['tooMany', [429, anyText]],
		['html', [200, page]],
		['garbage', [200, anyText]],
		['deny:201', [201, DENIAL]],
		['complain', [200, '{"message":"Saved","errors":["mail not sent"]}']],
		['truncateRefusal', [422, CUT]],
		['resetBeforeReading', ['no answer']],
		['hang', ['silence']],
	])('%s', async (rule, expected) => {
		const { store, log } = await startWith(rule);
		expect(
			await seen({ signal: AbortSignal.timeout(rule === 'hang' ? 100 : 10_000) }),
		).toStrictEqual(expected);
		await log.idle();
		expect(store.submissions.all()).toHaveLength(1);
		expect(log.entries).toMatchObject([{ fault: rule.split(':')[0] }]);
		expect(log.entries[0]).not.toHaveProperty('stored');
	});
});

describe('the submission is stored where a fault comes after the work', () => {
	it.each([
		['resetAfterStoring', ['no answer']],
		['hangAfterStoring', ['silence']],
		['truncate', [201, CUT]],
		['redirectAfterStoring', [303, '']],
		['complainAfterStoring', [200, anyText]],
		['failAfterStoring:502', [502, anyText]],
		['htmlAfterStoring', [200, page]],
		['garbageAfterStoring', [200, anyText]],
		['slow:1', [201, anyText]],
		['{"then":{"kind":"slow","ms":1,"drip":10}}', [201, anyText]],
	])('%s', async (rule, expected) => {
		const { store, log } = await startWith(rule);
		const signal = AbortSignal.timeout(rule === 'hangAfterStoring' ? 200 : 10_000);
		expect(await seen({ signal })).toStrictEqual(expected);
		await log.idle();
		expect(store.submissions.all()).toHaveLength(2);
		expect(log.entries).toMatchObject([{ stored: store.submissions.all()[1]?.permalink }]);
	});

	it('but nothing where the service refuses', async () => {
		const { store } = await startWith('resetAfterStoring');
		await expect(call('POST', createPath, { json: {} })).rejects.toThrow();
		expect(store.submissions.all()).toHaveLength(1);
	});
});

it('a redirect repeats the address that was asked, letter for letter', async () => {
	const then = { kind: 'redirect', location: 'https://example.com{url}', status: 307 } as const;
	await startWith({ then });
	const response = await call('POST', `${createPath}?a=$&`, { json });
	expect(response.headers.get('location')).toBe(`https://example.com${createPath}?a=$&`);
});

it('a redirect after storing leads to what was worked on', async () => {
	const { store } = await startWith('redirectAfterStoring');
	const created = await call('POST', createPath, { json });
	const stored = store.submissions.all()[1]?.permalink;
	expect(created.headers.get('location')).toBe(submissionPath(stored));
	const updated = await call('POST', submissionPath(), { json: { age: 2 } });
	expect(updated.headers.get('location')).toBe(submissionPath());
});

it('ends hanging connections at once when it is closed', async () => {
	const sandbox = await startWith('hang');
	const refused = expect(create()).rejects.toThrow('fetch failed');
	while (sandbox.log.inFlight === 0) await new Promise(setImmediate);
	await sandbox.close();
	await refused;
});

it('echoes secrets in every encoding', async () => {
	const { seeded } = await startWith('echoSecret:401');
	const [status, body] = await seen();
	const secret = seeded.token;
	const escapes = Array.from(secret, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
	expect(status).toBe(401);
	for (const written of [
		secret,
		encodeURIComponent(secret),
		Buffer.from(secret).toString('base64'),
		Buffer.from(secret).toString('hex'),
		Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
		`"${escapes.join('')}"`,
	]) {
		expect(body).toStrictEqual(textWith(written));
	}
});
