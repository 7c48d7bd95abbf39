import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { runSchema, type Run } from '../results.ts';
import { wayNames } from './ways.ts';

const rowSchema = z.object({
	/** In which run of the benchmark, counted from 1. */
	run: z.number(),
	/** Name of the service. */
	service: z.string(),
	way: z.enum(wayNames),
	items: z.number(),
	/** The least time in which any client could have done it, in milliseconds. */
	optimumMs: z.number(),
	wallMs: z.number(),
	filed: z.number(),
	doubled: z.number(),
	refused: z.number(),
	received: z.number(),
	unknown: z.number().optional(),
	/** It did not end by itself. */
	brokenOff: z.literal(true).optional(),
	note: z.string().optional(),
});

const resultsSchema = z.object({ runs: z.array(runSchema), rows: z.array(rowSchema) });

/** What one way came to at one service. */
export type Row = z.output<typeof rowSchema>;

/** All that the runs of the benchmark found, each pair of a service and a way in one of them. */
export type LimitResults = z.output<typeof resultsSchema>;

/** A service and a way to create its submissions. */
export type Pair = Pick<Row, 'service' | 'way'>;

/** What a file holds; nothing where there is none. @throws ZodError where it holds something else */
export async function readLimitResults(file: string): Promise<LimitResults> {
	if (!existsSync(file)) return { runs: [], rows: [] };
	return resultsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Writes results as JSON that reads well. */
export async function writeLimitResults(file: string, results: LimitResults): Promise<void> {
	await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** Results with a row in place of the one that they have of the same pair. */
export function withRow(results: LimitResults, row: Row): LimitResults {
	return { ...results, rows: [...results.rows.filter((other) => !isOf(other, row)), row] };
}

/** Results with a run more, of which nothing is known yet. */
export function withRun(results: LimitResults, run: Run): LimitResults {
	return { ...results, runs: [...results.runs, run] };
}

/**
 * Results whose last run, which broke off, can be gone on with.
 *
 * @throws Error when there is none, or it was on another machine or with other versions
 */
export function lastRunContinued(results: LimitResults, { machine, beside }: Run): LimitResults {
	const last = results.runs.at(-1);
	if (!isDeepStrictEqual([last?.machine, last?.beside], [machine, beside])) {
		throw new Error('The last run was not measured on this machine with these versions');
	}
	return results;
}

/** Whether the last run of the results has measured a pair. */
export function measuredLast({ runs, rows }: LimitResults, pair: Pair): boolean {
	return rows.some((row) => row.run === runs.length && isOf(row, pair));
}

/** Results without the runs of which no row is left. */
export function withoutOldRuns({ runs, rows }: LimitResults): LimitResults {
	const used = [...new Set(rows.map(({ run }) => run))].sort((one, other) => one - other);
	return {
		runs: runs.filter((_, index) => used.includes(index + 1)),
		rows: rows.map((row) => ({ ...row, run: used.indexOf(row.run) + 1 })),
	};
}

function isOf(row: Pair, { service, way }: Pair): boolean {
	return row.service === service && row.way === way;
}
