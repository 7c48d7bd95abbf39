import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import {
	address,
	call,
	create,
	form,
	otherForm,
	password,
	send,
	start,
	submission,
	submissionPath,
	username,
} from './support.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

function post(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
	const body = new URLSearchParams(fields).toString();
	return send(path, { method: 'POST', headers: { ...formHeaders, cookie }, body });
}

/** The cookie that an answer sets. */
function cookieOf(response: Response): string {
	return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Starts a sandbox, and signs somebody in. */
async function startSignedIn() {
	const { store } = await start();
	const cookie = cookieOf(await post('/sign-in', { username, password }));
	const get = (path: string) => send(path, { headers: { cookie } });
	return {
		store,
		cookie,
		get,
		page: async (path: string) => (await get(path)).text(),
	};
}

const responses = `/forms/${form}/responses`;

describe('signing in', () => {
	it.each([
		'/forms',
		`/forms/${form}`,
		responses,
		`${responses}/${submission}`,
		'/settings',
		'/settings/integrations',
	])('is asked for before %s', async (path) => {
		await start();
		const response = await send(path);
		expect(response.status).toBe(303);
		expect(response.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
	});

	it('leads to the page that was asked for, with a cookie that no script can read', async () => {
		await start();
		const response = await post('/sign-in', { username, password, next: '/settings' });
		expect(response.status).toBe(303);
		expect(response.headers.get('location')).toBe('/settings');
		expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
		const page = await send('/settings', { headers: { cookie: cookieOf(response) } });
		expect(await page.text()).toContain(`Signed in as <strong>${username}`);
	});

	it.each(['https://example.com', '//example.com', '/\\example.com', 'javascript:alert(1)', ''])(
		'does not lead to "%s"',
		async (next) => {
			await start();
			const response = await post('/sign-in', { username, password, next });
			expect(response.headers.get('location')).toBe('/forms');
		},
	);

	it.each([
		[username, 'wrong'],
		['', ''],
	])('is refused to %s with %s', async (name, word) => {
		await start();
		const response = await post('/sign-in', { username: name, password: word });
		expect(response.status).toBe(401);
		expect(response.headers.has('set-cookie')).toBe(false);
		expect(await response.text()).toContain('Wrong username or password.');
	});

	it('is not done by a cookie that was made up, nor after signing out', async () => {
		const { cookie, get } = await startSignedIn();
		expect((await get('/forms')).status).toBe(200);
		for (const forged of [cookie.replace(/=\d+/, '=2'), `${cookie}x`]) {
			expect((await send('/forms', { headers: { cookie: forged } })).status).toBe(303);
		}
		const out = await post('/sign-out', {}, cookie);
		expect(out.headers.get('set-cookie')).toMatch(/^\w+=; Max-Age=0;/);
	});
});

describe('the pages of forms', () => {
	it('list the forms, their responses and the values, each at the address that people paste', async () => {
		const { page } = await startSignedIn();
		const response = `${responses}/${submission}`;
		for (const [path, link] of [
			['/forms', `/forms/${form}`],
			[`/forms/${form}`, responses],
			[responses, response],
		] as const) {
			expect(await page(path)).toContain(`href="${link}"`);
			expect(await page(link)).toContain(`value="${address()}${link}"`);
		}
		expect(await page(response)).toContain('Seeded');
	});

	it('escape whatever people wrote', async () => {
		const { page } = await startSignedIn();
		const attack = '"><script>alert(1)</script>&\'';
		const { permalink } = await create({
			name: attack,
			[attack]: attack,
			topics: [attack],
			['__proto__']: attack,
		});
		for (const path of ['/forms', `/forms/${form}`, responses, `${responses}/${permalink}`]) {
			const text = await page(path);
			expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
			expect(text).not.toContain('<script>alert');
		}
		expect(await page(`${responses}/${permalink}`)).toContain(
			'&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;',
		);
	});

	it("show a form's field names, their types and which are required", async () => {
		const { page } = await startSignedIn();
		const text = (await page(`/forms/${form}`)).replace(/<[^>]+>|\s+/g, ' ');
		expect(text).toMatch(
			/name +Name &amp; &quot;title&quot; +text +&quot;Some text&quot; +Required/,
		);
		expect(text).toMatch(/due +Due +date +&quot;2030-01-31&quot; +Optional/);
		expect(await page(`/forms/${otherForm}`)).toContain('defines no fields');
	});

	it('show fifty responses at a time', async () => {
		const { store, page } = await startSignedIn();
		for (let index = 0; index < 60; index++) {
			store.submissions.create(form, { name: `No. ${String(index)}.` });
		}
		const first = await page(responses);
		expect(first).toContain('61 responses');
		expect(first).toContain('No. 59.');
		expect(first).not.toContain('No. 9.');
		expect(first).toContain('href="?page=2"');
		const second = await page(`${responses}?page=2`);
		expect(second).toContain('No. 9.');
		expect(second).not.toContain('href="?page=3"');
	});

	it('say what is not there, or was deleted', async () => {
		const { get, page } = await startSignedIn();
		await call('DELETE', submissionPath());
		const path = `${responses}/${submission}`;
		const response = await get(path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('This response was deleted.');
		expect(await page(responses)).not.toContain(submission);
		for (const gone of ['/forms/NOSUCHFORM', '/forms/NOSUCHFORM/responses']) {
			expect((await get(gone)).status).toBe(404);
		}
	});
});

describe('access tokens', () => {
	const tokens = '/settings/integrations/tokens';

	async function newToken(cookie: string, name: string): Promise<{ shown: string; token: string }> {
		const shown = await (await post(tokens, { name }, cookie)).text();
		return {
			shown,
			token: /id="token" readonly value="([\w-]+)" autofocus/.exec(shown)?.[1] ?? '',
		};
	}

	function read(token: string): Promise<Response> {
		return send(`${submissionPath()}?access_token=${token}`);
	}

	it('are shown once, in a dialog, and from then on by name alone', async () => {
		const { store, cookie, page } = await startSignedIn();
		const { shown, token } = await newToken(cookie, 'My <b>service</b>');
		expect(shown).toContain('<dialog open aria-modal="true" aria-labelledby="dialog-title">');
		expect(token).toMatch(/^[\w-]{32}$/);
		expect((await read(token)).status).toBe(200);
		const list = await page('/settings/integrations');
		expect(list).toContain('My &lt;b&gt;service&lt;/b&gt;');
		expect(list).not.toContain(token);
		expect(JSON.stringify(store.accessTokens.list(1))).not.toContain(token);
	});

	it('are cancelled after a question that says what stops working, at once and for good', async () => {
		const { cookie, get, page } = await startSignedIn();
		const { token } = await newToken(cookie, 'Mine');
		const list = await page('/settings/integrations');
		const link = [...list.matchAll(/href="([^"]+\/cancel)"/g)].at(-1)?.[1] ?? '';
		const question = await page(link);
		expect(question).toContain('Cancel the token “Mine”?');
		expect(question).toContain('Whatever uses it is refused');
		expect((await read(token)).status).toBe(200);
		const [, action = ''] = /<form method="post" action="([^"]+\/cancel)"/.exec(question) ?? [];
		const response = await post(action, {}, cookie);
		expect(response.headers.get('location')).toBe('/settings/integrations');
		expect((await read(token)).status).toBe(401);
		const after = await page('/settings/integrations');
		expect(after).toContain('Cancelled <time');
		expect(after).not.toContain(`href="${link}"`);
		expect((await get(link)).status).toBe(303);
	});

	it('are asked for a name', async () => {
		const { store, cookie, page } = await startSignedIn();
		expect(await page(`${tokens}/new`)).toContain('<label for="name">');
		for (const name of ['', '  ', 'x'.repeat(101)]) {
			expect((await post(tokens, { name }, cookie)).status).toBe(422);
		}
		expect(store.accessTokens.list(1)).toHaveLength(1);
	});

	it('are neither made nor cancelled by someone who is not signed in', async () => {
		const { store } = await start();
		expect((await post(tokens, { name: 'x' })).status).toBe(303);
		expect((await send(`${tokens}/1/cancel`)).status).toBe(303);
		expect((await post(`${tokens}/1/cancel`, {})).status).toBe(303);
		expect(store.accessTokens.list(1)).toMatchObject([{ cancelled: null }]);
	});
});

describe('safety', () => {
	it('lets a page run its own script alone, be framed by none, and be kept nowhere', async () => {
		await start();
		const page = await send('/sign-in');
		const { headers } = page;
		const [, script = ''] = /<script>([^]*?)<\/script>/.exec(await page.text()) ?? [];
		expect(headers.get('content-security-policy')).toContain(
			`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`,
		);
		expect(headers.get('content-security-policy')).toMatch(
			/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
		);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('referrer-policy')).toBe('same-origin');
	});

	it('refuses a form that another origin sends, even with a cookie', async () => {
		const { store, cookie } = await startSignedIn();
		const response = await send('/settings/integrations/tokens', {
			method: 'POST',
			headers: { ...formHeaders, cookie, origin: 'http://127.0.0.1:5678' },
			body: 'name=x',
		});
		expect(response.status).toBe(403);
		expect(store.accessTokens.list(1)).toHaveLength(1);
	});

	it.each([
		['rebound.example.com', 421],
		['localhost.example.com:8080', 421],
		['127.0.0.1.example.com', 421],
		['localhost:1234', 200],
		['127.0.0.1', 200],
		['[::1]:80', 200],
	])('answers to the name %s with %d', async (host, status) => {
		await start();
		expect(await statusUnder(host)).toBe(status);
	});
});

/** The status of an answer to a request whose Host header says this. */
async function statusUnder(host: string): Promise<number | undefined> {
	const asked = request(`${address()}/sign-in`, { headers: { host } }).end();
	const [response] = (await once(asked, 'response')) as [IncomingMessage];
	response.resume();
	return response.statusCode;
}
