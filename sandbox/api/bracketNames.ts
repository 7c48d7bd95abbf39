import qs from 'qs';
import type { FieldData } from '../store/submissions.ts';

// qs leaves out whatever is called __proto__; under another name it goes through unharmed. The
// substitute holds a lone surrogate, which no decoded text can hold.
const unsafeName = '__proto__';
const safeName = '__proto\ud800__';

/** Field data from a form-encoded body, nested by brackets as qs reads them. */
export function fromFormEncoding(body: string): FieldData {
	return withLeaves(parse(body), (text) => text);
}

/** Field data from names and values that are decoded already, as those of a multipart body are. */
export function fromPairs(pairs: readonly (readonly [name: string, value: unknown])[]): FieldData {
	// qs takes text alone, so it is given each value's number, which is then replaced by the value.
	const numbered = pairs.map(([name], index) => `${encodeURIComponent(name)}=${String(index)}`);
	return withLeaves(parse(numbered.join('&')), (number) => pairs[Number(number)]?.[1]);
}

function parse(body: string): object {
	return qs.parse(body, {
		allowPrototypes: true,
		plainObjects: true,
		depth: 50,
		parameterLimit: 100_000,
		arrayLimit: 10_000,
		decoder: (text, decode, charset, kind) => {
			const decoded: unknown = decode(text, decode, charset);
			const isName = typeof decoded === 'string' && kind === 'key';
			return isName ? decoded.replaceAll(unsafeName, safeName) : decoded;
		},
	});
}

function withLeaves(parsed: object, leaf: (text: unknown) => unknown): FieldData {
	return Object.fromEntries(
		Object.entries(parsed).map(([name, value]: [string, unknown]) => [
			name.replaceAll(safeName, unsafeName),
			valueWithLeaves(value, leaf),
		]),
	);
}

function valueWithLeaves(value: unknown, leaf: (text: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((item) => valueWithLeaves(item, leaf));
	return typeof value === 'object' && value !== null ? withLeaves(value, leaf) : leaf(value);
}
