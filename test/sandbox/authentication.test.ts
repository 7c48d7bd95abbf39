import {
	anyText,
	call,
	password,
	send,
	start,
	submissionPath,
	textWith,
	token,
	username,
} from './support.ts';

const encoded = {
	token: encodeURIComponent(token),
	username: encodeURIComponent(username),
	password: encodeURIComponent(password),
};
// fetch takes header values as Latin-1, which is what reaches the server.
const ways = {
	'the access token in the query': { query: `access_token=${encoded.token}`, headers: {} },
	'the access token in a header': { query: '', headers: { authorization: `Bearer ${token}` } },
	'the username and password in the query': {
		query: `username=${encoded.username}&password=${encoded.password}`,
		headers: {},
	},
	'the username and password in headers': {
		query: '',
		headers: { 'authorization-username': username, 'authorization-password': password },
	},
};

function get(query: string, headers: Record<string, string>): Promise<Response> {
	return send(`${submissionPath()}?${query}`, { headers });
}

it.each(Object.entries(ways))('takes %s', async (_way, { query, headers }) => {
	await start();
	expect((await get(query, headers)).status).toBe(200);
});

const pairs = Object.entries(ways).flatMap(([one, first], index) =>
	Object.entries(ways)
		.slice(index + 1)
		.map(([other, second]) => ({ one, other, first, second })),
);

it.each(pairs)('refuses $one together with $other', async ({ first, second }) => {
	await start();
	const query = [first.query, second.query].filter(Boolean).join('&');
	const response = await get(query, { ...first.headers, ...second.headers });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		message: textWith('Send one credential, in one place.'),
	});
});

it('takes the first of several by choice, in the order of the document', async () => {
	await start({ choices: { severalCredentials: 'firstGiven' } });
	const { query } = ways['the access token in the query'];
	expect((await get(query, { authorization: 'Bearer wrong' })).status).toBe(200);
	expect((await get('access_token=wrong', { authorization: `Bearer ${token}` })).status).toBe(401);
});

it.each([
	['nothing', '', {}],
	['an empty token', 'access_token=', {}],
	['a wrong token', 'access_token=wrong', {}],
	['a wrong token in the header', '', { authorization: 'Bearer wrong' }],
	['the token under another scheme', '', { authorization: `Basic ${token}` }],
	['the token in brackets', '', { authorization: `Bearer (${token})` }],
	['a wrong password', `username=${encoded.username}&password=wrong`, {}],
	['an unknown username', `username=wrong&password=${encoded.password}`, {}],
	['a username alone', `username=${encoded.username}`, {}],
	['a password alone', '', { 'authorization-password': password }],
])('answers 401 in JSON to %s', async (_case, query, headers) => {
	await start();
	const response = await get(query, headers);
	expect(response.status).toBe(401);
	expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="submissions"/);
	expect(await response.json()).toStrictEqual({
		error: 'unauthorized',
		message: anyText,
	});
});

it('answers 401 to a cancelled token', async () => {
	const { store, seeded } = await start();
	expect((await call('GET', submissionPath())).status).toBe(200);
	const account = await store.accounts.withPassword(seeded.username, seeded.password);
	if (!account) throw new Error('The seeded account is not there');
	const [made] = store.accessTokens.list(account.id);
	expect(store.accessTokens.cancel(account.id, made?.id ?? 0)).toBe(true);
	expect((await call('GET', submissionPath())).status).toBe(401);
});

it('checks the credential before anything else', async () => {
	await start();
	const response = await send('/api/v1/forms/NOSUCHFORM/submissions/new', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{',
	});
	expect(response.status).toBe(401);
});
