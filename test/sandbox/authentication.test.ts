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

const inQuery = {
	token: `access_token=${encodeURIComponent(token)}`,
	account: new URLSearchParams({ username, password }).toString(),
};
// fetch takes header values as Latin-1, which is what reaches the server.
const ways: readonly (readonly [way: string, query: string, headers: Record<string, string>])[] = [
	['the access token in the query', inQuery.token, {}],
	['the access token in a header', '', { authorization: `Bearer ${token}` }],
	['the username and password in the query', inQuery.account, {}],
	[
		'the username and password in headers',
		'',
		{ 'authorization-username': username, 'authorization-password': password },
	],
];

function get(query: string, headers: Record<string, string>): Promise<Response> {
	return send(`${submissionPath()}?${query}`, { headers });
}

it.each(ways)('takes %s', async (_way, query, headers) => {
	await start();
	expect((await get(query, headers)).status).toBe(200);
});

const pairs = ways.flatMap((one, index) => ways.slice(index + 1).map((other) => ({ one, other })));

it.each(pairs)('refuses $one.0 together with $other.0', async ({ one, other }) => {
	await start();
	const query = [one[1], other[1]].filter(Boolean).join('&');
	const response = await get(query, { ...one[2], ...other[2] });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		message: textWith('Send one credential, in one place.'),
	});
});

it('takes the first of several by choice, in the order of the document', async () => {
	await start({ choices: { severalCredentials: 'firstGiven' } });
	expect((await get(inQuery.token, { authorization: 'Bearer wrong' })).status).toBe(200);
	expect((await get('access_token=wrong', { authorization: `Bearer ${token}` })).status).toBe(401);
});

it.each([
	['nothing', '', {}],
	['an empty token', 'access_token=', {}],
	['a wrong token', 'access_token=wrong', {}],
	['a wrong token in the header', '', { authorization: 'Bearer wrong' }],
	['the token under another scheme', '', { authorization: `Basic ${token}` }],
	['the token in brackets', '', { authorization: `Bearer (${token})` }],
	['a wrong password', `username=${username}&password=wrong`, {}],
	['an unknown username', inQuery.account.replace(username, 'wrong'), {}],
	['a username alone', `username=${username}`, {}],
	['a password alone', '', { 'authorization-password': password }],
])('answers 401 in JSON to %s', async (_case, query, headers) => {
	await start();
	const response = await get(query, headers);
	expect(response.status).toBe(401);
	expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="submissions"/);
	expect(await response.json()).toStrictEqual({ error: 'unauthorized', message: anyText });
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
