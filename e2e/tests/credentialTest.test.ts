import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { sharedStage } from './sharedStage.ts';

const page = createServer((_request, response) => {
	response.setHeader('content-type', 'text/html').end('<!doctype html><title>Sign in</title>');
});
const redirect = createServer((_request, response) => {
	response.writeHead(302, { location: 'https://www.example.com/' }).end();
});
const nobody = createServer((_request, response) => {
	response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
});

function addressOf(server: typeof page): string {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('It does not listen');
	return `http://127.0.0.1:${address.port}`;
}

before(async () => {
	for (const server of [page, redirect, nobody]) {
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
	}
});
after(() => {
	page.close();
	redirect.close();
	nobody.close();
});

async function tested(changes: Record<string, unknown>) {
	const { editor, credentialData } = await sharedStage();
	const data = { ...credentialData, ...changes };
	const credential = await editor.createCredential('To be tested', 'submissionsApi', data);
	return await editor.testCredential(credential, data);
}

for (const sendIn of ['header', 'query']) {
	void test(`a good token in the ${sendIn} is not refused`, async () => {
		const { status, message } = await tested({ sendIn });
		assert.equal(status, 'OK', message);
		assert.match(message, /answered and did not refuse/);
	});

	void test(`a good username and password in the ${sendIn} are not refused`, async () => {
		const { sandbox } = await sharedStage();
		const { username, password } = sandbox.made;
		const { status, message } = await tested({
			authentication: 'usernamePassword',
			username,
			password,
			sendIn,
		});
		assert.equal(status, 'OK', message);
	});
}

const cases: readonly [string, () => Promise<Record<string, unknown>>, RegExp][] = [
	[
		'a bad token',
		() => Promise.resolve({ accessToken: 'not-a-token' }),
		/did not accept the credentials.*make a new one/s,
	],
	[
		'a redirect',
		() => Promise.resolve({ baseUrl: addressOf(redirect) }),
		/redirect.*Correct the Base URL/s,
	],
	[
		'an address that answers 404 to everything',
		() => Promise.resolve({ baseUrl: addressOf(nobody) }),
		/the same without credentials, so they were not checked.*Check the Base URL/s,
	],
];

for (const [what, changes, words] of cases) {
	void test(`the test of the credential says what is wrong: ${what}`, async () => {
		const changed = await changes();
		const { status, message } = await tested(changed);
		assert.equal(status, 'Error', message);
		assert.match(message, words);
		const { sandbox } = await sharedStage();
		const sent = changed['accessToken'] ?? sandbox.made.token;
		assert.ok(typeof sent === 'string' && !message.includes(sent), 'it shows no secret');
	});
}
