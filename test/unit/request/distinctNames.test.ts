import fc from 'fast-check';

import { createDistinctNames } from '../../../nodes/Submissions/request/distinctNames.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

const LONG = 16_383;

it('tells a name that was there before from a new one, as a set does, however long', () => {
	const long = ['a', 'b'].map((letter) => letter.repeat(LONG));
	const piece = fc.constantFrom('', 'a', 'b', '0', ',', ...long);
	const names = fc.array(fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')));
	holdsFor(names, (all) => {
		const known = new Set<string>();
		const isNew = createDistinctNames();
		for (const name of all) {
			expect(isNew(name)).toBe(!known.has(name));
			known.add(name);
		}
	});
});

it.each([LONG, LONG + 1])('knows a name of %i characters again', (length) => {
	const isNew = createDistinctNames();
	const name = 'x'.repeat(length);
	expect([isNew(name), isNew(`${name}y`), isNew(name)]).toStrictEqual([true, true, false]);
});

it('takes many long names that begin alike without a stall', () => {
	const start = 'x'.repeat(LONG);
	const isNew = createDistinctNames();
	const names = Array.from({ length: many(6000) }, (_, n) => start + String(n).padStart(5, '0'));
	expect(withoutStall(() => names.every(isNew))).toBe(true);
});
