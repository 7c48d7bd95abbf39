import { createDistinctNames } from './distinctNames';
import { isExactNumber } from './exactNumber';
import { endOfText } from './jsonSize';
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
		const exact = withAllDigits(json);
		return { ok: true, value: exact === json ? value : (JSON.parse(exact) as JsonValue) };
	} catch {
		return {
			ok: false,
			// Of an answer nobody asks for it.
			get fault() {
				return faultIn(json);
			},
		};
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
	const open: ((name: string) => boolean)[] = [];
	let repeated: string | undefined;
	walkJson(json, (token, start, end) => {
		if (token === '{') open.push(createDistinctNames());
		else if (token === '}') open.pop();
		else if (token === 'key') {
			const name = JSON.parse(json.slice(start, end)) as string;
			if (open.at(-1)?.(name) === false) repeated ??= name;
		}
	});
	return repeated;
}

function withoutMark(text: string): string {
	return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A number that is shorter and has no exponent is one that JavaScript holds exactly. */
const SHORTEST_INEXACT = 16;

/** The same JSON, with the numbers that JavaScript cannot hold exactly as texts. */
function withAllDigits(json: string): string {
	const pieces: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length;) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = endOfText(json, at);
		else if (!isDigit(code)) at++;
		else {
			const start = json[at - 1] === '-' ? at - 1 : at;
			at = endOfNumber(json, at);
			const number = json.slice(start, at);
			if (!mayBeInexact(number) || isExactNumber(number)) continue;
			pieces.push(json.slice(copied, start), `"${number}"`);
			copied = at;
		}
	}
	return pieces.length === 0 ? json : pieces.join('') + json.slice(copied);
}

const QUOTE = 0x22;

function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}

function endOfNumber(json: string, start: number): number {
	let end = start;
	while (isOfNumber(json.charCodeAt(end))) end++;
	return end;
}

/** A digit, `+`, `-`, `.`, `e` or `E`. */
function isOfNumber(code: number): boolean {
	if (isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45) return true;
	return code === 0x2b || code === 0x2d;
}

function mayBeInexact(number: string): boolean {
	return number.length >= SHORTEST_INEXACT || /e/i.test(number);
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
