import { checkProxy, readProxy } from '../../../nodes/Submissions/request/proxy.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

it.each(['', '  '])('is none where the option is %j', (address) => {
	expect(readProxy(address)).toBeUndefined();
});

it.each([
	['http://proxy.example.com:3128', { protocol: 'http', host: 'proxy.example.com', port: 3128 }],
	['http://proxy.example.com', { protocol: 'http', host: 'proxy.example.com', port: 80 }],
	['https://proxy.example.com', { protocol: 'https', host: 'proxy.example.com', port: 443 }],
	['HTTP://Proxy.Example.com:8080/', { protocol: 'http', host: 'proxy.example.com', port: 8080 }],
	[' http://127.0.0.1:3128 ', { protocol: 'http', host: '127.0.0.1', port: 3128 }],
	[
		'http://some%40one:p%3Ass@proxy.example.com:3128',
		{
			protocol: 'http',
			host: 'proxy.example.com',
			port: 3128,
			auth: { username: 'some@one', password: 'p:ss' },
		},
	],
])('is read from %j', (address, proxy) => {
	expect(readProxy(address)).toStrictEqual(proxy);
});

it.each([
	'proxy.example.com:3128',
	'socks5://proxy.example.com:1080',
	'xhttp://proxy.example.com:3128',
	'ftp://proxy.example.com',
	'http://',
	'http://proxy.example.com:99999',
	'http://proxy.example.com\\@other.example.com',
	'http://proxy example.com',
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
		checkProxy({ protocol: 'http', host, port: 3128 }, skips, { baseUrl, allowHttp });
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
	])('is none where %s', (_, host, baseUrl, allowHttp, skips) => {
		expect(check(host, baseUrl, allowHttp, skips)).not.toThrow();
	});

	it('is none where there is none', () => {
		expect(() => {
			checkProxy(undefined, true, { baseUrl: 'https://forms.example.com', allowHttp: false });
		}).not.toThrow();
	});
});
