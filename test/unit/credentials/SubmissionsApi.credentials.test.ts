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

it.each([
	['accessToken', 'header'],
	['accessToken', 'query'],
	['usernamePassword', 'header'],
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

it.each([
	['a token with a line break', { accessToken: 'the\ntoken' }],
	['an empty token', { accessToken: '' }],
	['a base URL without a scheme', { baseUrl: 'forms.example.com' }],
	['http:// off this machine', { baseUrl: 'http://forms.example.com' }],
])('refuses %s', async (_, differing) => {
	await expect(authenticated({ ...FILLED, ...differing })).rejects.toThrow(
		/^The (Access Token|Base URL) /,
	);
});

it('every choice of it is handled', () => {
	for (const name of ['authentication', 'sendIn']) {
		const property = credential.properties.find((candidate) => candidate.name === name);
		const values = (property?.options ?? []).flatMap((option) =>
			'value' in option ? [String(option.value)] : [],
		);
		expect(values).toHaveLength(2);
		const carried = values.map((value) => {
			const { headers, query } = readCredential({ ...FILLED, [name]: value });
			return JSON.stringify([headers, query]);
		});
		expect(new Set(carried).size).toBe(2);
	}
});
