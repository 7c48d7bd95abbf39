import { hiddenIn } from '../../../nodes/Submissions/delivery/hidden.ts';

const PROXY = { protocol: 'http', host: 'proxy.example.com', port: 3128 };

/** What is hidden of a request with this header. */
const of = (value: string, name = 'X-Own') =>
	hiddenIn({ headers: [{ name, value }], proxy: undefined });

const COOKIES = 'theme-of-ada=1; session=s3ss10n-of-ada';

describe('of a header is hidden', () => {
	it.each([
		['nothing where it is a part of ordinary words', 'X-Own', 'abc', []],
		['the whole', 'X-Own', 'open', ['open']],
		['a secret behind its scheme', 'X-Own', 'Bearer s3cret-of-ada', ['s3cret-of-ada']],
		['the value of each cookie', 'Cookie', COOKIES, ['s3ss10n-of-ada']],
		['words in what is for secrets', 'X-Proxy-Authorization', 'Own open-sesame', ['open-sesame']],
		['what is quoted', 'X-Own', 'Digest nonce="n0nce-of-ada", qop=auth', ['n0nce-of-ada']],
		['what is padded', 'X-Own', 'Basic b2YgYWRhIQ==', ['b2YgYWRhIQ']],
		['letters of both kinds', 'X-Own', 'Own openSesame', ['openSesame']],
		['no words', 'X-Audit-Reason', 'Nightly registration import of submission data', []],
		['no words of an author', 'X-Author', 'Submissions department', []],
		['no media type', 'X-Own', 'application/vnd.api.v2+json, text/plain', []],
		['no part of what is accepted', 'Accept', 'Application/vnd.api.v2+json', []],
		['no part of its language', 'Accept-Language', 'de-latn-1996, en', []],
		['no part of what is preferred', 'Prefer', 'return=representation2', []],
		['no part of who asks', 'User-Agent', 'Mozilla/5.0 (X11)', []],
		['no part of what is sent', 'Content-Disposition', 'form-data; name=submission1', []],
	])('%s: %s: %s', (_, name, value, parts) => {
		const whole = value.length < 4 ? [] : [value];
		expect(of(value, name)).toStrictEqual([...new Set([...whole, ...parts])]);
	});

	it('no more than the longest parts, since each is sought in all that is said', () => {
		const parts = Array.from({ length: 500 }, (_, n) => `${'x'.repeat(20 + (n % 50))}${n}`);
		expect(of(parts.join(' '))).toHaveLength(21);
		expect(of(parts.join(' '))).toContain(parts[499]);
	});
});

it.each([
	[{ username: 'ada-lovelace', password: 'p' }, ['ada-lovelace', 'ada-lovelace:p']],
	[{ username: 'user', password: 'pass' }, ['pass', 'user:pass']],
	[{ username: 'username', password: 's3cret' }, ['username', 's3cret', 'username:s3cret']],
	[{ username: 'ada', password: '' }, ['ada:']],
	[{ username: 'ada', password: 'abc' }, ['ada:abc']],
])('of a proxy are hidden its user name and password, and the two as one: %j', (auth, hidden) => {
	expect(hiddenIn({ headers: [], proxy: { ...PROXY, auth } })).toStrictEqual(hidden);
	expect(hiddenIn({ headers: [], proxy: PROXY })).toStrictEqual([]);
});
