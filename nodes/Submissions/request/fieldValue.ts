import type { Room } from './fieldSize';
import { createRoom } from './fieldSize';
import { HALF_CHARACTER_REMEDY, holdsHalfCharacter } from './halfCharacter';
import type { JsonObject, JsonValue } from './json';
import { emptyObject } from './json';
import type { Place } from './place';
import { placeName } from './place';
import { quote, Refusal } from './refusal';

const PARAMETER = 'Field Data';
const DEEPEST = 200;

/**
 * A value as an expression can give it, turned into one that JSON can say; the same in every mode and
 * body format.
 *
 * - dates and date-times become ISO 8601 text (a Luxon one keeps its zone);
 * - big integers become their digits as text;
 * - in an object, what is undefined is left out;
 * - all else that JSON cannot say is refused: nothing is dropped or turned into null in silence.
 *
 * @param value the value of one field
 * @param field the field's name
 * @param noteLeftOut is told each undefined that is left out, by its place such as `address.city`
 * @param room what the item's field data may still hold
 * @throws Refusal naming the field and the place in it
 */
export function toJsonValue(
	value: unknown,
	field: string,
	noteLeftOut: (place: string) => void = () => undefined,
	room: Room = createRoom(),
): JsonValue {
	const place = { step: field, within: undefined };
	checkName(field, place);
	return convert(value, place, { open: new Set(), noteLeftOut, room });
}

interface Reading {
	/** The objects that hold the value. */
	readonly open: Set<object>;
	readonly noteLeftOut: (place: string) => void;
	readonly room: Room;
}

function convert(value: unknown, place: Place, reading: Reading): JsonValue {
	reading.room.take(lengthOf(place.step) + lengthOf(value), () => placeName(place));
	switch (typeof value) {
		case 'string':
			return convertText(value, place);
		case 'boolean':
			return value;
		case 'number':
			if (Number.isFinite(value)) return value;
			throw refusal(place, `is ${value}`, 'Field data can hold only finite numbers.');
		case 'bigint':
			return value.toString();
		case 'object':
			return value === null ? null : convertObject(value, place, reading);
		case 'undefined':
			throw refusal(place, 'is undefined', 'Give null for "no value", or take it out of the list.');
		case 'function':
		case 'symbol':
			throw refusal(place, `is a ${typeof value}`, 'Check what the expression gives.');
	}
}

function lengthOf(text: unknown): number {
	return typeof text === 'string' ? text.length : 0;
}

/** What Luxon and JavaScript write for a date that they cannot read; n8n makes text of a date-time. */
const INVALID_DATES = new Set(['Invalid DateTime', 'Invalid Date']);

function convertText(text: string, place: Place): string {
	if (INVALID_DATES.has(text)) throw invalidDate(place);
	if (!holdsHalfCharacter(text)) return text;
	throw refusal(place, 'holds half of a character, which cannot be sent', HALF_CHARACTER_REMEDY);
}

function checkName(name: string, place: Place): void {
	if (!holdsHalfCharacter(name)) return;
	throw refusal(
		place,
		'has half of a character in its name, which cannot be sent',
		HALF_CHARACTER_REMEDY,
	);
}

function convertObject(value: object, place: Place, reading: Reading): JsonValue {
	const { open } = reading;
	if (open.has(value)) {
		throw refusal(
			place,
			'refers back to an object that holds it',
			'Pick the fields that you need from it.',
		);
	}
	if (open.size >= DEEPEST) {
		throw refusal(
			place,
			`is nested more than ${DEEPEST} levels deep`,
			'Pick the fields that you need from it.',
		);
	}
	if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
		throw refusal(
			place,
			'holds binary data',
			'To send a file, set the Body Format option to Multipart and name the file under Files.',
		);
	}
	const date = toDateText(value, place);
	if (date !== undefined) return date;
	open.add(value);
	const result = convertContents(value, place, reading);
	open.delete(value);
	return result;
}

function convertContents(value: object, place: Place, reading: Reading): JsonValue {
	if (Array.isArray(value)) {
		// Not map, which would pass over the gaps of a list.
		return Array.from(value, (element: unknown, index) =>
			convert(element, { step: index, within: place }, reading),
		);
	}
	if (isPlain(value)) return convertEntries(value, place, reading);
	if ('toJSON' in value && typeof value.toJSON === 'function') {
		const written = (value.toJSON as () => unknown)();
		// As libraries write a date that they cannot read; it would clear the field.
		if (written === null) throw invalidDate(place);
		return convert(written, place, reading);
	}
	throw refusal(
		place,
		`is an object of the kind ${quote(classNameOf(value))}, which JSON cannot hold`,
		'Give text, a number, a list or a plain object.',
	);
}

function convertEntries(object: object, within: Place, reading: Reading): JsonObject {
	const result = emptyObject();
	// Not by entries: to make them of millions of fields takes seconds, before they are counted.
	for (const key of Object.keys(object)) {
		const element: unknown = Reflect.get(object, key);
		const place = { step: key, within };
		if (element === undefined) {
			reading.room.take(key.length, () => placeName(place));
			reading.noteLeftOut(placeName(place));
			continue;
		}
		checkName(key, place);
		result[key] = convert(element, place, reading);
	}
	return result;
}

/** A Date, or anything that writes itself as ISO 8601 as Luxon's date-times and durations do. */
function toDateText(value: object, place: Place): string | undefined {
	if (Object.prototype.toString.call(value) === '[object Date]') {
		const date = value as Date;
		if (Number.isNaN(date.getTime())) throw invalidDate(place);
		return date.toISOString();
	}
	if (!('toISO' in value) || typeof value.toISO !== 'function') return undefined;
	const isInvalid = 'isValid' in value && value.isValid === false;
	const text = isInvalid ? undefined : isoOf(value as { toISO(): unknown });
	if (typeof text !== 'string') throw invalidDate(place);
	return text;
}

/** n8n turns the ends of an interval into text, after which it can't write itself any more. */
function isoOf(value: { toISO(): unknown }): unknown {
	try {
		return value.toISO();
	} catch {
		return undefined;
	}
}

function invalidDate(place: Place): Refusal {
	return refusal(
		place,
		'is a date that cannot be read',
		'Say how its text is written, such as {{ DateTime.fromFormat($json.date, "dd.MM.yyyy") }} for 31.01.2030; text that is no date goes as it is, without toDateTime().',
	);
}

/**
 * Whether an object is only a collection of its fields. Objects of another JavaScript realm, such as
 * n8n's expression engine, have another `Object.prototype`.
 *
 * @param value any object
 */
export function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * What kind of object it is: `Date`, `Map` and so on.
 *
 * @param value any object
 */
export function classNameOf(value: object): string {
	return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function refusal(place: Place, found: string, remedy: string): Refusal {
	return new Refusal(PARAMETER, `The field ${quote(placeName(place))} ${found}.`, remedy);
}
