import { readHeaders } from '../../../nodes/Submissions/request/headers.ts';
import { refusalOf, wordsOf } from '../refusals.ts';

const option = (...header: unknown[]) => ({ header });

it('are read in order, names and values without white space around them', () => {
	const rows = [
		{ name: ' Idempotency-Key ', value: ' 4711 ' },
		{ name: 'X-Gateway', value: 7 },
		{ name: 'ACCEPT', value: 'text/plain' },
	];
	expect(readHeaders(option(...rows))).toStrictEqual([
		{ name: 'Idempotency-Key', value: '4711' },
		{ name: 'X-Gateway', value: '7' },
		{ name: 'Accept', value: 'text/plain' },
	]);
});

it.each([undefined, null, {}, { header: {} }, '', 5])('are none where %j is given', (given) => {
	expect(readHeaders(given)).toStrictEqual([]);
});

it.each([
	['AUTHORIZATION', 'the credential'],
	['Authorization-Username', 'the credential'],
	['authorization-password', 'the credential'],
	['Proxy-Authorization', 'the credential of a proxy'],
	['content-type', 'the type of the body'],
	['Content-Encoding', 'the type of the body'],
	['Content-Length', 'the length of the body'],
	['Transfer-Encoding', 'the length of the body'],
	['Connection', 'the connection'],
	['Host', 'the connection'],
	['Upgrade', 'the connection'],
	['Expect', 'the connection'],
])('that the node takes care of are refused by name: %s', (name, what) => {
	const refusal = refusalOf(() => readHeaders(option({ name, value: 'secret' })));
	expect(refusal.parameter).toBe('Headers');
	expect(refusal.message).toContain(`The header ${name} cannot be set here: it carries ${what}`);
});

it.each<[string, unknown[], string]>([
	['no name', [{ name: ' ', value: 'secret' }], 'Header 1 has no name.'],
	['no row', [null], 'Header 1 has no name.'],
	['a name that is none', [{ name: 'a b', value: 'x' }], '"a b" cannot be the name of a header.'],
	[
		'a line break in the name',
		[{ name: 'a\r\nb: c', value: 'x' }],
		'"a\\u{000D}\\u{000A}b: c" cannot be the name of a header.',
	],
	['no value', [{ name: 'X-Key', value: '' }], 'The header X-Key has no value for this item.'],
	['undefined', [{ name: 'X-Key' }], 'The header X-Key has no value for this item.'],
	['an object', [{ name: 'X-Key', value: {} }], 'The header X-Key has no value for this item.'],
	[
		'a line break in the value',
		[{ name: 'X-Key', value: 'secret\r\nX-Other: 1' }],
		'The value of the header X-Key holds a character that a request header cannot carry.',
	],
	[
		'the same name twice',
		[
			{ name: 'X-Key', value: 'secret' },
			{ name: 'x-key', value: 'b' },
		],
		'The header x-key stands twice.',
	],
])('with %s are refused, without their values', (_, rows, message) => {
	const refusal = refusalOf(() => readHeaders(option(...rows)));
	expect(refusal.message).toBe(message);
	expect(wordsOf(refusal)).not.toContain('secret');
});
