import fc from 'fast-check';
import { parse, stringify } from 'qs';

import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { flatten } from '../../../nodes/Submissions/request/bracketNames.ts';
import { asTexts, fieldDataWith, names, texts } from './fieldDataValues.ts';
import { holds } from './seeded.ts';
import { encoded } from './text.ts';

/** Two fields that would be written under one name are refused: `{ a: { b: 1 }, 'a[b]': 2 }`. */
const namesEachOnce = (value: object): boolean => {
	const written = stringify(value)
		.split('&')
		.map((field) => field.split('=', 1)[0]);
	return new Set(written).size === written.length;
};
const fieldData = fieldDataWith(names).filter(namesEachOnce);

/** Names in which no bracket can be taken for nesting, and no number for a place in a list. */
const plainNames = texts.filter(
	(name) => name !== '' && name !== '__proto__' && !/[[\]]|^\d+$/.test(name),
);

holds('writes a form as qs does, byte for byte', fieldData, (value) => {
	expect(encoded(value, 'form')).toBe(stringify(value));
});

holds('writes a form that qs reads back as it was', fieldDataWith(plainNames), (value) => {
	const read = parse(encoded(value, 'form'), {
		depth: Infinity,
		parameterLimit: Infinity,
		arrayLimit: 1000,
		allowPrototypes: true,
		plainObjects: true,
	});
	expect(JSON.stringify(toPlain(read))).toBe(JSON.stringify(asTexts(value)));
});

holds('writes a form that browsers read back as it was', fieldData, (value) => {
	expect([...new URLSearchParams(encoded(value, 'form'))]).toStrictEqual(flatten(value));
});

holds(
	'puts a form under a path as qs writes it',
	fc.tuple(
		// Brackets at the end of a field's own name go on nesting here, which qs knows nothing of; others are refused.
		fieldDataWith(names.filter((name) => !/[[\]]/.test(name))).filter(namesEachOnce),
		fc.array(
			// Spaces around the names of a path are taken for slips; dots and braces need quotes.
			plainNames.filter((name) => !/[.{}]/.test(name) && name.trim() === name),
			{ minLength: 1, maxLength: 3 },
		),
	),
	([value, path]) => {
		fc.pre(Object.keys(value).length > 0);
		const wrapped = path.reduceRight<object>((inner, name) => ({ [name]: inner }), value);
		expect(encoded(value, 'form', path.join('.'))).toBe(stringify(wrapped));
	},
);

test.each(['indices', 'brackets'] as const)(
	'writes a list of 20 that qs reads back as a list, and one of 21 as an object: %s',
	(arrayFormat) => {
		for (const length of [20, 21]) {
			const tags = Array.from({ length }, (_, index) => String(index));
			const body = encodeBody({ tags }, [], 'form', '', arrayFormat);
			const { tags: read } = parse(body.kind === 'text' ? body.content : '');
			expect(read).toStrictEqual(length > 20 ? Object.fromEntries(tags.entries()) : tags);
		}
	},
);

/** qs gives objects without a prototype. */
function toPlain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(toPlain);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]));
}
