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
	['the credential', ['AUTHORIZATION', 'Authorization-Username', 'authorization-password']],
	['the credential of a proxy', ['Proxy-Authorization']],
	['the type of the body', ['content-type', 'Content-Encoding']],
	['the length of the body', ['Content-Length', 'Transfer-Encoding', 'Trailer']],
	[
		'the connection',
		['Connection', 'Proxy-Connection', 'Keep-Alive', 'TE', 'Host', 'Upgrade', 'Expect'],
	],
])('that carry %s are refused by name, since the node takes care of it', (what, names) => {
	for (const name of names) {
		const refusal = refusalOf(() => readHeaders(option({ name, value: 'secret' })));
		expect(refusal.parameter).toBe('Headers');
		expect(refusal.message).toContain(`The header ${name} cannot be set here: it carries ${what}`);
	}
});

const NO_VALUE = 'The header X-Key has no value for this item.';

it.each<[string, unknown[], string]>([
	['no name', [{ name: ' ', value: 'secret' }], 'Header 1 has no name.'],
	['no row', [null], 'Header 1 has no name.'],
	[
		'a line break in the name',
		[{ name: 'a\nb', value: 'secret' }],
		'"a\\u{000A}b" cannot be the name of a header.',
	],
	['no value', [{ name: 'X-Key', value: '' }], NO_VALUE],
	['an object', [{ name: 'X-Key', value: {} }], NO_VALUE],
	['no number', [{ name: 'X-Key', value: NaN }], NO_VALUE],
	['a number without its last digits', [{ name: 'X-Key', value: 2 ** 53 }], NO_VALUE],
	[
		'a line break in the value',
		[{ name: 'X-Key', value: 'secret\r\nX-Other: 1' }],
		'The value of the header X-Key holds a character that a request header cannot carry.',
	],
	[
		'the same name twice',
		['X-Key', 'x-key'].map((name) => ({ name, value: 'secret' })),
		'The header x-key stands twice.',
	],
])('with %s are refused, without their values', (_, rows, message) => {
	const refusal = refusalOf(() => readHeaders(option(...rows)));
	expect(refusal.parameter).toBe('Headers');
	expect(refusal.message).toBe(message);
	expect(wordsOf(refusal)).not.toContain('secret');
});
