import type { JsonValue } from '../request/json';
import { parseJson } from '../request/json';
import { sizeOfJson } from '../request/jsonSize';
import type { Answer } from './answer';

/** The body of an answer: its value (`undefined` where it is empty), or why it cannot be read. */
export type Reading =
	| { readonly kind: 'body'; readonly body: JsonValue | undefined }
	| { readonly kind: 'html' | 'notJson' | 'tooDeep' | 'tooMany' | 'packed'; readonly text: string };

/** n8n could not even save an item nested some thousand levels deep. */
const DEEPEST = 500;

/** Each is far larger in memory than in JSON. */
const MOST_VALUES = 100_000;

/**
 * Reads an answer's body. The interface names no content type, so:
 *
 * - nothing, or status 204, is no body;
 * - what reads as JSON is JSON, whatever it claims to be (its byte order mark dropped, numbers beyond
 *   JavaScript's range as their digits);
 * - what claims to be JSON and is not, and HTML, cannot be a submission;
 * - what was packed in a way that nobody undid cannot be read;
 * - anything else is text, in the charset that its byte order mark or its type names, or UTF-8.
 *
 * @param answer what the service sent
 */
export function readBody(answer: Answer): Reading {
	if (answer.statusCode === 204) return { kind: 'body', body: undefined };
	const contentType = answer.headers['content-type'] ?? '';
	const text = decode(Buffer.concat(answer.chunks), contentType);
	if (text.trim() === '') return { kind: 'body', body: undefined };
	const isPage = isHtml(contentType, text);
	const size = sizeOfJson(text, DEEPEST, MOST_VALUES);
	if (size !== 'fits') return { kind: isPage ? 'html' : size, text };
	const reading = parseJson(text);
	if (reading.ok) return { kind: 'body', body: reading.value };
	if (isPage) return { kind: 'html', text };
	if (isPacked(answer, text)) return { kind: 'packed', text };
	return /^[^;]*[/+]json\b/i.test(contentType)
		? { kind: 'notJson', text }
		: { kind: 'body', body: text };
}

/** n8n's client takes the header away once it has unpacked what came. */
function isPacked({ headers }: Answer, text: string): boolean {
	const names = (headers['content-encoding'] ?? '')
		.split(',')
		.map((name) => name.trim().toLowerCase())
		.filter((name) => !UNPACKED.has(name));
	// Many write there what is no packing: a charset, a type, `none`.
	return names.some((name) => PACKINGS.has(name)) || (names.length > 0 && GARBLED.test(text));
}

const UNPACKED = new Set(['', 'identity']);

const PACKINGS = new Set([
	...['gzip', 'x-gzip', 'deflate', 'compress', 'x-compress', 'br', 'zstd', 'bzip2'],
	...['snappy', 'x-snappy', 'x-snappy-framed', 'lz4', 'lzma', 'xz'],
]);

/** What no text holds: control characters but for white space, and what stands for bytes that are no text. */
const GARBLED = /[^\P{Cc}\t\n\r]|\ufffd/u;

/** By its type, or by its look where a proxy forgot the type; comments and an XML line may come first. */
function isHtml(contentType: string, text: string): boolean {
	return /^[^;]*html\b/i.test(contentType) || LOOKS_LIKE_HTML.test(withoutPreamble(text));
}

const LOOKS_LIKE_HTML = /^<(?:!doctype\s+html|html)\b/i;

const PREAMBLES: readonly (readonly [start: string, end: string])[] = [
	['<!--', '-->'],
	['<?xml', '>'],
];

function withoutPreamble(text: string): string {
	let rest = text.trimStart();
	for (;;) {
		const preamble = PREAMBLES.find(([start]) => rest.startsWith(start));
		const end = preamble === undefined ? -1 : rest.indexOf(preamble[1], preamble[0].length);
		if (preamble === undefined || end === -1) return rest;
		rest = rest.slice(end + preamble[1].length).trimStart();
	}
}

function decode(bytes: Uint8Array, contentType: string): string {
	const claimed = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
	try {
		return new TextDecoder(markedAs(bytes) ?? claimed).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}

/** The charset that a byte order mark tells; the one of UTF-8 is no other than what is read anyway. */
function markedAs([first, second]: Uint8Array): string | undefined {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
