import { CUT_MARK, LONGEST_QUOTE } from '../request/refusal';

/** Blanks secrets in a text. */
export type Redact = (text: string) => string;

const BLANK = '[hidden]';

/**
 * Makes a function that blanks every secret of a credential, in every encoding in which a service (or
 * a proxy before it) may echo it. Each character of the secret may be spelled as it is, in either
 * letter case, percent-encoded, as a form value, escaped as in JSON or as in HTML, in any mixture; the
 * whole may stand in hexadecimal, or in Base64 wherever in what was encoded.
 *
 * @param secrets the values to blank; empty ones are passed over
 */
export function redactor(secrets: readonly string[]): Redact {
	const patterns = [...new Set(secrets)]
		.filter((secret) => secret !== '')
		// The longer first, so that nothing is left of one that holds another.
		.sort((one, other) => other.length - one.length)
		.flatMap(spellings);
	if (patterns.length === 0) return (text) => text;
	const pattern = new RegExp(patterns.join('|'), 'giu');
	return (text) => text.replace(pattern, BLANK);
}

function spellings(secret: string): string[] {
	const utf8 = Buffer.from(secret, 'utf8');
	return [
		(secret.match(/\\+|[^\\]/gu) ?? []).map(pieceSpelling).join(''),
		...cutForms(secret),
		utf8.toString('hex'),
		...(utf8.length < SHORTEST_IN_BASE64 ? [] : base64Forms(utf8)),
	];
}

/** Shorter ones look like parts of ordinary words when they are in Base64. */
const SHORTEST_IN_BASE64 = 4;

const SHORTEST_BEGINNING = 4;

/** The beginning of a secret, where a quoted value was cut in the middle of it. */
function cutForms(secret: string): string[] {
	const characters = Array.from(secret).slice(0, LONGEST_QUOTE).map(escapePattern);
	if (characters.length <= SHORTEST_BEGINNING) return [];
	const rest = characters
		.slice(SHORTEST_BEGINNING)
		.reduceRight((inner, character) => `(?:${character}${inner})?`, '');
	return [`${characters.slice(0, SHORTEST_BEGINNING).join('')}${rest}${CUT_MARK}`];
}

/** A run of backslashes is one piece: whether JSON doubled them cannot be told one by one. */
function pieceSpelling(piece: string): string {
	if (!piece.startsWith('\\')) return `(?:${characterSpellings(piece).join('|')})`;
	const count = piece.length;
	return `(?:\\\\{${count},${2 * count}}|(?:${characterSpellings('\\').join('|')}){${count}})`;
}

function characterSpellings(character: string): string[] {
	const code = character.codePointAt(0) ?? 0;
	const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
	return [
		// Encoded twice, a percent sign is itself spelled %25.
		Array.from(Buffer.from(character, 'utf8'), (byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
		units.map((unit) => `\\\\u${hex(unit, 4)}`).join(''),
		`&#0*${code};`,
		`&#x0*${hex(code, 1)};`,
		...(NAMED[character] ?? []),
		escapePattern(character),
	];
}

/** Spellings of single characters in form values, JSON and HTML, as patterns. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
	' ': [String.raw`\+`],
	'"': [String.raw`\\"`, '&quot;'],
	'/': [String.raw`\\\/`],
	'&': ['&amp;'],
	'<': ['&lt;'],
	'>': ['&gt;'],
	"'": ['&apos;'],
};

function escapePattern(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function hex(code: number, digits: number): string {
	return code.toString(16).padStart(digits, '0');
}

/**
 * Base64 writes three bytes as four letters, so a secret inside a longer text has one of three
 * spellings. Of each, the letters that depend on the secret alone are sought.
 */
function base64Forms(utf8: Buffer): string[] {
	return [0, 1, 2].map((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), utf8]);
		const letters = bytes.toString('base64');
		return letters
			.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
			.replaceAll('+', '[+-]')
			.replaceAll('/', String.raw`[\/_]`);
	});
}
