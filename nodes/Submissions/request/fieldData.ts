import { toAssignedType } from './assignedValue';
import { isPlain, kindOf, toJsonValue } from './fieldValue';
import type { JsonObject } from './json';
import { emptyObject, isObject, parseJson } from './json';
import { quote, Refusal } from './refusal';

const PARAMETER = 'Field Data';

/** Field data, and the names of the fields that were asked for and had nothing to send. */
export interface ReadFieldData {
	readonly fieldData: JsonObject;
	readonly leftOut: readonly string[];
}

/**
 * Field data from the rows of Define Below. Names are taken literally: a dot in a name is a dot.
 * A row whose expression gives nothing (undefined) is left out; null is sent, to clear the field.
 *
 * @param collection the value of the `assignmentCollection`: `{ assignments: [{ name, value, type }] }`
 * @throws Refusal for a row without a name, two rows of one name, or a value that cannot be sent
 */
export function fromAssignments(collection: unknown): ReadFieldData {
	const fieldData = emptyObject();
	const leftOut: string[] = [];
	const named = new Set<string>();
	for (const [index, { name, value, type }] of rowsOf(collection).entries()) {
		if (name.trim() === '') {
			throw new Refusal(
				PARAMETER,
				`Row ${index + 1} of Field Data has no field name.`,
				'Enter the name of the field as the form has it, or remove the row.',
			);
		}
		if (named.has(name)) {
			throw new Refusal(
				PARAMETER,
				`The field ${quote(name)} stands in two rows of Field Data.`,
				'Remove one of them; to send several values, use one row of the type Array.',
			);
		}
		named.add(name);
		if (value === undefined) leftOut.push(name);
		else fieldData[name] = toAssignedType(toJsonValue(value, name), type, name);
	}
	return { fieldData, leftOut };
}

interface Row {
	readonly name: string;
	readonly value: unknown;
	readonly type: string;
}

function rowsOf(collection: unknown): Row[] {
	const rows: unknown =
		typeof collection === 'object' && collection !== null && 'assignments' in collection
			? collection.assignments
			: [];
	if (!Array.isArray(rows)) return [];
	return rows.map((row: Partial<Record<keyof Row, unknown>> | null | undefined) => ({
		name: textOf(row?.name),
		value: row?.value,
		type: typeof row?.type === 'string' ? row.type : '',
	}));
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Field data from an input item's own fields.
 *
 * @param json the item's JSON, or the arguments of an AI tool's call
 * @param ignored names of fields to leave out
 * @throws Refusal for a value that cannot be sent
 */
export function fromItem(json: object, ignored: readonly string[]): ReadFieldData {
	const fieldData = emptyObject();
	const leftOut: string[] = [];
	for (const [name, value] of Object.entries(json)) {
		if (ignored.includes(name)) continue;
		if (value === undefined) leftOut.push(name);
		else fieldData[name] = toJsonValue(value, name);
	}
	return { fieldData, leftOut };
}

/**
 * Field data from JSON: text, or the object that an expression gave.
 *
 * @param value JSON text of an object, or an object
 * @throws Refusal saying line and column where the text is not JSON, or what stands there instead of
 * an object
 */
export function fromJson(value: unknown): ReadFieldData {
	const json = typeof value === 'string' ? fromText(value) : value;
	if (!isObject(json) || !isPlain(json)) {
		throw new Refusal(
			PARAMETER,
			`Field Data (JSON) is ${describe(json)}, not an object.`,
			'Give an object with the fields by name, such as { "name": "Ada" }.',
		);
	}
	return fromItem(json, []);
}

function fromText(text: string): unknown {
	if (text.trim() === '') return undefined;
	const reading = parseJson(text);
	if (reading.ok) return reading.value;
	const { line, column } = reading.fault;
	throw new Refusal(
		PARAMETER,
		`Field Data (JSON) cannot be read: it goes wrong at line ${line}, column ${column}.`,
		'Check quotes, commas and brackets there. In an expression, give an object instead of putting text together.',
	);
}

function describe(value: unknown): string {
	if (value === undefined) return 'empty';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? `a value of the kind ${kindOf(value)}` : `a ${typeof value}`;
}

/**
 * Splits a comma-separated list of field names as people type it.
 *
 * @param text names, with or without spaces around the commas; anything but text names none
 */
export function fieldNames(text: unknown): string[] {
	if (typeof text !== 'string') return [];
	return text
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
}
