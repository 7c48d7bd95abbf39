import fc from 'fast-check';

import { quote, Refusal } from '../../../nodes/Submissions/request/refusal.ts';
import { holdsFor } from '../property.ts';

it('carries the parameter, what was found and what to do', () => {
	const refusal = new Refusal('Form', 'Form is empty.', 'Enter one.');
	expect(refusal).toBeInstanceOf(Error);
	expect(refusal).toMatchObject({
		name: 'Refusal',
		parameter: 'Form',
		message: 'Form is empty.',
		remedy: 'Enter one.',
	});
});

describe('a quoted value', () => {
	it.each([
		['', '""'],
		['two é字😀', '"two é字😀"'],
		['a\nb\tc', String.raw`"a\u{000A}b\u{0009}c"`],
		['a\u00a0b', String.raw`"a\u{00A0}b"`],
		['a\u200bb', String.raw`"a\u{200B}b"`],
		['\u202eabc', String.raw`"\u{202E}abc"`],
		['\ud800', String.raw`"\u{D800}"`],
		['\u{e0041}', String.raw`"\u{E0041}"`],
		['\u3164', String.raw`"\u{3164}"`],
		['a\ufe0f', String.raw`"a\u{FE0F}"`],
		['😀'.repeat(60), `"${'😀'.repeat(60)}"`],
		['😀'.repeat(61), `"${'😀'.repeat(60)}…"`],
	])('shows what cannot be seen, and is cut: %j', (value, quoted) => {
		expect(quote(value)).toBe(quoted);
	});

	it('holds nothing that cannot be seen, and is short, whatever it is', () => {
		holdsFor(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
			const quoted = quote(value);
			expect(quoted).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
			expect(quoted.length).toBeLessThanOrEqual(60 * 10 + 3);
		});
	});
});
