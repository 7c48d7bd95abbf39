import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/Submissions/request/json.ts';

/** Any text that UTF-8 can hold, with a liking for what has a meaning in one of the formats. */
export const texts = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.string({ unit: 'grapheme', maxLength: 8 }),
	fc.string({
		unit: fc.constantFrom(...Array.from('[]%&=+;"\'\\\r\n\t .{}:,-\u0000\ufeff\u2028é😀')),
		maxLength: 8,
	}),
);

/** Names of fields, with those that JavaScript has other uses for. */
export const names = fc.oneof(
	{ weight: 9, arbitrary: texts },
	{ weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '0', '1', '') },
);

const scalars: fc.Arbitrary<JsonValue> = fc.oneof(
	texts,
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);

/**
 * Field data of all shapes that all formats can say: no list, no object and no name in it is empty, and no
 * name within an object holds a bracket.
 *
 * @param keys the names that may stand in it
 */
export function fieldDataWith(keys: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
	const given = keys.filter((name) => name !== '');
	const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 2, withCrossShrink: true },
			scalars,
			fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
			objectsOf(
				given.filter((name) => !/[[\]]/.test(name)),
				tie('value'),
				1,
			),
		),
	}));
	return objectsOf(given, value, 0);
}

function objectsOf(
	keys: fc.Arbitrary<string>,
	values: fc.Arbitrary<JsonValue>,
	minLength: number,
): fc.Arbitrary<JsonObject> {
	return fc
		.uniqueArray(fc.tuple(keys, values), { minLength, maxLength: 3, selector: ([name]) => name })
		.map((entries) => Object.fromEntries(entries));
}

/** What is left of field data where every value is text. */
export function asTexts(value: JsonValue): unknown {
	if (Array.isArray(value)) return value.map(asTexts);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asTexts(inner)]));
	}
	return value === null ? '' : String(value);
}
