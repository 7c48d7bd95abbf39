import { isExactNumber } from './exactNumber';
import { checkSize } from './fieldSize';
import { toJsonValue } from './fieldValue';
import type { JsonValue } from './json';
import { findRepeatedName, isObject, parseJson } from './json';
import { LONGEST_QUOTE, quote, Refusal } from './refusal';

/** The types that a row of Define Below can have; n8n's own Edit Fields node has the same. */
const TYPES: Record<
	string,
	{
		readonly label: string;
		read(value: JsonValue): JsonValue | undefined;
		/** What to write instead of a text, with the expression to paste. */
		readonly advise?: (text: string, field: string) => string | undefined;
	}
> = {
	string: { label: 'text', read: readText },
	number: { label: 'a number', read: readNumber, advise: adviseNumber },
	boolean: { label: 'true or false', read: readBoolean, advise: adviseBoolean },
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
		`The field ${quote(field)} should be ${reader.label}, and its value is ${describeAssigned(value)}.`,
		adviceFor(value, field, reader.advise),
	);
}

function adviceFor(
	value: JsonValue,
	field: string,
	advise: ((text: string, field: string) => string | undefined) | undefined,
): string {
	if (value === '') {
		return 'For empty cells, set Empty Values under Options to Leave Out or to Clear the Field.';
	}
	const text = typeof value === 'string' ? value.trim() : '';
	const isShort = text.length <= LONGEST_QUOTE && field.length <= LONGEST_QUOTE;
	const advice = isShort ? advise?.(text, field) : undefined;
	return (
		advice ??
		'Change the type of the row, or the value. An expression that returns null clears the field, and one that returns undefined leaves it out.'
	);
}

/** As spreadsheets write numbers: with a decimal comma, or with signs between the thousands. */
function adviseNumber(text: string, field: string): string | undefined {
	const given = inputField(field);
	const decimalComma = `${given}.replace(",", ".")`;
	const noCommas = `${given}.replaceAll(",", "")`;
	if (/^-?\d{1,3},\d{3}$/.test(text)) {
		return `If the comma is a decimal one, paste ${pasted(decimalComma)}; if it stands between thousands, ${pasted(noCommas)}.`;
	}
	if (/^-?\d+,\d+$/.test(text)) {
		return `Write it with a point, ${text.replace(',', '.')}: paste ${pasted(decimalComma)}.`;
	}
	if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) {
		return `Leave the commas out: paste ${pasted(noCommas)}.`;
	}
	if (/^-?\d{1,3}([.' \u00a0\u202f’]\d{3})+(,\d+)?$/.test(text)) {
		const digits = `${given}.replace(/[^\\d,-]/g, "")`;
		return `Leave out what stands between the thousands: paste ${pasted(`${digits}.replace(",", ".")`)}.`;
	}
	const number = /^\D*(-?\d+(?:\.\d+)?)\D*$/.exec(text)?.[1];
	if (number === undefined) return undefined;
	return `Give the number alone, ${number}: paste ${pasted(`${given}.replace(/[^\\d.-]/g, "")`)}.`;
}

/** Words that a table has for yes, and for no. */
const YES = /^(?:yes|y|on|x|✓|☑|ja|oui|sí|si|sim|да|wahr|vrai)$/i;
const NO = /^(?:no|n|off|☐|nein|non|não|нет|falsch|faux)$/i;

function adviseBoolean(text: string, field: string): string | undefined {
	if (!YES.test(text) && !NO.test(text)) return undefined;
	const is = YES.test(text) ? '===' : '!==';
	const means = YES.test(text) ? 'true' : 'false';
	return `If ${quote(text)} means ${means}, and all else the opposite, paste ${pasted(`${inputField(field)} ${is} ${JSON.stringify(text)}`)}.`;
}

/** The input field that the row is most likely filled from. */
function inputField(field: string): string {
	return /^[A-Za-z_]\w*$/.test(field) ? `$json.${field}` : `$json[${JSON.stringify(field)}]`;
}

function pasted(expression: string): string {
	return `{{ ${expression} }}`;
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

function describeAssigned(value: JsonValue): string {
	if (value === '') return 'empty text';
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	return typeof value === 'string'
		? `the text ${quote(value)}`
		: `the ${typeof value} ${String(value)}`;
}
