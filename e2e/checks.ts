import { isDeepStrictEqual } from 'node:util';

/** One thing that was expected, and what was found. */
export interface Check {
	/** What is looked at, in two or three words. */
	readonly what: string;
	readonly expected: string;
	readonly found: string;
	readonly agrees: boolean;
}

/**
 * A check of two values that agree when they are deeply equal.
 *
 * @param expectation what is expected, in words; shown for the found value too when it agrees,
 * otherwise that is shown itself
 */
export function check(
	what: string,
	expectation: string,
	values: { readonly expected: unknown; readonly found: unknown },
): Check {
	const agrees = isDeepStrictEqual(values.found, values.expected);
	return { what, expected: expectation, found: agrees ? expectation : shown(values.found), agrees };
}

function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	return typeof value === 'string' ? value : JSON.stringify(value);
}

const HEADINGS = ['Step', 'Expected', 'Found', 'Agrees'] as const;
const WIDEST = 60;

/** The checks as a table for a terminal, one line each. */
export function checkTable(checks: readonly Check[]): string {
	const rows = [
		HEADINGS,
		...checks.map(
			({ what, expected, found, agrees }) =>
				[what, shortened(expected), shortened(found), agrees ? 'yes' : 'NO'] as const,
		),
	];
	const widths = HEADINGS.map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? '').length)),
	);
	const line = (row: readonly string[]): string =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	const [headings, ...others] = rows.map(line);
	const rule = widths.map((width) => '─'.repeat(width)).join('  ');
	return [headings, rule, ...others].join('\n');
}

function shortened(text: string): string {
	const oneLine = text.replace(/\s+/g, ' ');
	return oneLine.length > WIDEST ? `${oneLine.slice(0, WIDEST - 1)}…` : oneLine;
}
