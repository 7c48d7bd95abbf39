import { createHash } from 'node:crypto';
import { request } from 'node:http';
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

/** Signs in and gives back the cookie to send. */
async function signIn(): Promise<string> {
	const response = await post('/sign-in', { username, password });
	return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function pageAt(path: string, cookie: string): Promise<string> {
	return (await send(path, { headers: { cookie } })).text();
}

describe('signing in', () => {
	it.each([
		'/forms',
		`/forms/${form}`,
		`/forms/${form}/responses`,
		`/forms/${form}/responses/${submission}`,
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
		const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
		expect(await pageAt('/settings', cookie)).toContain(`Signed in as <strong>${username}`);
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
		await start();
		const cookie = await signIn();
		expect((await send('/forms', { headers: { cookie } })).status).toBe(200);
		const forged = cookie.replace(/=\d+/, '=2');
		expect((await send('/forms', { headers: { cookie: forged } })).status).toBe(303);
		expect((await send('/forms', { headers: { cookie: `${cookie}x` } })).status).toBe(303);
		const out = await post('/sign-out', {}, cookie);
		expect(out.headers.get('set-cookie')).toMatch(/^\w+=; Max-Age=0;/);
	});
});

describe('the pages of forms', () => {
	it('list the forms, their responses and the values, each at the address that people paste', async () => {
		await start();
		const cookie = await signIn();
		const list = `/forms/${form}/responses`;
		expect(await pageAt('/forms', cookie)).toContain(`href="/forms/${form}"`);
		const fields = await pageAt(`/forms/${form}`, cookie);
		expect(fields).toContain(`value="${address()}/forms/${form}"`);
		expect(fields).toContain(`href="${list}"`);
		const responses = await pageAt(list, cookie);
		expect(responses).toContain(`value="${address()}${list}"`);
		expect(responses).toContain(`href="${list}/${submission}"`);
		const response = await pageAt(`${list}/${submission}`, cookie);
		expect(response).toContain(`value="${address()}${list}/${submission}"`);
		expect(response).toContain('Seeded');
	});

	it('escape whatever people wrote', async () => {
		await start();
		const cookie = await signIn();
		const attack = '"><script>alert(1)</script>&\'';
		const { permalink } = await create({
			name: attack,
			[attack]: attack,
			topics: [attack],
			['__proto__']: attack,
		});
		for (const path of [
			'/forms',
			`/forms/${form}`,
			`/forms/${form}/responses`,
			`/forms/${form}/responses/${permalink}`,
		]) {
			const text = await pageAt(path, cookie);
			expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
			expect(text).not.toContain('<script>alert');
		}
		expect(await pageAt(`/forms/${form}/responses/${permalink}`, cookie)).toContain(
			'&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;',
		);
	});

	it("show a form's field names, their types and which are required", async () => {
		await start();
		const cookie = await signIn();
		const text = (await pageAt(`/forms/${form}`, cookie)).replace(/<[^>]+>|\s+/g, ' ');
		expect(text).toMatch(
			/name +Name &amp; &quot;title&quot; +text +&quot;Some text&quot; +Required/,
		);
		expect(text).toMatch(/due +Due +date +&quot;2030-01-31&quot; +Optional/);
		expect(await pageAt(`/forms/${otherForm}`, cookie)).toContain('defines no fields');
	});

	it('show fifty responses at a time', async () => {
		const { store } = await start();
		for (let index = 0; index < 60; index++)
			store.submissions.create(form, { name: `No. ${String(index)}.` });
		const cookie = await signIn();
		const first = await pageAt(`/forms/${form}/responses`, cookie);
		expect(first).toContain('61 responses');
		expect(first).toContain('No. 59.');
		expect(first).not.toContain('No. 9.');
		expect(first).toContain('href="?page=2"');
		const second = await pageAt(`/forms/${form}/responses?page=2`, cookie);
		expect(second).toContain('No. 9.');
		expect(second).not.toContain('href="?page=3"');
	});

	it('say what is not there, or was deleted', async () => {
		await start();
		const cookie = await signIn();
		await call('DELETE', submissionPath());
		const path = `/forms/${form}/responses/${submission}`;
		const response = await send(path, { headers: { cookie } });
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('This response was deleted.');
		expect(await pageAt(`/forms/${form}/responses`, cookie)).not.toContain(submission);
		for (const gone of ['/forms/NOSUCHFORM', '/forms/NOSUCHFORM/responses']) {
			expect((await send(gone, { headers: { cookie } })).status).toBe(404);
		}
	});
});

describe('access tokens', () => {
	const tokens = '/settings/integrations/tokens';

	async function newToken(cookie: string, name: string): Promise<{ page: string; token: string }> {
		const page = await (await post(tokens, { name }, cookie)).text();
		return { page, token: /id="token" readonly value="([\w-]+)" autofocus/.exec(page)?.[1] ?? '' };
	}

	function read(token: string): Promise<Response> {
		return send(`${submissionPath()}?access_token=${token}`);
	}

	it('are shown once, in a dialog, and from then on by name alone', async () => {
		const { store } = await start();
		const cookie = await signIn();
		const { page, token } = await newToken(cookie, 'My <b>service</b>');
		expect(page).toContain('<dialog open aria-modal="true" aria-labelledby="dialog-title">');
		expect(token).toMatch(/^[\w-]{32}$/);
		expect((await read(token)).status).toBe(200);
		const list = await pageAt('/settings/integrations', cookie);
		expect(list).toContain('My &lt;b&gt;service&lt;/b&gt;');
		expect(list).not.toContain(token);
		expect(JSON.stringify(store.accessTokens.list(1))).not.toContain(token);
	});

	it('are cancelled after a question that says what stops working, at once and for good', async () => {
		await start();
		const cookie = await signIn();
		const { token } = await newToken(cookie, 'Mine');
		const list = await pageAt('/settings/integrations', cookie);
		const link = [...list.matchAll(/href="([^"]+\/cancel)"/g)].at(-1)?.[1] ?? '';
		const question = await pageAt(link, cookie);
		expect(question).toContain('Cancel the token “Mine”?');
		expect(question).toContain('Whatever uses it is refused');
		expect((await read(token)).status).toBe(200);
		const [, action = ''] = /<form method="post" action="([^"]+\/cancel)"/.exec(question) ?? [];
		const response = await post(action, {}, cookie);
		expect(response.headers.get('location')).toBe('/settings/integrations');
		expect((await read(token)).status).toBe(401);
		const after = await pageAt('/settings/integrations', cookie);
		expect(after).toContain('Cancelled <time');
		expect(after).not.toContain(`href="${link}"`);
		expect((await send(link, { headers: { cookie } })).status).toBe(303);
	});

	it('are asked for a name', async () => {
		const { store } = await start();
		const cookie = await signIn();
		expect(await pageAt(`${tokens}/new`, cookie)).toContain('<label for="name">');
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
		const { store } = await start();
		const cookie = await signIn();
		const response = await send('/settings/integrations/tokens', {
			method: 'POST',
			headers: { ...formHeaders, cookie, origin: 'http://127.0.0.1:5678' },
			body: 'name=x',
		});
		expect(response.status).toBe(403);
		expect(store.accessTokens.list(1)).toHaveLength(1);
	});

	it.each(['rebound.example.com', 'localhost.example.com:8080', '127.0.0.1.example.com'])(
		'answers 421 under the name %s',
		async (host) => {
			await start();
			expect(await statusUnder(host, '/forms')).toBe(421);
		},
	);

	it.each(['localhost:1234', '127.0.0.1', '[::1]:80'])(
		'answers under the name %s',
		async (host) => {
			await start();
			expect(await statusUnder(host, '/sign-in')).toBe(200);
		},
	);
});

/** The status of an answer to a request whose Host header says this. */
function statusUnder(host: string, path: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		request(`${address()}${path}`, { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		})
			.on('error', reject)
			.end();
	});
}
