/** The account that the node gives of all items when it stops, by their numbers. */
export interface Account {
	readonly total: number;
	readonly done: Part;
	readonly refused: Part;
	readonly failed: Part;
	readonly unknown: Part;
	readonly notSent: Part;
	/** Permalinks of created submissions. */
	readonly created: readonly string[];
	/** How many created submissions are not named, or have no permalink in the account. */
	readonly createdMore: number;
}

/** Items of one kind in an account. */
export interface Part {
	readonly named: readonly number[];
	/** How many more there are that are not named. */
	readonly more: number;
}

const WITHOUT_PERMALINK = 'permalink not in the answer';

/**
 * Reads the account out of the description of the node's error.
 *
 * @returns undefined where there is none in it
 */
export function readAccount(description: string): Account | undefined {
	const [, total, text = '', createdText = ''] =
		/\bOf (\d+) items: ([^.]*)\.(?: Created: ([^.]*)\.)?$/.exec(description) ?? [];
	if (total === undefined) return undefined;
	const parts = new Map(
		text.split('; ').map((part) => {
			const [, words = '', numbers = ''] = /^(\D+) (\d.*)$/.exec(part) ?? [];
			return [words, readPart(numbers)];
		}),
	);
	const part = (words: string): Part => parts.get(words) ?? { named: [], more: 0 };
	const created = readList(createdText);
	const permalinks = created.named.map((entry) => entry.split(' → ')[1] ?? '');
	const known = permalinks.filter((permalink) => permalink !== WITHOUT_PERMALINK);
	return {
		total: Number(total),
		done: part('done'),
		refused: part('refused'),
		failed: part('failed'),
		unknown: part('unknown'),
		notSent: part('not sent'),
		created: known,
		createdMore: created.more + permalinks.length - known.length,
	};
}

/** Reads `0–2, 4 and 3 more`. */
function readPart(text: string): Part {
	const { named, more } = readList(text);
	const numbers = named.flatMap((entry) => {
		const [from = NaN, to = from] = entry.split('–').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
	return { named: numbers, more };
}

/** Reads `a, b and 3 more`. */
function readList(text: string): { named: readonly string[]; more: number } {
	const [, list = '', more = '0'] = /^(.*?)(?: and (\d+) more)?$/.exec(text) ?? [];
	return { named: list === '' ? [] : list.split(', '), more: Number(more) };
}
