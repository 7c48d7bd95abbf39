/**
 * Names the first of many, and says how many more there are.
 *
 * @param texts what is to be named, in order
 * @param most how many are named at most
 */
export function listed(texts: readonly string[], most: number): string {
	const rest = texts.length - most;
	return rest > 0 ? `${texts.slice(0, most).join(', ')} and ${rest} more` : texts.join(', ');
}

const SHORTEST_RANGE = 3;

/**
 * Names numbers, three or more in a row as a range: `0–2, 4, 5`.
 *
 * @param numbers whole numbers, rising
 * @param most how many numbers and ranges are named at most
 */
export function ranges(numbers: readonly number[], most: number): string {
	const rows: number[][] = [];
	for (const number of numbers) {
		const row = rows.at(-1);
		if (row?.at(-1) === number - 1) row.push(number);
		else rows.push([number]);
	}
	const parts = rows.flatMap((row) =>
		row.length < SHORTEST_RANGE ? row.map((one) => [one]) : [row],
	);
	const named = parts.slice(0, most);
	const rest = parts.slice(most).reduce((sum, { length }) => sum + length, 0);
	const text = named
		.map((row) => (row.length === 1 ? `${row[0]}` : `${row[0]}–${row.at(-1)}`))
		.join(', ');
	return rest > 0 ? `${text} and ${rest} more` : text;
}
