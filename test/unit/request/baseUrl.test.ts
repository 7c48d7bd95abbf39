import fc from 'fast-check';

import { readBaseUrl } from '../../../nodes/Submissions/request/baseUrl.ts';
import { holdsFor } from '../property.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

const EXAMPLE = 'It should look like https://forms.example.com.';

describe('is tolerant of how people paste', () => {
	it.each([
		['https://forms.example.com', 'https://forms.example.com'],
		['\thttps://forms.example.com\r\n', 'https://forms.example.com'],
		['HTTPS://Forms.Example.COM', 'https://forms.example.com'],
		['https://forms.example.com:8443', 'https://forms.example.com:8443'],
		['https://forms.example.com:443', 'https://forms.example.com'],
		['https://forms.example.com/api/v1/', 'https://forms.example.com'],
		['https://forms.example.com/Api/v1/', 'https://forms.example.com'],
		['https://forms.example.com/api', 'https://forms.example.com'],
		['https://forms.example.com/a/API/', 'https://forms.example.com/a'],
		['https://forms.example.com//a///b//api//v1', 'https://forms.example.com/a/b'],
		['https://forms.example.com/api/api/v1', 'https://forms.example.com/api'],
		['https://forms.example.com/prefix', 'https://forms.example.com/prefix'],
		['https://forms.example.com/api/v1/more', 'https://forms.example.com/api/v1/more'],
		['https://forms.example.com/my-api/v1', 'https://forms.example.com/my-api/v1'],
		['https://forms.example.com/api/v10', 'https://forms.example.com/api/v10'],
		['https://forms.example.com/@team', 'https://forms.example.com/@team'],
		['https://bücher.example', 'https://xn--bcher-kva.example'],
		['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
	])('%j gives %s', (given, read) => {
		expect(readBaseUrl(given, false)).toBe(read);
	});
});

describe('http://', () => {
	it.each([
		['http://localhost', 'http://localhost'],
		['http://LOCALHOST:5678/', 'http://localhost:5678'],
		['http://forms.localhost', 'http://forms.localhost'],
		['http://127.255.255.254', 'http://127.255.255.254'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://[::1]:8080/api/v1', 'http://[::1]:8080'],
	])('is taken to this machine: %s', (given, read) => {
		expect(readBaseUrl(given, false)).toBe(read);
	});

	it.each([
		'http://forms.example.com',
		'http://localhost.example.com',
		'http://127.0.0.1.example.com',
		'http://128.0.0.1',
		'http://0.0.0.0',
		'http://[::2]',
	])('is refused to another host: %s', (given) => {
		const refusal = refusalOf(() => readBaseUrl(given, false));
		expect(refusal.parameter).toBe('Base URL');
		expect(refusal.message).toContain('unencrypted');
		expect(refusal.remedy).toContain('Allow HTTP');
	});

	it('is taken to any host where that is allowed', () => {
		expect(readBaseUrl('http://forms.example.com/api/v1', true)).toBe('http://forms.example.com');
	});
});

describe('is refused', () => {
	it.each([[''], ['   '], [undefined], [null], [42], [{}]])('as empty: %j', (given) => {
		expect(refusalOf(() => readBaseUrl(given, false)).message).toBe('The Base URL is empty.');
	});

	it.each([
		'forms.example.com',
		'ftp://forms.example.com',
		'https:forms.example.com',
		'forms.example.com?to=https://x.io',
		'https:/forms.example.com',
	])('without https:// in front: %s', (given) => {
		const refusal = refusalOf(() => readBaseUrl(given, true));
		expect(refusal.message).toContain('https://');
		expect(refusal.remedy).toContain('https://');
	});

	it.each(['https://', 'https://[::1', 'https://exa%mple.com'])(
		'as no web address: %s',
		(given) => {
			expect(refusalOf(() => readBaseUrl(given, false)).message).toBe(
				'The Base URL is not a web address.',
			);
		},
	);

	it.each([
		['https://someone@forms.example.com', 'It is probably https://forms.example.com.'],
		['https://someone:secret@x.io/a//API/v1/', 'It is probably https://x.io/a.'],
		['https://:secret@x.io:8443/?access_token=secret#a', 'It is probably https://x.io:8443.'],
		['https://someone:secret@x.io/forms/aB3dE5gH7j', 'It is probably https://x.io.'],
		['https://forms.example.com@other.example.com', 'It is probably https://other.example.com.'],
		['http://someone:secret@localhost', 'It is probably http://localhost.'],
		['https://someone:s@secret:1/secret@x.io', EXAMPLE],
		[`https://someone@x.io/${'x'.repeat(187)}`, `It is probably https://x.io/${'x'.repeat(187)}.`],
		[`https://someone@x.io/${'x'.repeat(188)}`, EXAMPLE],
	])('with user info, which it does not repeat: %s', (given, meant) => {
		const refusal = refusalOf(() => readBaseUrl(given, false));
		expect(refusal.message).toBe('The Base URL holds a user name or password.');
		expect(refusal.remedy).toBe(
			`Remove what stands before the @ and use the fields of the credential for it. ${meant}`,
		);
		expect(wordsOf(refusal)).not.toMatch(/secret|someone/);
	});

	it.each([
		['https://x.io?x=1', 'It is probably https://x.io.'],
		['https://x.io/api/v1?access_token=secret', 'It is probably https://x.io.'],
		['https://x.io#', 'It is probably https://x.io.'],
		['https://x.io/forms/aB3dE5gH7j/responses?page=2', 'It is probably https://x.io.'],
		['https://secret:1234#secret@x.io', EXAMPLE],
		['https://secret:1234?secret@x.io', EXAMPLE],
	])('with a query or a fragment, which it does not repeat: %s', (given, meant) => {
		const refusal = refusalOf(() => readBaseUrl(given, false));
		expect(refusal.message).toBe('The Base URL holds a query or a fragment.');
		expect(refusal.remedy).toBe(`Remove the ? or # and all that follows. ${meant}`);
		expect(wordsOf(refusal)).not.toContain('secret');
	});

	it.each([
		['https://x.io/forms/aB3dE5gH7j', 'https://x.io'],
		['https://x.io/forms/aB3dE5gH7j/responses/kL9mN1pQ3r', 'https://x.io'],
		['https://x.io/a/forms/aB3dE5gH7j/responses', 'https://x.io/a'],
		['https://x.io/forms/forms/aB3dE5gH7j', 'https://x.io/forms'],
		['https://x.io//forms//aB3dE5gH7j//', 'https://x.io'],
		['https://x.io/a/api/v1/forms/aB3dE5gH7j/submissions/new', 'https://x.io/a'],
	])('as the address of a page, with the one that was meant: %s', (given, meant) => {
		const refusal = refusalOf(() => readBaseUrl(given, false));
		expect(refusal.message).toBe("The Base URL is the address of a form's page.");
		expect(refusal.remedy).toBe(`Remove /forms/ and all that follows. It is probably ${meant}.`);
		expect(readBaseUrl(meant, false)).toBe(meant);
	});

	it.each([
		['a backslash and an @', 'https://forms.example.com\\@other.example.com'],
		['a line feed', 'https://forms.exam\nple.com'],
		['a tab', 'ht\ttps://forms.example.com'],
		['a space', 'https://forms.example.com/my forms'],
		['a zero-width space', 'https://forms\u200b.example.com'],
		['a soft hyphen', 'https://forms\u00ad.example.com'],
		['a lone surrogate', 'https://forms.example.com/\ud800'],
	])('with %s in it', (_, given) => {
		expect(refusalOf(() => readBaseUrl(given, true)).message).toContain('white space, a backslash');
	});
});

const pasted = fc
	.tuple(
		fc.constantFrom('', ' ', '\n'),
		fc.constantFrom('https://', 'http://', 'HTTPS://', '', 'https:'),
		fc.oneof(fc.domain(), fc.string({ unit: 'binary', maxLength: 10 })),
		fc.array(
			fc.oneof(
				fc.constantFrom('/', '/api', '/API/v1', '/forms/', '\\', '@', '?', '#', '..'),
				fc.string(),
			),
		),
	)
	.map(([space, scheme, host, rest]) => space + scheme + host + rest.join('') + space);

it('gives an address that stays what it is when the paths are put after it, or refuses in words', () => {
	holdsFor(pasted, (given) => {
		let base = '';
		try {
			base = readBaseUrl(given, false);
		} catch {
			expect(refusalOf(() => readBaseUrl(given, false)).parameter).toBe('Base URL');
			fc.pre(false);
		}
		if (!/\/api(?:\/v1)?$/i.test(base)) expect(readBaseUrl(base, false)).toBe(base);
		expect(base).not.toMatch(/\/$/);
		const whole = new URL(`${base}/api/v1/forms/x`);
		expect(whole.href).toBe(`${base}/api/v1/forms/x`);
		expect(whole.host).toBe(new URL(given.trim()).host);
		expect(whole.username + whole.password + whole.search + whole.hash).toBe('');
		expect(['https:', 'http:']).toContain(whole.protocol);
	});
});
