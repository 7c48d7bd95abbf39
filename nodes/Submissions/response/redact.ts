import { CUT_MARK } from '../request/refusal';
import { levelsOf } from './unspell';
import type { Spelled } from './unspell';

/**
 * Blanks secrets in a text.
 *
 * @param text any text
 * @param isCut whether the text may end in the middle of a secret, of which then nothing is left
 */
export type Redact = (text: string, isCut?: boolean) => string;

const BLANK = '[hidden]';

/**
 * Makes a function that blanks every secret of a credential, in every encoding in which a service (or
 * a proxy before it) may echo it. Each character of the secret may be spelled as it is, in either
 * letter case, percent-encoded, as a form value, escaped as in JSON or as in HTML, in any mixture; the
 * whole may stand in hexadecimal, in Base64 wherever in what was encoded, or in the wrong charset.
 *
 * It takes time in line with the length of the text, whatever the secrets are: no pattern is made of
 * them, which for a long token overflows the stack of a regular expression.
 *
 * @param secrets the values to blank; empty ones are passed over
 */
export function redactor(secrets: readonly string[]): Redact {
	const sought = [...new Set(secrets)].filter((secret) => secret !== '').flatMap(soughtFor);
	if (sought.length === 0) return (text) => text;
	return (text, isCut = false) => {
		const searched = isCut ? withoutCutEscape(text) : text;
		const stretches = levelsOf(searched).flatMap((level) => [
			...sought.flatMap((form) => stretchesOf(form, level, isCut)),
			...withoutBreaks(level).flatMap((joined) =>
				sought.flatMap((form) => (form.mayBreak ? stretchesOf(form, joined, isCut) : [])),
			),
		]);
		return blank(searched, stretches);
	};
}

/** One way in which a secret can stand in a text, ready to be sought (Knuth, Morris and Pratt). */
interface Sought {
	readonly units: readonly number[];
	/** By length of a beginning: how long the longest shorter beginning is with which that one ends. */
	readonly borders: readonly number[];
	/** Whether line breaks may stand in it that are none of its own. */
	readonly mayBreak: boolean;
	/** How many letters it begins with. */
	readonly letters: number;
}

/** Shorter ones look like parts of ordinary words when they are in Base64 or hexadecimal. */
const SHORTEST_AS_A_WHOLE = 4;

/** What is left of a secret when its own escapes are undone may be too little to be sought. */
const SHORTEST_UNSPELLED = 2;

function soughtFor(secret: string): Sought[] {
	const [plain, ...unspelled] = unitsOf(secret);
	const wholes = bytesOf(secret)
		.filter(({ length }) => length >= SHORTEST_AS_A_WHOLE)
		.flatMap((bytes) => [bytes.toString('hex'), ...base64Forms(bytes)]);
	const inOneLine = [
		...(plain === undefined ? [] : [plain]),
		...unspelled.filter(({ length }) => length >= SHORTEST_UNSPELLED),
		...misread(secret).flatMap(unitsOf),
	];
	return [
		...inOneLine.map((units) => toSeek(units, false)),
		...wholes.flatMap(unitsOf).map((units) => toSeek(units, true)),
	];
}

function unitsOf(text: string): (readonly number[])[] {
	return levelsOf(text).map(({ units }) => units);
}

function toSeek(units: readonly number[], mayBreak: boolean): Sought {
	const firstOther = units.findIndex((unit) => !isLetter(unit));
	const letters = firstOther === -1 ? units.length : firstOther;
	return { units, borders: bordersOf(units), mayBreak, letters };
}

function isLetter(unit: number): boolean {
	return /^[a-z]$/i.test(String.fromCharCode(unit));
}

/** How a secret may be written in bytes. */
function bytesOf(secret: string): Buffer[] {
	const utf8 = Buffer.from(secret, 'utf8');
	return isLatin1(secret) ? [utf8, Buffer.from(secret, 'latin1')] : [utf8];
}

/** Whether it has other letters than ASCII, and none beyond Latin-1. */
function isLatin1(secret: string): boolean {
	return /[^\0-\x7f]/.test(secret) && !/[^\0-\xff]/.test(secret);
}

/** What is left of other letters than ASCII where one charset was taken for another. */
function misread(secret: string): string[] {
	const utf8 = Buffer.from(secret, 'utf8');
	if (utf8.length === secret.length) return [];
	return [
		utf8.toString('latin1'),
		new TextDecoder('windows-1252').decode(utf8),
		...(isLatin1(secret) ? [new TextDecoder().decode(Buffer.from(secret, 'latin1'))] : []),
	].filter(({ length }) => length >= SHORTEST_UNSPELLED);
}

/** Long Base64 is often broken into lines. */
function withoutBreaks({ units, starts, ends }: Spelled): Spelled[] {
	if (!units.some(isBreak)) return [];
	const isKept = (_: number, index: number) => !isBreak(units[index]);
	return [
		{ units: units.filter(isKept), starts: starts.filter(isKept), ends: ends.filter(isKept) },
	];
}

function isBreak(unit: number | undefined): boolean {
	return unit === 0x0a || unit === 0x0d;
}

/**
 * Base64 writes three bytes as four letters, so a secret inside a longer text has one of three
 * spellings. Of each, the letters that depend on the secret alone are sought.
 */
function base64Forms(utf8: Buffer): string[] {
	return [0, 1, 2].map((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), utf8]);
		return bytes
			.toString('base64')
			.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
	});
}

function bordersOf(units: readonly number[]): number[] {
	const borders = [0, 0];
	let border = 0;
	for (let length = 2; length <= units.length; length++) {
		border = stepOf({ units, borders }, border, units[length - 1]);
		borders.push(border);
	}
	return borders;
}

/** How long a beginning of what is sought stands before a place once one more unit is read. */
function stepOf(
	{ units, borders }: Pick<Sought, 'units' | 'borders'>,
	length: number,
	unit: number | undefined,
): number {
	let known = length;
	while (known > 0 && units[known] !== unit) known = borders[known] ?? 0;
	return units[known] === unit ? known + 1 : 0;
}

/** A part of a text, from a position up to another. */
interface Stretch {
	readonly start: number;
	readonly end: number;
}

/** A shorter beginning of a secret says nothing of it. */
const SHORTEST_BEGINNING = 4;

/** Before dots it may as well be a part of ordinary words, and letters alone may be one such word. */
const SHORTEST_BEFORE_DOTS = 8;
const FEWEST_LETTERS_BEFORE_DOTS = 16;

const CUT_UNIT = CUT_MARK.charCodeAt(0);
const DOT = 0x2e;

function stretchesOf(sought: Sought, level: Spelled, isCut: boolean): Stretch[] {
	const found: Stretch[] = [];
	const note = (first: number, last: number) => {
		found.push({ start: level.starts[first] ?? 0, end: level.ends[last] ?? 0 });
	};
	let length = 0;
	for (let at = 0; at < level.units.length; at++) {
		// A quoted value that was cut in the middle of the secret, by this node or by the service.
		if (length >= shortestBeginning(sought, length, level.units, at)) note(at - length, at);
		length = stepOf(sought, length, level.units[at]);
		if (length === sought.units.length) {
			note(at - length + 1, at);
			length = sought.borders[length] ?? 0;
		}
	}
	if (isCut && length > 0) note(level.units.length - length, level.units.length - 1);
	return found;
}

/** How much of a secret must stand before a place to be cut there; a service may cut with dots. */
function shortestBeginning(
	{ letters }: Sought,
	length: number,
	units: readonly number[],
	at: number,
): number {
	if (units[at] === CUT_UNIT) return SHORTEST_BEGINNING;
	if (units[at] !== DOT || units[at + 1] !== DOT) return Infinity;
	return length > letters ? SHORTEST_BEFORE_DOTS : FEWEST_LETTERS_BEFORE_DOTS;
}

/** Far longer than one spelling of a character, such as `%25E2` or `&#x1F600;`. */
const LONGEST_ESCAPE = 24;

/** Half of an escape cannot be read, and would hide that a secret goes on in it. */
function withoutCutEscape(text: string): string {
	const start = Math.max(0, text.length - LONGEST_ESCAPE);
	const at = text.slice(start).search(/[%&\\]/);
	return at === -1 ? text : text.slice(0, start + at);
}

function blank(text: string, stretches: readonly Stretch[]): string {
	const parts: string[] = [];
	let kept = 0;
	for (const { start, end } of merged(stretches)) {
		parts.push(text.slice(kept, start), BLANK);
		kept = end;
	}
	return parts.join('') + text.slice(kept);
}

/** In order, each part of the text in one of them at most; two that only touch stay two. */
function merged(stretches: readonly Stretch[]): Stretch[] {
	const result: Stretch[] = [];
	for (const stretch of [...stretches].sort((one, other) => one.start - other.start)) {
		const last = result.at(-1);
		if (last === undefined || stretch.start >= last.end) result.push(stretch);
		else result[result.length - 1] = { start: last.start, end: Math.max(last.end, stretch.end) };
	}
	return result;
}
