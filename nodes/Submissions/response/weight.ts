/** What a value takes in memory besides its text, in bytes, as a rule. */
const OF_A_VALUE = 32;

/**
 * About how many bytes a value takes in memory, with all that it holds.
 *
 * @param value made of lists, plain objects and texts, and not nested without end
 */
export function weightOf(value: unknown): number {
	if (typeof value === 'string') return OF_A_VALUE + value.length;
	if (typeof value !== 'object' || value === null) return OF_A_VALUE;
	let weight = OF_A_VALUE;
	if (Array.isArray(value)) {
		for (const inner of value) weight += weightOf(inner);
		return weight;
	}
	for (const [key, inner] of Object.entries(value)) weight += key.length + weightOf(inner);
	return weight;
}
