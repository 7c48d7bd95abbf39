/** What may stand next, between two tokens of JSON. */
type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uFFFF]*)*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/**
 * Finds where a text stops being JSON (RFC 8259). JavaScript's own parser tells the place only now
 * and then, and quotes the text around it, which may be personal data.
 *
 * @param text any text
 * @returns how many characters stand before the fault, or undefined where the text is JSON
 */
export function findJsonFault(text: string): number | undefined {
	const open: string[] = [];
	let expected: Expected = 'value';
	let at = 0;
	for (;;) {
		at = endOf(SPACE, text, at) ?? at;
		const character = text[at];
		if (character === undefined) return expected === 'nothing' ? undefined : at;
		const end: number | undefined = endOf(STRING, text, at) ?? endOf(SCALAR, text, at);
		const next = follow(expected, character, end !== undefined, open);
		if (next === undefined) return at;
		expected = next;
		at = end ?? at + 1;
	}
}

/** What may follow a token where `expected` may stand; undefined where the token may not. */
function follow(
	expected: Expected,
	character: string,
	isWord: boolean,
	open: string[],
): Expected | undefined {
	const isKey = character === '"' && isWord;
	switch (expected) {
		case 'nothing':
			return undefined;
		case 'colon':
			return character === ':' ? 'value' : undefined;
		case 'keyOrEnd':
			if (character === '}') return close(open, character);
			return isKey ? 'colon' : undefined;
		case 'key':
			return isKey ? 'colon' : undefined;
		case 'commaOrEnd':
			if (character === ',') return open.at(-1) === '{' ? 'key' : 'value';
			return close(open, character);
		case 'valueOrEnd':
			if (character === ']') return close(open, character);
			return value(character, isWord, open);
		case 'value':
			return value(character, isWord, open);
	}
}

function value(character: string, isWord: boolean, open: string[]): Expected | undefined {
	if (isWord) return open.length === 0 ? 'nothing' : 'commaOrEnd';
	if (character !== '{' && character !== '[') return undefined;
	open.push(character);
	return character === '{' ? 'keyOrEnd' : 'valueOrEnd';
}

function close(open: string[], character: string): Expected | undefined {
	if (character !== (open.at(-1) === '{' ? '}' : ']')) return undefined;
	open.pop();
	return open.length === 0 ? 'nothing' : 'commaOrEnd';
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}
