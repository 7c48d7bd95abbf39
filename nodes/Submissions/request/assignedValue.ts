import { isExactNumber } from './exactNumber';
import { checkSize } from './fieldSize';
import { toJsonValue } from './fieldValue';
import type { JsonValue } from './json';
import { findRepeatedName, isObject, parseJson } from './json';
import { parsePlainReference } from './plainReference';
import { LONGEST_QUOTE, quote, Refusal } from './refusal';

/** What to write instead of a text, with the expression to paste where the row holds a reference. */
type Advise = (text: string, reference: string | undefined) => string | undefined;

/** The types that a row of Define Below can have; n8n's own Edit Fields node has the same. */
const TYPES: Record<
	string,
	{
		readonly label: string;
		read(value: JsonValue): JsonValue | undefined;
		readonly advise?: Advise;
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
 * @param readWritten gives the row's value as the workflow holds it, for the expression of a refusal
 * @throws Refusal naming the field when the value does not fit the type or holds a name twice
 */
export function toAssignedType(
	value: JsonValue,
	type: string,
	field: string,
	readWritten: () => unknown = () => undefined,
): JsonValue {
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
		adviceFor(value, reader.advise, readWritten()),
	);
}

function adviceFor(value: JsonValue, advise: Advise | undefined, written: unknown): string {
	if (value === '') {
		return 'For empty cells, set Empty Values under Options to Leave Out or to Clear the Field.';
	}
	const advice =
		typeof value === 'string' && value.length <= LONGEST_QUOTE
			? advise?.(value, referenceIn(written))
			: undefined;
	return (
		advice ??
		'Change the type of the row, or the value. An expression that returns null clears the field, and one that returns undefined leaves it out.'
	);
}

/** What a row refers to, where that is all that its expression does: `$json.name`, say. */
function referenceIn(written: unknown): string | undefined {
	if (typeof written !== 'string' || written.length > 2 * LONGEST_QUOTE) return undefined;
	return parsePlainReference(written) === undefined ? undefined : written.slice(3, -2).trim();
}

/** As spreadsheets write numbers: with a decimal comma, signs between the thousands, or a unit. */
function adviseNumber(given: string, reference: string | undefined): string | undefined {
	const text = given.trim();
	const decimalComma = '",", "."';
	const noCommas = String.raw`/,(?=\d{3}(?!\d))/g, ""`;
	if (/^-?\d{1,3},\d{3}$/.test(text)) {
		return `If the comma is a decimal one, write it as a point${pasted(reference, decimalComma)}; if it stands between thousands, leave it out${pasted(reference, noCommas)}.`;
	}
	if (/^-?\d+,\d+$/.test(text)) {
		return `Write it with a point, ${text.replace(',', '.')}${pasted(reference, decimalComma)}.`;
	}
	if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) {
		return `Leave the commas out${pasted(reference, noCommas)}.`;
	}
	const sign = /^-?\d{1,3}(?:([.' \u00a0\u202f’])\d{3})(?:\1\d{3})*(?:,\d+)?$/.exec(text)?.[1];
	if (sign !== undefined) {
		const shape = sign === '.' ? String.raw`\.` : sign.trim() || String.raw`\s`;
		const noSigns = String.raw`/${shape}(?=\d{3}(?!\d))/g, ""`;
		return `Leave out what stands between the thousands${pasted(reference, noSigns, decimalComma)}.`;
	}
	const [, before = '', number, after = ''] = WITH_UNIT.exec(text) ?? [];
	if (number === undefined) return undefined;
	const units = [before, after].filter((unit) => unit !== '').map((unit) => `${quote(unit)}, ""`);
	return `Give the number alone, ${number}${pasted(reference, ...units)}.`;
}

/** A number beside one unit or currency, whose sign nobody can mistake. */
const WITH_UNIT = /^([^\d(){}"\\.,−-]*[^\w(){}"\\.,−-])?(-?\d+(?:\.\d+)?)([^\d(){}"\\.,−-]*)$/;

/** Words that a table has for yes and no. */
const YES_AND_NO = [
	['yes', 'no'],
	['y', 'n'],
	['on', 'off'],
	['ja', 'nein'],
	['oui', 'non'],
	['sí', 'no'],
	['si', 'no'],
	['sim', 'não'],
	['да', 'нет'],
	['wahr', 'falsch'],
	['vrai', 'faux'],
	['☑', '☐'],
] as const;

function adviseBoolean(text: string, reference: string | undefined): string | undefined {
	const lower = text.toLowerCase();
	const pair = YES_AND_NO.find((words) => words.some((word) => word === lower));
	if (pair === undefined || reference === undefined) return undefined;
	const [yes, no] = pair.map((word) => quote(inCaseOf(text, word)));
	return `If ${yes} means true and ${no} false, paste {{ ({ ${yes}: true, ${no}: false })[${reference}] ?? ${reference} }}.`;
}

function inCaseOf(given: string, word: string): string {
	if (given === given.toLowerCase()) return word;
	const isTitle = given.length > 1 && given !== given.toUpperCase();
	return isTitle ? word.charAt(0).toUpperCase() + word.slice(1) : word.toUpperCase();
}

/**
 * With the expression to paste, which leaves alone what is no text, as the table may hold numbers too.
 *
 * @param replacements what each `replace` is given, one after the other
 */
function pasted(reference: string | undefined, ...replacements: string[]): string {
	if (reference === undefined) return '';
	const changed = replacements.map((given) => `(${given})`).join('.replace');
	return `: paste {{ ${reference}?.replace?.${changed} ?? ${reference} }}`;
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
