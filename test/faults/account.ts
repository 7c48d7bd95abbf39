/** Items of one kind in an account: how many, and the numbers of those that are named. */
export interface AccountPart {
	readonly count: number;
	readonly named: readonly number[];
	/** How many more there are that are not named. */
	readonly more: number;
}

/** The account that the node gives of all items when it stops. */
export interface Account {
	readonly total: number;
	readonly done: number;
	readonly refused: AccountPart;
	readonly failed: AccountPart;
	readonly unknown: AccountPart;
	readonly notSent: number;
	/** Permalinks of created submissions. */
	readonly created: readonly string[];
	/** How many created submissions are not named, or have no permalink in the account. */
	readonly createdMore: number;
}

const WITHOUT_PERMALINK = 'one whose permalink the answer did not hold';

/**
 * Reads the account out of the description of the node's error.
 *
 * @returns undefined where there is none in it
 */
export function readAccount(description: string): Account | undefined {
	const [, total, text = '', createdText] =
		/\bOf (\d+) items?: (\d+ done[^.]*)\.(?: Created: ([^.]*)\.)?$/.exec(description) ?? [];
	if (total === undefined) return undefined;
	const created = readList(createdText ?? '');
	const permalinks = created.named.filter((name) => name !== WITHOUT_PERMALINK);
	return {
		total: Number(total),
		done: countBefore(text, 'done'),
		refused: readPart(text, 'refused'),
		failed: readPart(text, 'failed'),
		unknown: readPart(text, 'unknown'),
		notSent: countBefore(text, 'not sent'),
		created: permalinks,
		createdMore: created.more + created.named.length - permalinks.length,
	};
}

function countBefore(text: string, words: string): number {
	return Number(new RegExp(`(\\d+) ${words}`).exec(text)?.[1] ?? 0);
}

function readPart(text: string, words: string): AccountPart {
	const pattern = new RegExp(`\\d+ ${words}(?: \\(sent[^)]*\\))? \\(items? ([^)]*)\\)`);
	const { named, more } = readList(pattern.exec(text)?.[1] ?? '');
	return { count: countBefore(text, words), named: named.map(Number), more };
}

/** Reads `a, b and 3 more`. */
function readList(text: string): { named: readonly string[]; more: number } {
	const [, list = '', more = '0'] = /^(.*?)(?: and (\d+) more)?$/.exec(text) ?? [];
	return { named: list === '' ? [] : list.split(', '), more: Number(more) };
}
