import fc from 'fast-check';

import { findJsonFault } from '../../../nodes/Submissions/request/jsonFault.ts';
import { holdsFor } from '../property.ts';
import { many, withoutStall } from '../stall.ts';

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

const jsonText = fc
	.tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t'))
	.map(([value, space]) => JSON.stringify(value, null, space));

const nearlyJson = fc
	.tuple(jsonText, fc.nat(), fc.nat({ max: 2 }), fc.string({ maxLength: 2 }))
	.map(([text, at, removed, put]) => {
		const start = at % (text.length + 1);
		return text.slice(0, start) + put + text.slice(start + removed);
	});

const punctuation = fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\n 1-.eE+tnx\\u0')) });

it('finds none in JSON', () => {
	holdsFor(jsonText, (text) => {
		expect(findJsonFault(text)).toBeUndefined();
	});
});

it("agrees with JavaScript's own parser on what is JSON", () => {
	holdsFor(fc.oneof(nearlyJson, punctuation, fc.string({ unit: 'binary' })), (text) => {
		expect(findJsonFault(text) === undefined).toBe(isJson(text));
	});
});

it('finds it inside the text or at its end, and never before what is still the start of JSON', () => {
	holdsFor(fc.oneof(nearlyJson, punctuation), (text) => {
		const at = findJsonFault(text);
		if (at === undefined) return;
		expect(at).toBeGreaterThanOrEqual(0);
		expect(at).toBeLessThanOrEqual(text.length);
		const kept = text.slice(0, at);
		if (kept.trim() !== '') expect(findJsonFault(kept) ?? kept.length).toBe(kept.length);
	});
});

it.each([
	['', 0],
	[' ', 1],
	['[', 1],
	['[1 2]', 3],
	['[1,]', 3],
	['{,}', 1],
	['{"a"}', 4],
	['{"a":}', 5],
	['{"a":1 "b":2}', 7],
	['{"a":1,,}', 7],
	['[}', 1],
	['{]', 1],
	['{1:2}', 1],
	['{true:1}', 1],
	['{"a', 1],
	['{"a":1,2:3}', 7],
	['1:2', 1],
	['1,2', 1],
	['[1}', 2],
	['1 2', 2],
	['{} x', 3],
	['[TRUE]', 1],
	['[.5]', 1],
	['[5.]', 1],
	['[+5]', 1],
	['[0x1]', 1],
	["['a']", 1],
	['["\\x"]', 1],
	['["\\u12"]', 1],
	['/* x */ 1', 0],
])('finds it in %j after %i characters', (text, at) => {
	expect(findJsonFault(text)).toBe(at);
});

it('takes as long as the text is, not longer, on a text that opens and never closes', () => {
	expect(withoutStall(() => findJsonFault('['.repeat(many(1_000_000))))).toBe(many(1_000_000));
});
