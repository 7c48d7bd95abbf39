/** V8 hashes no longer text: it takes the length of one for its hash. In characters. */
const LONGEST_HASHED = 16_383;

/**
 * Makes a memory of names. A set of them would compare many long names of one length with each other,
 * from their beginnings: for 16 MB of names that takes a second.
 *
 * @returns tells whether a name is new, and remembers it
 */
export function createDistinctNames(): (name: string) => boolean {
	const short = new Set<string>();
	const long = new Set<string>();
	const numbers = new Map<string, number>();
	const numberOf = (piece: string) => {
		const number = numbers.get(piece) ?? numbers.size;
		numbers.set(piece, number);
		return number;
	};
	return (name) => {
		const isLong = name.length > LONGEST_HASHED;
		const names = isLong ? long : short;
		const key = isLong ? piecesOf(name).map(numberOf).join() : name;
		if (names.has(key)) return false;
		names.add(key);
		return true;
	};
}

function piecesOf(name: string): string[] {
	const pieces: string[] = [];
	for (let start = 0; start < name.length; start += LONGEST_HASHED) {
		pieces.push(name.slice(start, start + LONGEST_HASHED));
	}
	return pieces;
}
