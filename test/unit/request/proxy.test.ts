import { readProxy } from '../../../nodes/Submissions/request/proxy.ts';
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
