import { inspect } from 'node:util';

/**
 * Every text that a value holds or shows: what JSON makes of it, what a console shows, and all texts in
 * it.
 *
 * @param root any value
 */
export function everyText(root: unknown): string[] {
	const shown = { depth: Infinity, showHidden: true, maxStringLength: Infinity };
	return [...new Set([JSON.stringify([root]), inspect(root, shown), ...textsIn(root)])];
}

/** Every text in a value, however deep, with its keys, its hidden properties, its causes and its bytes. */
export function textsIn(root: unknown): Set<string> {
	const texts = new Set<string>();
	const visited = new Set<object>();
	const open = [root];
	while (open.length > 0) {
		const value = open.pop();
		if (typeof value === 'string') texts.add(value);
		if (typeof value !== 'object' || value === null || visited.has(value)) continue;
		visited.add(value);
		if (ArrayBuffer.isView(value)) {
			texts.add(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
			continue;
		}
		if (value instanceof Map || value instanceof Set) open.push(...value);
		for (const key of Reflect.ownKeys(value)) {
			if (typeof key === 'string') texts.add(key);
			open.push(Reflect.get(value, key));
		}
	}
	return texts;
}

/**
 * Whether a secret stands in a text, as it is or in an encoding that anybody can undo. What looks
 * encoded is decoded, so that nothing depends on the list of encodings that the node knows.
 *
 * @param text what somebody may get to see
 * @param secret at least 8 characters long
 */
export function givesAway(text: string, secret: string): boolean {
	return readings(text).some((reading) => reading.toLowerCase().includes(secret.toLowerCase()));
}

/** A text as it is, and in every way in which what looks encoded in it can be decoded. */
export function readings(text: string): string[] {
	const unescaped = text
		.replace(/\\+u([0-9a-f]{4})/gi, fromHexadecimal)
		.replace(/\\+(["\\/])/g, '$1')
		.replace(/&#x0*([0-9a-f]+);/gi, fromHexadecimal)
		.replace(/&#0*(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');
	const once = unescaped.replace(/%([0-9a-f]{2})/gi, fromHexadecimal);
	const twice = once.replace(/%([0-9a-f]{2})/gi, fromHexadecimal);
	const runs = text.match(/[\w+/-]{10,}/g) ?? [];
	return [
		text,
		unescaped,
		once,
		twice,
		once.replaceAll('+', ' '),
		...runs.flatMap((run) => [
			...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
			...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
		]),
	];
}

function fromHexadecimal(_: string, code: string): string {
	return String.fromCharCode(parseInt(code, 16));
}
