import { hiddenIn } from '../../../nodes/Submissions/delivery/hidden.ts';

const PROXY = { protocol: 'http', host: 'proxy.example.com', port: 3128 };

/** What is hidden of a request with a header of this value. */
const of = (value: string) => hiddenIn({ headers: [{ name: 'X-Own', value }], proxy: undefined });

describe('of the value of a header is hidden', () => {
	it.each([
		['nothing where it is a part of ordinary words', 'abc', []],
		['the whole', 'open', ['open']],
		['a secret behind its scheme', 'Bearer s3cret-of-ada', ['s3cret-of-ada']],
		['each cookie', 'a=1; session=s3ss10n-of-ada', ['session=s3ss10n-of-ada', 's3ss10n-of-ada']],
		['what is quoted', 'Digest nonce="n0nce-of-ada", qop=auth', ['n0nce-of-ada']],
		['what is padded', 'Basic b2YgYWRhIQ==', ['b2YgYWRhIQ==', 'b2YgYWRhIQ']],
	])('%s: %s', (_, value, hidden) => {
		expect(of(value)).toStrictEqual(expect.arrayContaining(hidden));
		expect(of(value).every((text) => text === value || text.length >= 8)).toBe(true);
	});

	it('no more than the longest parts, since each is sought in all that is said', () => {
		const parts = Array.from({ length: 500 }, (_, n) => `${'x'.repeat(20 + (n % 50))}${n}`);
		expect(of(parts.join(' '))).toHaveLength(21);
		expect(of(parts.join(' '))).toContain(parts[499]);
	});
});

it.each([
	[{ username: 'ada-lovelace', password: 'p' }, ['ada-lovelace', 'p', 'ada-lovelace:p']],
	[{ username: 'ada', password: 's3cret' }, ['s3cret', 'ada:s3cret']],
	[{ username: 'ada', password: '' }, ['', 'ada:']],
])('of a proxy are hidden its user name and password, and the two as one: %j', (auth, hidden) => {
	expect(hiddenIn({ headers: [], proxy: { ...PROXY, auth } })).toStrictEqual(hidden);
	expect(hiddenIn({ headers: [], proxy: PROXY })).toStrictEqual([]);
});
