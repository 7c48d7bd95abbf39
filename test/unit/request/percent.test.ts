import fc from 'fast-check';

import {
	percentDecode,
	percentEncode,
	percentEncodedLength,
} from '../../../nodes/Submissions/request/percent.ts';
import { holdsFor } from '../property.ts';

it.each([
	['', ''],
	['aZ09-._~', 'aZ09-._~'],
	['a b+c', 'a%20b%2Bc'],
	["!'()*", '%21%27%28%29%2A'],
	[':/?#[]@$&,;=%', '%3A%2F%3F%23%5B%5D%40%24%26%2C%3B%3D%25'],
	['é字😀', '%C3%A9%E5%AD%97%F0%9F%98%80'],
])('encodes %j as RFC 3986 says', (text, encoded) => {
	expect(percentEncode(text)).toBe(encoded);
});

it('leaves nothing that has a meaning in an address, and decodes back', () => {
	holdsFor(fc.string({ unit: 'binary' }), (text) => {
		const encoded = percentEncode(text);
		expect(encoded).toMatch(/^([\w.~-]|%[0-9A-F]{2})*$/);
		expect(percentDecode(encoded)).toBe(text);
		expect(percentEncodedLength(text)).toBe(encoded.length);
	});
});

it.each(['%', '%2', '%zz', '100%', '%ff', '%C3', '%ED%A0%80'])('decodes no %j', (text) => {
	expect(percentDecode(text)).toBeUndefined();
});
