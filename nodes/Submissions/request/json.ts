import { isExactNumber } from './exactNumber';
import { walkJson } from './jsonWalk';

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
 * Reads JSON without losing a digit: a number that JavaScript cannot hold exactly becomes its own text.
 *
 * @param text JSON text; a byte order mark before it is passed over
 * @returns the value, or where reading stopped; never a piece of the text, which may be personal data
 */
export function parseJson(text: string): JsonReading {
	const json = withoutMark(text);
	try {
		const value = JSON.parse(json) as JsonValue;
		return { ok: true, value: LONG_NUMBER.test(json) ? keepDigits(json) : value };
	} catch {
		return { ok: false, fault: faultIn(json) };
	}
}

/**
 * Finds a name that stands twice in one object; JavaScript's own parser keeps the last and drops the
 * others.
 *
 * @param text JSON text
 * @returns the first such name; undefined where there is none
 */
export function findRepeatedName(text: string): string | undefined {
	const json = withoutMark(text);
	const open: Set<string>[] = [];
	let repeated: string | undefined;
	walkJson(json, (token, start, end) => {
		if (token === '{') open.push(new Set());
		else if (token === '}') open.pop();
		else if (token === 'key') {
			const name = JSON.parse(json.slice(start, end)) as string;
			const names = open.at(-1);
			if (names?.has(name)) repeated ??= name;
			names?.add(name);
		}
	});
	return repeated;
}

function withoutMark(text: string): string {
	return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Only a number of 16 digits or with an exponent can be one that JavaScript does not hold exactly. */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;

function keepDigits(json: string): JsonValue {
	const pieces: string[] = [];
	let copied = 0;
	walkJson(json, (token, start, end) => {
		if (token !== 'number') return;
		const number = json.slice(start, end);
		if (isExactNumber(number)) return;
		pieces.push(json.slice(copied, start), `"${number}"`);
		copied = end;
	});
	return JSON.parse(pieces.join('') + json.slice(copied)) as JsonValue;
}

function faultIn(json: string): JsonFault {
	const end = walkJson(json, () => undefined) ?? json.length;
	let line = 1;
	let start = 0;
	for (;;) {
		const lineEnd = json.indexOf('\n', start);
		if (lineEnd < 0 || lineEnd >= end) return { line, column: end - start + 1 };
		line++;
		start = lineEnd + 1;
	}
}
