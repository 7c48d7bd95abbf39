import fc from 'fast-check';

import { checkTarget, readCredential } from '../../../nodes/Submissions/request/credential.ts';
import { holdsFor } from '../property.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

const BASE = { baseUrl: 'https://forms.example.com/api/v1', allowHttp: false };
const TOKEN = { ...BASE, authentication: 'accessToken', sendIn: 'header', accessToken: 'tok/en+=' };
const ACCOUNT = {
	...BASE,
	authentication: 'usernamePassword',
	sendIn: 'header',
	username: 'someone@example.com',
	password: 'pass word',
};

describe('the four ways of part 5 of the interface', () => {
	const token = { authentication: 'accessToken', secrets: ['tok/en+='] };
	const account = {
		authentication: 'usernamePassword',
		secrets: ['someone@example.com', 'pass word'],
	};
	const accountHeaders = {
		'Authorization-Username': 'someone@example.com',
		'Authorization-Password': 'pass word',
	};
	const accountQuery = { username: 'someone@example.com', password: 'pass word' };

	it.each([
		['header', { ...token, headers: { Authorization: 'Bearer tok/en+=' }, query: {} }],
		['query', { ...token, headers: {}, query: { access_token: 'tok/en+=' } }],
		['header', { ...account, headers: accountHeaders, query: {} }],
		['query', { ...account, headers: {}, query: accountQuery }],
	])('send in the %s and of one kind, though every field is filled: %j', (sendIn, sent) => {
		const { authentication } = sent;
		expect(readCredential({ ...TOKEN, ...ACCOUNT, authentication, sendIn })).toStrictEqual({
			...sent,
			baseUrl: 'https://forms.example.com',
			allowHttp: false,
			allowedDomains: undefined,
			allowUnauthorizedCerts: false,
		});
	});
});

it.each([
	[true, true],
	['yes', false],
])('checks certificates unless Ignore SSL Issues is on: %j', (allowUnauthorizedCerts, allowed) => {
	const data = { ...TOKEN, allowUnauthorizedCerts };
	expect(readCredential(data as typeof TOKEN).allowUnauthorizedCerts).toBe(allowed);
});

it('is read once for each object that n8n gives, and anew for another', () => {
	const data = { ...TOKEN };
	expect(readCredential(data)).toBe(readCredential(data));
	expect(readCredential({ ...data, accessToken: 'other' }).secrets).toStrictEqual(['other']);
});

it('takes header and access token where the credential does not say', () => {
	const { headers, query } = readCredential({ ...BASE, accessToken: 'token' });
	expect({ headers, query }).toStrictEqual({
		headers: { Authorization: 'Bearer token' },
		query: {},
	});
});

describe('a secret that cannot be used', () => {
	it.each([
		['Access Token', { ...TOKEN, accessToken: '' }],
		['Access Token', { ...TOKEN, accessToken: undefined }],
		['Username', { ...ACCOUNT, username: '' }],
		['Password', { ...ACCOUNT, password: '' }],
	])('is refused where the %s is empty', (label, data) => {
		const refusal = refusalOf(() =>
			readCredential(JSON.parse(JSON.stringify(data)) as typeof TOKEN),
		);
		expect(refusal.parameter).toBe(label);
		expect(refusal.message).toBe(`The ${label} is empty.`);
	});

	it.each([
		['a space at its start', ' hunter2secret'],
		['a no-break space at its end', 'hunter2secret\u00a0'],
		['white space alone', ' \t '],
		['a line break in it', 'hunter2\r\nX-Other: secret'],
		['a tab in it', 'hunter2\tsecret'],
		['a line separator in it', 'hunter2\u2028secret'],
		['a zero-width space at its end', 'hunter2secret\u200b'],
		['a soft hyphen in it', 'hunter2\u00adsecret'],
	])('is refused with an explanation, and not repeated, where it has %s', (_, secret) => {
		for (const sendIn of ['header', 'query']) {
			for (const [label, data] of [
				['Access Token', { ...TOKEN, sendIn, accessToken: secret }],
				['Username', { ...ACCOUNT, sendIn, username: secret }],
				['Password', { ...ACCOUNT, sendIn, password: secret }],
			] as const) {
				const refusal = refusalOf(() => readCredential(data));
				expect(refusal.parameter).toBe(label);
				expect(refusal.message).toContain(`The ${label} holds white space`);
				expect(wordsOf(refusal)).not.toMatch(/hunter2|secret/);
			}
		}
	});

	it.each(['pässword', 'пароль', '密码', 'key🔑', 'می\u200cخواهم', '❤\ufe0f👨\u200d👩'])(
		'is refused for a header and taken for the query where it is not ASCII: %s',
		(password) => {
			const refusal = refusalOf(() => readCredential({ ...ACCOUNT, password }));
			expect(refusal.message).toContain('a request header cannot carry');
			expect(refusal.remedy).toContain('Query');
			expect(wordsOf(refusal)).not.toContain(password);
			const { query } = readCredential({ ...ACCOUNT, sendIn: 'query', password });
			expect(query['password']).toBe(password);
		},
	);

	it('can be a number, as an expression gives it, that lost no digit', () => {
		const carried = (accessToken: number) => readCredential({ ...TOKEN, accessToken }).headers;
		expect(carried(12_345)['Authorization']).toBe('Bearer 12345');
		expect(refusalOf(() => carried(2 ** 53)).parameter).toBe('Access Token');
	});

	it('is refused where it is text that no request can carry', () => {
		const data = { ...TOKEN, sendIn: 'query', accessToken: 'half\ud800pair' };
		expect(refusalOf(() => readCredential(data)).parameter).toBe('Access Token');
	});
});

it('takes a base URL without encryption where the credential allows it', () => {
	const data = { ...TOKEN, baseUrl: 'http://forms.example.org', allowHttp: true };
	expect(readCredential(data)).toMatchObject({ allowHttp: true, baseUrl: data.baseUrl });
	expect(refusalOf(() => readCredential({ ...data, allowHttp: false })).parameter).toBe('Base URL');
});

it('refuses a base URL before it looks at the secrets', () => {
	expect(refusalOf(() => readCredential({ ...TOKEN, baseUrl: 'nowhere' })).parameter).toBe(
		'Base URL',
	);
});

it('never lets a secret into a header that could not carry it, and never repeats one in words', () => {
	const secrets = fc.string({ unit: 'binary', minLength: 4 });
	holdsFor(secrets, (accessToken) => {
		try {
			const { headers } = readCredential({ ...TOKEN, accessToken });
			expect(headers['Authorization']).toBe(`Bearer ${accessToken}`);
			expect(() => new Headers({ Authorization: `Bearer ${accessToken}` })).not.toThrow();
			expect(accessToken).toMatch(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
		} catch (error) {
			if (!(error instanceof Error) || error.name !== 'Refusal') throw error;
			const words = wordsOf(refusalOf(() => readCredential({ ...TOKEN, accessToken })));
			if (accessToken.trim().length > 3) expect(words).not.toContain(accessToken);
		}
	});
});

describe("n8n's restriction to allowed domains", () => {
	it.each([
		['domains', 'example.com, *.example.org', 'example.com, *.example.org'],
		['all', 'example.com', undefined],
		['none', 'example.com', undefined],
		[undefined, undefined, undefined],
	])('%s, with %j', (allowedHttpRequestDomains, allowedDomains, read) => {
		const data = { ...TOKEN, allowedHttpRequestDomains, allowedDomains };
		expect(readCredential(data as typeof TOKEN).allowedDomains).toBe(read);
	});

	it.each([undefined, '', ' '])('is refused where it names none: %j', (allowedDomains) => {
		const data = { ...TOKEN, allowedHttpRequestDomains: 'domains', allowedDomains };
		const refusal = refusalOf(() => readCredential(data as typeof TOKEN));
		expect(refusal.parameter).toBe('Allowed Domains');
		expect(refusal.message).toBe('The credential is only for certain domains, and names none.');
	});
});

describe('a credential goes to its own service alone', () => {
	const OWN = 'https://forms.example.com/prefix';

	it.each([
		{ url: 'https://forms.example.com/api' },
		{ url: 'HTTPS://FORMS.example.com:443' },
		{ uri: new URL('https://forms.example.com/api') },
		{ url: '/api', baseURL: 'https://forms.example.com' },
		{ url: 'https://forms.example.com', uri: 'https://other.example.com' },
	])('to %j', (target) => {
		expect(() => {
			checkTarget(target, OWN);
		}).not.toThrow();
	});

	it.each([
		[{ url: 'http://forms.example.com' }, 'http://forms.example.com'],
		[{ url: 'https://forms.example.com:8443' }, 'https://forms.example.com:8443'],
		[{ url: 'https://forms.example.com@other.example.com' }, 'https://other.example.com'],
		[
			{ url: 'https://forms.example.com.other.example.com/' },
			'https://forms.example.com.other.example.com',
		],
		[{ uri: 'https://other.example.com/?to=forms.example.com' }, 'https://other.example.com'],
		[{ url: 'https://other.example.com', baseURL: OWN }, 'https://other.example.com'],
		[{ url: '//other.example.com', baseURL: OWN }, 'https://other.example.com'],
		[{ url: '/api' }, 'that address'],
		[{ url: '/api', baseURL: '' }, 'that address'],
		[{ url: 'https://other.example.com', baseURL: '' }, 'https://other.example.com'],
		[{ url: 7, baseURL: OWN.replace('forms', 'other') }, 'https://other.example.com'],
		[{}, 'that address'],
	])('not to %j', (target, named) => {
		const { parameter, message } = refusalOf(() => {
			checkTarget(target, OWN);
		});
		expect(parameter).toBe('Base URL');
		expect(message).toBe(
			`This credential goes to https://forms.example.com alone, the host of its Base URL, and was not sent to ${named}.`,
		);
	});
});
