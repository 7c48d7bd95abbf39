import { toAssignedType } from './assignedValue';
import { checkSize, createRoom } from './fieldSize';
import { isPlain, classNameOf, toJsonValue } from './fieldValue';
import type { JsonObject, JsonValue } from './json';
import { emptyObject, findRepeatedName, isObject, parseJson } from './json';
import type { EmptyValues } from './options';
import { quote, Refusal } from './refusal';

const PARAMETER = 'Field Data';

/** Field data, and what was asked for and had nothing to send: names of fields, and places in them. */
export interface ReadFieldData {
	readonly fieldData: JsonObject;
	readonly leftOut: readonly string[];
	/** Names in Fields to Ignore that the item does not have. */
	readonly absent: readonly string[];
}

/**
 * Field data from the rows of Define Below. Names are taken literally: a dot in a name is a dot.
 * A row whose expression gives nothing (undefined) is left out; null is sent, to clear the field.
 *
 * @param collection the value of the `assignmentCollection`: `{ assignments: [{ name, value, type }] }`
 * @param emptyValues what becomes of empty text
 * @param readWritten gives the value of a row, counted from 0, as the workflow holds it
 * @throws Refusal for a row without a name, two rows of one name, or a value that cannot be sent
 */
export function fromAssignments(
	collection: unknown,
	emptyValues: EmptyValues = 'send',
	readWritten: (row: number) => unknown = () => undefined,
): ReadFieldData {
	const fieldData = emptyObject();
	const leftOut: string[] = [];
	const named = new Set<string>();
	const room = createRoom();
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
		else {
			const json = toJsonValue(value, name, (place) => leftOut.push(place), room);
			const given = unlessEmpty(json, emptyValues);
			if (given === undefined) continue;
			fieldData[name] = toAssignedType(given, type, name, () => readWritten(index));
		}
	}
	return { fieldData, leftOut, absent: [] };
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
 * @param emptyValues what becomes of empty text
 * @throws Refusal for a value that cannot be sent
 */
export function fromItem(
	json: object,
	ignored: readonly string[],
	emptyValues: EmptyValues = 'send',
): ReadFieldData {
	const absent = new Map(ignored.map((name) => [composed(name), name]));
	const isIgnored = new Set(absent.keys());
	const fieldData = emptyObject();
	const leftOut: string[] = [];
	const room = createRoom();
	for (const name of Object.keys(json)) {
		if (isIgnored.size > 0 && isIgnored.has(composed(name))) {
			absent.delete(composed(name));
			continue;
		}
		const value: unknown = Reflect.get(json, name);
		if (value === undefined) leftOut.push(name);
		else {
			const read = toJsonValue(value, name, (place) => leftOut.push(place), room);
			const given = unlessEmpty(read, emptyValues);
			if (given !== undefined) fieldData[name] = given;
		}
	}
	return { fieldData, leftOut, absent: [...absent.values()] };
}

/** Letters with marks have two spellings that nobody sees; macOS writes the longer one. */
function composed(name: string): string {
	return name.normalize('NFC');
}

/** Undefined where it is to be left out. */
function unlessEmpty(value: JsonValue, emptyValues: EmptyValues): JsonValue | undefined {
	if (value !== '' || emptyValues === 'send') return value;
	return emptyValues === 'clear' ? null : undefined;
}

/**
 * Field data from JSON: text, or the object that an expression gave.
 *
 * @param value JSON text of an object, or an object
 * @param emptyValues what becomes of empty text
 * @throws Refusal saying line and column where the text is not JSON, a name that stands twice in it,
 * or what stands there instead of an object
 */
export function fromJson(value: unknown, emptyValues: EmptyValues = 'send'): ReadFieldData {
	const json = typeof value === 'string' ? fromText(value) : value;
	if (!isObject(json) || !isPlain(json)) {
		throw new Refusal(
			PARAMETER,
			`Field Data (JSON) is ${describeGiven(json)}, not an object.`,
			'Give an object with the fields by name, such as { "name": "Ada" }.',
		);
	}
	return fromItem(json, [], emptyValues);
}

function fromText(text: string): unknown {
	if (text.trim() === '') return undefined;
	checkSize(text, PARAMETER);
	const reading = parseJson(text);
	if (reading.ok) {
		const repeated = findRepeatedName(text);
		if (repeated === undefined) return reading.value;
		throw new Refusal(
			PARAMETER,
			`The name ${quote(repeated)} stands twice in one object of Field Data (JSON).`,
			'Remove one of them; to send several values, give one list.',
		);
	}
	const { line, column } = reading.fault;
	throw new Refusal(
		PARAMETER,
		`Field Data (JSON) cannot be read: it goes wrong at line ${line}, column ${column}.`,
		'Check quotes, commas and brackets there. In an expression, give an object instead of putting text together.',
	);
}

function describeGiven(value: unknown): string {
	if (value === undefined) return 'empty';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object'
		? `a value of the kind ${classNameOf(value)}`
		: `a ${typeof value}`;
}

/**
 * Names of fields to leave out.
 *
 * @param given names as people type them, separated by commas, with or without spaces around them; or
 * from an expression, a list of names, each taken exactly, or a number
 * @throws Refusal for anything else: a field that is not left out would be sent
 */
export function fieldNames(given: unknown): string[] {
	if (typeof given === 'string') {
		return given
			.split(',')
			.map((name) => name.trim())
			.filter((name) => name !== '');
	}
	const names: readonly unknown[] = Array.isArray(given) ? given : [given];
	return Array.from(names, (name) => {
		if (typeof name === 'string' || typeof name === 'number') return String(name);
		throw new Refusal(
			'Fields to Ignore',
			`Fields to Ignore ${Array.isArray(given) ? 'holds' : 'is'} ${describeGiven(name)}, not the name of a field.`,
			'Give names separated by commas, or a list of names; empty text ignores none.',
		);
	});
}
