/**
 * A text as a row of UTF-16 units, each with the stretch of the original text that spells it. Units are
 * folded: what a service may write in another letter case, and the signs that Base64 and form values
 * have two ways of writing, are the same unit.
 */
export interface Spelled {
	readonly units: readonly number[];
	/** By unit: where in the original its spelling starts. */
	readonly starts: readonly number[];
	/** By unit: where in the original its spelling ends. */
	readonly ends: readonly number[];
}

/** Deeper than this nobody encodes what is encoded already. */
const MOST_LEVELS = 6;

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;

/**
 * A text as it stands, then with one layer of encoding undone, then with two, until nothing is encoded
 * any more. A layer is any mixture of percent-encoding, escapes of JSON and entities of HTML. Each takes
 * time in line with the length of the text.
 *
 * @param text any text
 */
export function levelsOf(text: string): Spelled[] {
	const levels = [asItStands(text)];
	for (let level = levels[0]; level !== undefined && levels.length < MOST_LEVELS;) {
		level = unspell(level);
		if (level !== undefined) levels.push(level);
	}
	return levels;
}

function asItStands(text: string): Spelled {
	const units = Array.from({ length: text.length }, (_, index) => fold(text.charCodeAt(index)));
	return {
		units,
		starts: units.map((_, index) => index),
		ends: units.map((_, index) => index + 1),
	};
}

function fold(unit: number): number {
	if (unit === 0x2b || unit === 0x2d) return 0x20;
	if (unit === 0x5f) return 0x2f;
	if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
	const lower = String.fromCharCode(unit).toLowerCase();
	return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** One layer less; undefined where there is none. */
function unspell({ units, starts, ends }: Spelled): Spelled | undefined {
	const inner = {
		units: [] as number[],
		starts: [] as number[],
		ends: [] as number[],
	};
	let isChanged = false;
	// Backslashes before a unit belong to its spelling.
	let startOfNext: number | undefined;
	for (let at = 0; at < units.length;) {
		const found = escapeAt(units, at);
		if (found === undefined && units[at] === BACKSLASH) {
			startOfNext ??= starts[at];
			isChanged = true;
			at++;
			continue;
		}
		const { code, length } = found ?? { code: units[at] ?? 0, length: 1 };
		const start = startOfNext ?? starts[at] ?? 0;
		const end = ends[at + length - 1] ?? 0;
		for (const unit of unitsOf(code)) {
			inner.units.push(fold(unit));
			inner.starts.push(start);
			inner.ends.push(end);
		}
		isChanged ||= found !== undefined;
		startOfNext = undefined;
		at += length;
	}
	return isChanged ? inner : undefined;
}

function unitsOf(code: number): number[] {
	if (code <= 0xffff) return [code];
	return [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff)];
}

/** A character that is spelled by several units. */
interface Escape {
	readonly code: number;
	/** Units. */
	readonly length: number;
}

function escapeAt(units: readonly number[], at: number): Escape | undefined {
	switch (units[at]) {
		case PERCENT:
			return percentAt(units, at);
		case BACKSLASH:
			return jsonEscapeAt(units, at);
		case AMPERSAND:
			return entityAt(units, at);
		default:
			return undefined;
	}
}

/** Percent-encoded UTF-8; a byte that starts or continues nothing stands for itself. */
function percentAt(units: readonly number[], at: number): Escape | undefined {
	const first = percentByteAt(units, at);
	if (first === undefined) return undefined;
	const more =
		first.code < 0xc2 || first.code > 0xf4 ? 0 : 1 + +(first.code > 0xdf) + +(first.code > 0xef);
	let { length } = first;
	let code = more === 0 ? first.code : first.code & (0x3f >> more);
	for (let count = 0; count < more; count++) {
		const next = percentByteAt(units, at + length);
		if (next === undefined || next.code >> 6 !== 2) return first;
		code = (code << 6) | (next.code & 0x3f);
		length += next.length;
	}
	return code > 0x10ffff ? first : { code, length };
}

/** `%41`, and `%2541` or `%252541` where a percent sign was encoded again. */
function percentByteAt(units: readonly number[], at: number): Escape | undefined {
	if (units[at] !== PERCENT) return undefined;
	let digits = at + 1;
	while (isText(units, digits, '25') && hexAt(units, digits + 2, 2) !== undefined) digits += 2;
	const code = hexAt(units, digits, 2);
	return code === undefined ? undefined : { code, length: digits + 2 - at };
}

/** `\u0041`, and `\x41` as JavaScript, Python and C have it too. */
function jsonEscapeAt(units: readonly number[], at: number): Escape | undefined {
	const digits = isText(units, at + 1, 'u') ? 4 : isText(units, at + 1, 'x') ? 2 : 0;
	const code = digits === 0 ? undefined : hexAt(units, at + 2, digits);
	return code === undefined ? undefined : { code, length: digits + 2 };
}

/** In the order of their codes, from U+00A0 and from U+00DF on; of capital letters folding leaves none. */
const LATIN_1_SIGNS =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest';
const LATIN_1_LETTERS =
	'szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const ASCII: Readonly<Record<string, string>> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$' },
	...{ percnt: '%', lpar: '(', rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', sol: '/' },
	...{ colon: ':', semi: ';', equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[' },
	...{ bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', grave: '`', lcub: '{' },
	...{ lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', tab: '\t', newline: '\n' },
};

/** Names under which HTML has characters, as they stand folded, with their codes. */
const NAMED: ReadonlyMap<string, number> = new Map([
	...LATIN_1_SIGNS.split(' ').map((name, index) => [name, 0xa0 + index] as const),
	...LATIN_1_LETTERS.split(' ').map((name, index) => [name, 0xdf + index] as const),
	...Object.entries(ASCII).map(([name, sign]) => [name, sign.charCodeAt(0)] as const),
]);

const LONGEST_NAME = Math.max(...Array.from(NAMED.keys(), ({ length }) => length));

/** More digits than a character's number can have, leading zeros included. */
const MOST_DIGITS = 12;

function entityAt(units: readonly number[], at: number): Escape | undefined {
	if (!isText(units, at + 1, '#')) return namedAt(units, at);
	const base = isText(units, at + 2, 'x') ? 16 : 10;
	const digits = at + (base === 16 ? 3 : 2);
	let code = 0;
	for (let end = digits; end < digits + MOST_DIGITS; end++) {
		const digit = digitOf(units[end]) ?? base;
		if (digit >= base) {
			return end === digits || code > 0x10ffff ? undefined : endedAt(units, at, end, code);
		}
		code = code * base + digit;
	}
	return undefined;
}

/** Browsers read an entity without its semicolon, too; one that is escaped still stands before its own. */
function endedAt(
	units: readonly number[],
	at: number,
	end: number,
	code: number,
): Escape | undefined {
	if (units[end] === BACKSLASH || units[end] === PERCENT) return undefined;
	return { code, length: end - at + +isText(units, end, ';') };
}

/** The longest name that stands there. */
function namedAt(units: readonly number[], at: number): Escape | undefined {
	const letters = units.slice(at + 1, at + 1 + LONGEST_NAME);
	for (let length = letters.length; length > 1; length--) {
		const code = NAMED.get(String.fromCharCode(...letters.slice(0, length)));
		if (code !== undefined) return endedAt(units, at, at + 1 + length, code);
	}
	return undefined;
}

function hexAt(units: readonly number[], at: number, count: number): number | undefined {
	let code = 0;
	for (let index = at; index < at + count; index++) {
		const digit = digitOf(units[index]);
		if (digit === undefined) return undefined;
		code = code * 16 + digit;
	}
	return code;
}

/** The value of a hexadecimal digit. */
function digitOf(unit: number | undefined): number | undefined {
	if (unit === undefined) return undefined;
	if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
	return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : undefined;
}

function isText(units: readonly number[], at: number, text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		if (units[at + index] !== text.charCodeAt(index)) return false;
	}
	return true;
}
