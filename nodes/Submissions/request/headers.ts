import { isDistinct } from './exactNumber';
import { quote, Refusal } from './refusal';

/** A header that is sent along. */
export interface Header {
	readonly name: string;
	readonly value: string;
}

/** What the node itself says in a header, and would contradict or give away. */
const OWN: Readonly<Record<string, string>> = {
	...named('the credential', 'authorization', 'authorization-username', 'authorization-password'),
	...named('the credential of a proxy', 'proxy-authorization'),
	...named('the type of the body', 'content-type', 'content-encoding'),
	...named('the length of the body', 'content-length', 'transfer-encoding', 'trailer'),
	...named(
		'the connection',
		'connection',
		'proxy-connection',
		'keep-alive',
		'host',
		'te',
		'upgrade',
		'expect',
	),
};

function named(what: string, ...names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, what]));
}

/**
 * Reads the Headers option.
 *
 * @param option the option's value: `{ header: [{ name, value }] }`
 * @throws Refusal naming the header that has no name or value, cannot be sent, stands twice, or is the
 * node's own; never quoting its value
 */
export function readHeaders(option: unknown): Header[] {
	const headers = rowsOf(option).map(toHeader);
	const names = new Set<string>();
	for (const { name } of headers) {
		const lower = name.toLowerCase();
		if (names.has(lower)) {
			throw new Refusal('Headers', `The header ${name} stands twice.`, 'Remove one of them.');
		}
		names.add(lower);
	}
	return headers;
}

function toHeader(row: { name: unknown; value: unknown }, index: number): Header {
	const name = typeof row.name === 'string' ? row.name.trim() : '';
	if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
		throw new Refusal(
			'Headers',
			name === ''
				? `Header ${index + 1} has no name.`
				: `${quote(name)} cannot be the name of a header.`,
			'Enter a name of letters, digits and hyphens, such as Idempotency-Key, or remove the row.',
		);
	}
	const lower = name.toLowerCase();
	const own = Object.hasOwn(OWN, lower) ? OWN[lower] : undefined;
	if (own !== undefined) {
		throw new Refusal(
			'Headers',
			`The header ${name} cannot be set here: it carries ${own}, which the node takes care of.`,
			'Remove the row.',
		);
	}
	// Of two spellings both would be sent.
	return { name: lower === 'accept' ? 'Accept' : name, value: toValue(name, row.value) };
}

/** An empty one, or a number that lost its digits, would be the same for several items, such as a key by which the service tells them apart. */
function toValue(name: string, given: unknown): string {
	const isText = typeof given === 'string' || (typeof given === 'number' && isDistinct(given));
	const value = isText ? String(given).trim() : '';
	if (value === '') {
		throw new Refusal(
			'Headers',
			`The header ${name} has no value for this item.`,
			'Check what its expression gives for this item: it should be text or a number.',
		);
	}
	if (/[^\x20-\x7E]/.test(value)) {
		throw new Refusal(
			'Headers',
			`The value of the header ${name} holds a character that a request header cannot carry.`,
			'Use only letters without accents, digits and signs; encodeURIComponent() in the expression writes the others so.',
		);
	}
	return value;
}

function rowsOf(option: unknown): { name: unknown; value: unknown }[] {
	const rows: unknown =
		typeof option === 'object' && option !== null && 'header' in option ? option.header : [];
	if (!Array.isArray(rows)) return [];
	return rows.map((row: { name?: unknown; value?: unknown } | null | undefined) => ({
		name: row?.name,
		value: row?.value,
	}));
}
