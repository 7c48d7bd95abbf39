/** Whether JSON can be taken in: not with too many brackets in one another, nor with too many values. */
export type JsonSize = 'fits' | 'tooDeep' | 'tooMany';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Measures JSON before it is read: what is short as text can be more than a process has memory for.
 * A text that begins with no bracket holds one value at most, whatever stands in it.
 *
 * @param json any text
 * @param deepest the most brackets that may stand open
 * @param most the most values that it may hold
 */
export function sizeOfJson(json: string, deepest: number, most: number): JsonSize {
	if (!isOpening(json.trimStart().charCodeAt(0))) return 'fits';
	let depth = 0;
	let values = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = endOfText(json, at) - 1;
		else if (code === COMMA) values++;
		else if (isOpening(code)) {
			values++;
			if (++depth > deepest) return 'tooDeep';
		} else if (isClosing(code)) depth--;
		if (values > most) return 'tooMany';
	}
	return 'fits';
}

/**
 * Where a text of JSON ends, if it ends.
 *
 * @param json JSON
 * @param start where its first quote stands
 * @returns the place after its last quote, or after all
 */
export function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
		let before = end - 1;
		while (json.charCodeAt(before) === BACKSLASH) before--;
		if ((end - before) % 2 === 1) return end + 1;
	}
	return json.length;
}

/** `[` or `{`. */
function isOpening(code: number): boolean {
	return code === 0x5b || code === 0x7b;
}

/** `]` or `}`. */
function isClosing(code: number): boolean {
	return code === 0x5d || code === 0x7d;
}
