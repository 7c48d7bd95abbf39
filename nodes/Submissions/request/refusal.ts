/**
 * Input that is not sent: what was found, at which parameter, and what to do about it.
 *
 * Raised before a request exists, so whatever was refused has surely changed nothing at the service.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	/**
	 * @param parameter the label of the parameter (or credential field) as a person sees it
	 * @param message what was found there, in one sentence
	 * @param remedy what to do about it, in one sentence
	 */
	constructor(
		readonly parameter: string,
		message: string,
		readonly remedy: string,
	) {
		super(message);
	}
}

/** The most characters of a value that a refusal quotes. */
export const LONGEST_QUOTE = 60;

/** Stands where a text was cut. */
export const CUT_MARK = '…';

/**
 * A value as a refusal may quote it: in quotes, cut after 60 characters, with everything that cannot
 * be seen (control and format characters, odd spaces, lone surrogates) spelled as its code point.
 *
 * @param value text to quote
 */
export function quote(value: string): string {
	const characters = Array.from(value.slice(0, 2 * LONGEST_QUOTE + 2));
	const isCut = characters.length > LONGEST_QUOTE;
	const shown = characters.slice(0, LONGEST_QUOTE).join('').replace(UNSEEN, spell);
	return `"${shown}${isCut ? CUT_MARK : ''}"`;
}

const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

function spell(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `\\u{${code.toString(16).toUpperCase().padStart(4, '0')}}`;
}
