import type { SQLOutputValue } from 'node:sqlite';

/** One row as node:sqlite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** The text in a column. @throws Error where the column holds anything else. */
export function textOf(row: Row, column: string): string {
	const value = row[column];
	if (typeof value !== 'string') throw new Error(`Column ${column} holds no text`);
	return value;
}

/** The text in a column, or null where it is empty. */
export function optionalTextOf(row: Row, column: string): string | null {
	return row[column] === null ? null : textOf(row, column);
}

/** The integer in a column. @throws Error where the column holds anything else. */
export function integerOf(row: Row, column: string): number {
	const value = row[column];
	if (typeof value !== 'number') throw new Error(`Column ${column} holds no integer`);
	return value;
}
