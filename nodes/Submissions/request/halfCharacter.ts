/**
 * Whether a text holds half of a character: one part of a surrogate pair without the other, as cutting
 * a text inside an emoji leaves it. No UTF-8 can hold that.
 *
 * @param text any text
 */
export function holdsHalfCharacter(text: string): boolean {
	return /\p{Cs}/u.test(text);
}

/** What to do about one. */
export const HALF_CHARACTER_REMEDY =
	'Cut text between characters, as {{ Array.from($json.name).slice(0, 20).join("") }} does.';
