/**
 * Percent-encodes a text as the library qs does (RFC 3986): all but letters, digits and `-._~`.
 *
 * @param text any text
 * @throws URIError for half of a surrogate pair, which no encoding can hold
 */
export function percentEncode(text: string): string {
	const encoded = encodeURIComponent(text);
	return LEFT_PLAIN.test(encoded) ? percentEncodeBytes(encoded, isLeftPlain) : encoded;
}

/** What encodeURIComponent leaves as it is, and RFC 3986 reserves. */
const LEFT_PLAIN = /[!'()*]/;

function isLeftPlain(code: number): boolean {
	return code === 0x21 || (code >= 0x27 && code <= 0x2a);
}

/**
 * Percent-encodes only some bytes of a text. Written byte by byte: to replace millions of single
 * characters takes seconds, and hundreds of bytes for each.
 *
 * @param text any text
 * @param isMeant which bytes of its UTF-8 are encoded, each of them a character
 */
export function percentEncodeBytes(text: string, isMeant: (byte: number) => boolean): string {
	const bytes = Buffer.from(text, 'utf8');
	const encoded = Buffer.allocUnsafe(3 * bytes.length);
	let length = 0;
	for (const byte of bytes) {
		if (isMeant(byte)) {
			encoded[length++] = PERCENT;
			encoded[length++] = HEXADECIMAL[byte >> 4] ?? 0;
			encoded[length++] = HEXADECIMAL[byte & 15] ?? 0;
		} else encoded[length++] = byte;
	}
	return encoded.toString('utf8', 0, length);
}

const PERCENT = 0x25;
const HEXADECIMAL = Buffer.from('0123456789ABCDEF');

/**
 * How long a text becomes by that.
 *
 * @param text any text
 */
export function percentEncodedLength(text: string): number {
	let length = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isUnreserved(code)) length += 1;
		else if (code < 0x80) length += 3;
		else if (code < 0x800 || isHalfOfPair(code)) length += 6;
		else length += 9;
	}
	return length;
}

/** A letter, a digit, or one of `-._~`. */
function isUnreserved(code: number): boolean {
	const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
	const isDigit = code >= 0x30 && code <= 0x39;
	return isLetter || isDigit || code === 0x2d || code === 0x2e || code === 0x5f || code === 0x7e;
}

function isHalfOfPair(code: number): boolean {
	return code >= 0xd800 && code <= 0xdfff;
}

/**
 * Undoes percent-encoding.
 *
 * @param text a text that may hold percent-encoded UTF-8
 * @returns undefined where a percent sign does not start such an encoding
 */
export function percentDecode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
