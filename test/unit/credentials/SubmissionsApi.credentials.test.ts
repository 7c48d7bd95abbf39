import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { SubmissionsApi } from '../../../credentials/SubmissionsApi.credentials.ts';
import { readCredential } from '../../../nodes/Submissions/request/credential.ts';

const credential = new SubmissionsApi();

const FILLED: ICredentialDataDecryptedObject = {
	baseUrl: 'https://forms.example.com',
	authentication: 'accessToken',
	accessToken: 'the-token',
	username: 'the-user',
	password: 'the-password',
	sendIn: 'header',
	allowHttp: false,
};

const REQUEST: IHttpRequestOptions = {
	url: 'https://forms.example.com/x',
	method: 'POST',
	headers: { Accept: 'application/json' },
	qs: { a: 1 },
	body: '{}',
};

async function authenticated(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions = REQUEST,
): Promise<IHttpRequestOptions> {
	if (typeof credential.authenticate !== 'function') throw new Error('It is not a function');
	return await credential.authenticate(data, request);
}

it('has the names and defaults of the contract', () => {
	expect(credential.name).toBe('submissionsApi');
	const defaults = Object.fromEntries(
		credential.properties
			.filter(({ type }) => type !== 'notice')
			.map(({ name, default: value }) => [name, value]),
	);
	expect(defaults).toStrictEqual({
		baseUrl: '',
		authentication: 'accessToken',
		accessToken: '',
		username: '',
		password: '',
		sendIn: 'header',
		allowHttp: false,
		allowUnauthorizedCerts: false,
	});
});

it('masks what is secret', () => {
	const masked = credential.properties
		.filter(({ typeOptions }) => typeOptions?.password === true)
		.map(({ name }) => name);
	expect(masked).toStrictEqual(['accessToken', 'password']);
});

function choicesOf(name: string): unknown[] {
	const { options = [] } = credential.properties.find((property) => property.name === name) ?? {};
	return options.map((option) => 'value' in option && option.value);
}

it('offers the four ways of the contract', () => {
	expect(choicesOf('authentication')).toStrictEqual(['accessToken', 'usernamePassword']);
	expect(choicesOf('sendIn')).toStrictEqual(['header', 'query']);
});

it.each([
	['accessToken', 'header'],
	['usernamePassword', 'query'],
])('adds %s in the %s and nothing else, and leaves the request as it was', async (way, sendIn) => {
	const data = { ...FILLED, authentication: way, sendIn };
	const before = structuredClone(REQUEST);
	const { headers, query } = readCredential(data);
	expect(await authenticated(data)).toStrictEqual({
		...REQUEST,
		headers: { Accept: 'application/json', ...headers },
		qs: { a: 1, ...query },
	});
	expect(REQUEST).toStrictEqual(before);
});

it('takes a request without headers and query', async () => {
	const request: IHttpRequestOptions = { url: 'https://forms.example.com/x' };
	expect((await authenticated(FILLED, request)).headers).toStrictEqual({
		Authorization: 'Bearer the-token',
	});
});

it('is not given to another host, whichever node asks', async () => {
	const request: IHttpRequestOptions = { url: 'https://other.example.com/x' };
	await expect(authenticated(FILLED, request)).rejects.toThrow(/was not sent to/);
});

it('refuses what cannot be sent', async () => {
	const data = { ...FILLED, accessToken: 'the\ntoken' };
	await expect(authenticated(data)).rejects.toThrow(/^The Access Token /);
});
