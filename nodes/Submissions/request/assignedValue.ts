import { isExactNumber } from './exactNumber';
import { checkSize } from './fieldSize';
import { toJsonValue } from './fieldValue';
import type { JsonValue } from './json';
import { findRepeatedName, isObject, parseJson } from './json';
import { quote, Refusal } from './refusal';

/** The types that a row of Define Below can have; n8n's own Edit Fields node has the same. */
const TYPES: Record<
	string,
	{ readonly label: string; read(value: JsonValue): JsonValue | undefined }
> = {
	string: { label: 'text', read: readText },
	number: { label: 'a number', read: readNumber },
	boolean: { label: 'true or false', read: readBoolean },
	array: { label: 'a list', read: (value) => readStructure(value, Array.isArray) },
	object: { label: 'an object', read: (value) => readStructure(value, isObject) },
};

const STRUCTURED = new Set(['array', 'object']);

/**
 * The value of one row of Define Below, in the type that the row names.
 *
 * A value is converted only where nothing is lost or guessed: `"12"` is a number, `"yes"` is not true,
 * and a number that JavaScript cannot hold exactly stays text.
 * `null` passes in every type: it clears the field.
 *
 * @param value what the row gives, already a JSON value
 * @param type the row's type; an unknown one (of a later n8n) leaves the value as it is
 * @param field the row's name, for a refusal
 * @throws Refusal naming the field when the value does not fit the type or holds a name twice
 */
export function toAssignedType(value: JsonValue, type: string, field: string): JsonValue {
	const reader = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
	if (value === null || reader === undefined) return value;
	if (typeof value === 'string' && STRUCTURED.has(type))
		checkSize(value, `The field ${quote(field)}`);
	const converted = reader.read(value);
	checkNamesIn(value, converted, field);
	// A list or object that stood in text is held to what every other value is held to.
	if (converted !== undefined) return toJsonValue(converted, field);
	throw new Refusal(
		'Field Data',
		`The field ${quote(field)} should be ${reader.label}, and its value is ${describe(value)}.`,
		'Change the type of the row or the value. To clear the field, let the expression give null; to leave it out, undefined.',
	);
}

/** JavaScript keeps the last of two values of one name and drops the other. */
function checkNamesIn(given: JsonValue, read: JsonValue | undefined, field: string): void {
	if (typeof given !== 'string' || typeof read !== 'object') return;
	const repeated = findRepeatedName(given);
	if (repeated === undefined) return;
	throw new Refusal(
		'Field Data',
		`The name ${quote(repeated)} stands twice in one object of the field ${quote(field)}.`,
		'Remove one of them; to send several values, give one list.',
	);
}

function readText(value: JsonValue): JsonValue {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function readNumber(value: JsonValue): JsonValue | undefined {
	if (typeof value === 'number') return value;
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
	return isExactNumber(text) ? Number(text) : text;
}

function readBoolean(value: JsonValue): JsonValue | undefined {
	if (typeof value === 'boolean') return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === 'true' || text === '1' || text === 1) return true;
	if (text === 'false' || text === '0' || text === 0) return false;
	return undefined;
}

function readStructure(
	value: JsonValue,
	fits: (candidate: JsonValue) => boolean,
): JsonValue | undefined {
	if (typeof value !== 'string') return fits(value) ? value : undefined;
	const reading = parseJson(value);
	return reading.ok && fits(reading.value) ? reading.value : undefined;
}

function describe(value: JsonValue): string {
	if (value === '') return 'empty text';
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	return typeof value === 'string'
		? `the text ${quote(value)}`
		: `the ${typeof value} ${String(value)}`;
}
