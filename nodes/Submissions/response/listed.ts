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
