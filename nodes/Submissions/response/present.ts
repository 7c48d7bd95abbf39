import { CUT_MARK } from '../request/refusal';
import type { Failure } from './failure';
import { redactor } from './redact';

const LONGEST_TEXT = 500;

/** No more than this of a text is searched for secrets: far beyond what is shown. */
const LONGEST_SEARCHED = 5000;

/** Makes a failure fit to be shown, saved and logged. */
export type Present = (failure: Failure) => Failure;

/**
 * Makes a function that blanks a credential's secrets in a failure's texts and then cuts them at a
 * sane length: the other way round, a secret that is cut in two would not be known any more.
 *
 * @param secrets the values to blank
 */
export function presenter(secrets: readonly string[]): Present {
	const presentText = textPresenter(secrets);
	return (failure) => ({
		...failure,
		happened: presentText(failure.happened),
		remedy: presentText(failure.remedy),
		service: {
			message: presentText(failure.service.message),
			fieldErrors: Object.fromEntries(
				Object.entries(failure.service.fieldErrors).map(([field, messages]) => [
					presentText(field),
					messages.map(presentText),
				]),
			),
		},
		...(failure.storedAs !== undefined && { storedAs: presentText(failure.storedAs) }),
	});
}

/**
 * Makes a function that does the same with one text.
 *
 * @param secrets the values to blank
 */
export function textPresenter(secrets: readonly string[]): (text: string) => string {
	const redact = redactor(secrets);
	return (text) => cut(redact(text.slice(0, LONGEST_SEARCHED), text.length > LONGEST_SEARCHED));
}

function cut(text: string): string {
	// A character is at most two units long.
	const characters = Array.from(text.slice(0, 2 * LONGEST_TEXT + 2));
	const isCut = characters.length > LONGEST_TEXT;
	// Put together anew: a part of a text keeps the whole of it in memory, of each failed item.
	return characters.slice(0, LONGEST_TEXT).join('') + (isCut ? CUT_MARK : '');
}
