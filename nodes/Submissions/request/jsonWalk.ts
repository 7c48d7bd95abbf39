/** A token of JSON; a text that names what follows it is a key. */
export type JsonToken = '{' | '}' | '[' | ']' | ':' | ',' | 'key' | 'text' | 'number' | 'word';

/** What may stand next; after a value, the bracket that it stands in decides. */
type State = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'after' | '{' | '[' | 'end';

type Follow = Readonly<Partial<Record<JsonToken, State>>>;

const KEY: Follow = { key: 'colon' };
const VALUE: Follow = {
	'{': 'keyOrEnd',
	'[': 'valueOrEnd',
	text: 'after',
	number: 'after',
	word: 'after',
};

/** The grammar of RFC 8259: for each state the tokens that it takes, and the state after each. */
const GRAMMAR: Readonly<Record<Exclude<State, 'after'>, Follow>> = {
	value: VALUE,
	valueOrEnd: { ...VALUE, ']': 'after' },
	key: KEY,
	keyOrEnd: { ...KEY, '}': 'after' },
	colon: { ':': 'value' },
	'{': { ',': 'key', '}': 'after' },
	'[': { ',': 'value', ']': 'after' },
	end: {},
};

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?![\w.+-])/y;

/**
 * Walks through JSON text, token by token, as far as it is JSON (RFC 8259). JavaScript's own parser
 * tells the place of a fault only now and then, and quotes the text around it, which may be personal
 * data.
 *
 * @param text any text
 * @param visit takes each token, with the places where it starts and ends
 * @returns how many characters stand before the fault, or undefined where the text is JSON
 */
export function walkJson(
	text: string,
	visit: (token: JsonToken, start: number, end: number) => void,
): number | undefined {
	const open: ('{' | '[')[] = [];
	let state: Exclude<State, 'after'> = 'value';
	let at = 0;
	for (;;) {
		while (isSpace(text.charCodeAt(at))) at++;
		if (at === text.length) return state === 'end' ? undefined : at;
		const token = tokenAt(text, at, state);
		const next: State | undefined = GRAMMAR[state][token];
		const end = next === undefined ? undefined : endOfToken(token, text, at);
		if (next === undefined || end === undefined) return at;
		visit(token, at, end);
		if (token === '{' || token === '[') open.push(token);
		if (token === '}' || token === ']') open.pop();
		state = next === 'after' ? (open.at(-1) ?? 'end') : next;
		at = end;
	}
}

function isSpace(code: number): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** By its first character; what is no token at all passes for a word, which then has no end. */
function tokenAt(text: string, at: number, state: State): JsonToken {
	const character = text.charAt(at);
	switch (character) {
		case '{':
		case '}':
		case '[':
		case ']':
		case ':':
		case ',':
			return character;
		case '"':
			return state === 'key' || state === 'keyOrEnd' ? 'key' : 'text';
		default:
			return character === '-' || (character >= '0' && character <= '9') ? 'number' : 'word';
	}
}

function endOfToken(token: JsonToken, text: string, at: number): number | undefined {
	switch (token) {
		case 'key':
		case 'text':
			return endOfText(text, at);
		case 'number':
			return endOf(NUMBER, text, at);
		case 'word':
			return endOf(WORD, text, at);
		default:
			return at + 1;
	}
}

/** Not one pattern: V8 keeps a place to go back to for each escape, and there is room for some millions. */
function endOfText(text: string, at: number): number | undefined {
	let place = at + 1;
	while (place < text.length) {
		const code = text.charCodeAt(place);
		if (code === QUOTE) return place + 1;
		if (code < SPACE) return undefined;
		const next: number | undefined = code === BACKSLASH ? endOf(ESCAPE, text, place) : place + 1;
		if (next === undefined) return undefined;
		place = next;
	}
	return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}
