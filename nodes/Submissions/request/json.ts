import { findJsonFault } from './jsonFault';

/** What JSON can say. Objects may have no prototype, so that every key is only a key. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
	[key: string]: JsonValue;
}

/** Text that is not JSON, with where reading it stopped (both counted from 1). */
export interface JsonFault {
	readonly line: number;
	readonly column: number;
}

export type JsonReading =
	| { readonly ok: true; readonly value: JsonValue }
	| { readonly ok: false; readonly fault: JsonFault };

/** An empty object in which `__proto__` is a name like any other. */
export function emptyObject(): JsonObject {
	return Object.create(null) as JsonObject;
}

/**
 * Whether a value is a JSON object (not a list, not null).
 *
 * @param value any JSON value
 */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads JSON without losing a digit: a number too large for JavaScript becomes its own text.
 *
 * @param text JSON text; a byte order mark before it is passed over
 * @returns the value, or where reading stopped; never a piece of the text, which may be personal data
 */
export function parseJson(text: string): JsonReading {
	const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		const value = JSON.parse(json) as JsonValue;
		return { ok: true, value: LONG_NUMBER.test(json) ? keepDigits(json) : value };
	} catch {
		return { ok: false, fault: placeOf(json) };
	}
}

/** Only a number of 16 digits or an exponent can be out of JavaScript's exact range. */
const LONG_NUMBER = /\d{16}|\d[eE][+-]?\d/;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function keepDigits(json: string): JsonValue {
	const quoted = json.replace(STRING_OR_NUMBER, (token) =>
		token.startsWith('"') || isExact(token) ? token : `"${token}"`,
	);
	return JSON.parse(quoted) as JsonValue;
}

function isExact(token: string): boolean {
	const number = Number(token);
	return /^-?\d+$/.test(token) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

function placeOf(json: string): JsonFault {
	const before = json.slice(0, findJsonFault(json)).split('\n');
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
