/**
 * Percent-encodes a text as the library qs does (RFC 3986): all but letters, digits and `-._~`.
 *
 * @param text any text
 * @throws URIError for half of a surrogate pair, which no encoding can hold
 */
export function percentEncode(text: string): string {
	return encodeURIComponent(text).replace(
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
