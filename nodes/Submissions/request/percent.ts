/**
 * Percent-encodes a text as the library qs does (RFC 3986): all but letters, digits and `-._~`. A lone
 * surrogate, which no encoding can hold, becomes the replacement character.
 *
 * @param text any text
 */
export function percentEncode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
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
