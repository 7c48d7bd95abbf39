import { isDeepStrictEqual } from 'node:util';

/** One thing that was expected, and what was found. */
export interface Check {
	/** What is looked at, in two or three words. */
	readonly what: string;
	/** What is expected, in words. */
	readonly expectation: string;
	readonly agrees: boolean;
	/** What was found, where that is something else. */
	readonly found: string;
}

/**
 * A check of two values that agree when they are deeply equal.
 *
 * @param expectation what is expected, in words
 */
export function check(
	what: string,
	expectation: string,
	values: { readonly expected: unknown; readonly found: unknown },
): Check {
	const agrees = isDeepStrictEqual(values.found, values.expected);
	return { what, expectation, agrees, found: shown(values.found) };
}

function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	return typeof value === 'string' ? value : JSON.stringify(value);
}

const HEADINGS = ['Step', 'Expected', 'Found'] as const;
const WIDEST = 100;

/** The checks as a table for a terminal, one line each. */
export function checkTable(checks: readonly Check[]): string {
	const rows = [
		HEADINGS,
		...checks.map(
			({ what, expectation, agrees, found }) =>
				[what, expectation, agrees ? 'as expected' : `DIFFERS: ${shortened(found)}`] as const,
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
