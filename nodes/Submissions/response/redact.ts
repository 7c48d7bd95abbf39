/** Blanks secrets in a text. */
export type Redact = (text: string) => string;

const BLANK = '[hidden]';

/**
 * Makes a function that blanks every secret of a credential, in every encoding in which a service (or
 * a proxy before it) may echo it: as it is, in any letter case, percent-encoded, as a form value, in
 * JSON, in HTML, in hexadecimal, and in Base64 wherever it may stand in what was encoded.
 *
 * @param secrets the values to blank; empty ones are passed over
 */
export function redactor(secrets: readonly string[]): Redact {
	const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(encodings))]
		.filter((form) => form !== '')
		.sort((one, other) => other.length - one.length);
	if (forms.length === 0) return (text) => text;
	const pattern = new RegExp(forms.map(escapePattern).join('|'), 'giu');
	return (text) => text.replace(pattern, BLANK);
}

/**
 * Blanks secrets in every text of a value, keys included.
 *
 * @param value a tree of plain objects, lists and texts
 * @param redact the function of `redactor`
 */
export function redactAll<T>(value: T, redact: Redact): T;
export function redactAll(value: unknown, redact: Redact): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map((element: unknown) => redactAll(element, redact));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, element]) => [
			redact(key),
			redactAll<unknown>(element, redact),
		]),
	);
}

function encodings(secret: string): string[] {
	const utf8 = Buffer.from(secret, 'utf8');
	const json = JSON.stringify(secret).slice(1, -1);
	const percent = encodeURIComponent(secret.replace(/\p{Cs}/gu, '\uFFFD'));
	return [
		secret,
		json,
		json.replaceAll('/', '\\/'),
		json.replace(/[^\x20-\x7E]/gu, escapeUnits),
		percent,
		percent.replace(/[!'()*]/g, percentByte),
		percent.replaceAll('%20', '+'),
		Array.from(utf8, (byte) => percentByte(String.fromCharCode(byte))).join(''),
		secret.replace(/[&<>"']/g, (character) => HTML_NAMED[character] ?? character),
		secret.replace(/[&<>"'/]/g, (character) => `&#${character.charCodeAt(0)};`),
		secret.replace(/[&<>"'/]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
		utf8.toString('hex'),
		...base64Forms(utf8),
	];
}

const HTML_NAMED: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function percentByte(character: string): string {
	return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function escapeUnits(character: string): string {
	return Array.from(
		{ length: character.length },
		(_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
	).join('');
}

/**
 * Base64 writes three bytes as four letters, so a secret inside a longer text has one of three
 * spellings. Of each, the letters that depend on the secret alone are kept.
 */
function base64Forms(utf8: Buffer): string[] {
	return [0, 1, 2]
		.flatMap((offset) => {
			const bytes = Buffer.concat([Buffer.alloc(offset), utf8]);
			const letters = bytes.toString('base64').replace(/=+$/, '');
			const inner = letters.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
			return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
		})
		.filter((form) => form.length >= SHORTEST_BASE64);
}

/** Shorter runs of letters occur in ordinary words. */
const SHORTEST_BASE64 = 6;

function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
