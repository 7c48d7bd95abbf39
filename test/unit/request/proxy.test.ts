import { checkProxy, readProxy } from '../../../nodes/Submissions/request/proxy.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

it.each(['', '  '])('is none where the option is %j', (address) => {
	expect(readProxy(address)).toBeUndefined();
});

const auth = { username: 'some@one', password: 'p:ss' };

it.each([
	['http://proxy.example.com', 'http', 'proxy.example.com', 80, {}],
	['https://proxy.example.com', 'https', 'proxy.example.com', 443, {}],
	['HTTP://Proxy.Example.com:8080/', 'http', 'proxy.example.com', 8080, {}],
	[' http://127.0.0.1:3128 ', 'http', '127.0.0.1', 3128, {}],
	['http://some%40one:p%3Ass@example.com:3128', 'http', 'example.com', 3128, { auth }],
])('is read from %j', (address, protocol, host, port, login) => {
	expect(readProxy(address)).toStrictEqual({ protocol, host, port, ...login });
});

it.each([
	'proxy.example.com:3128',
	'socks5://proxy.example.com:1080',
	'xhttp://proxy.example.com:3128',
	'http://',
	'http://proxy.example.com:99999',
	'http://proxy.example.com\\@other.example.com',
	'http://proxy.exam\nple.com',
	'http://someone:100%secret@proxy.example.com',
	'http://%zz:secret@proxy.example.com',
])('is refused, not ignored, where it is %j, without repeating it', (address) => {
	const refusal = refusalOf(() => readProxy(address));
	expect(refusal.parameter).toBe('Proxy');
	expect(refusal.message).toContain('Proxy');
	expect(refusal.remedy).toContain('http://proxy.example.com:3128');
	expect(wordsOf(refusal)).not.toContain('secret');
});

describe('a proxy that could read the credential', () => {
	const check = (host: string, baseUrl: string, allowHttp: boolean, skips: boolean) => () => {
		const proxy = host === '' ? undefined : { protocol: 'http', host, port: 3128 };
		checkProxy(proxy, skips, { baseUrl, allowHttp });
	};

	it.each([
		['nothing is encrypted', 'proxy.example.com', 'http://localhost:3000', false, false],
		['any certificate is taken', 'proxy.example.com', 'https://forms.example.com', true, true],
		['any certificate is taken here', '127.0.0.1', 'https://forms.example.com', false, true],
	])('is refused where %s', (_, host, baseUrl, allowHttp, skips) => {
		expect(refusalOf(check(host, baseUrl, allowHttp, skips)).parameter).toBe('Proxy');
	});

	it.each([
		['the tunnel is encrypted', 'proxy.example.com', 'https://forms.example.com', false, false],
		['it is on this machine too', '127.0.0.1', 'http://127.0.0.1:3000', false, false],
		['that is accepted', 'proxy.example.com', 'http://forms.example.com', true, true],
		['there is none', '', 'https://forms.example.com', false, true],
	])('is none where %s', (_, host, baseUrl, allowHttp, skips) => {
		expect(check(host, baseUrl, allowHttp, skips)).not.toThrow();
	});
});
