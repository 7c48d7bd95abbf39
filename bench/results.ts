import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { contenderNames } from './contenders.ts';

const taskSchema = z.object({
	operation: z.enum(['create', 'get']),
	items: z.number(),
	fields: z.number(),
	valueCharacters: z.number().optional(),
	delayMs: z.number(),
	atOnce: z.number().optional(),
	secure: z.boolean().optional(),
});

const figuresSchema = z.object({
	wallMs: z.number(),
	cpuMs: z.number(),
	peakBytes: z.number(),
	addedBytes: z.number(),
	longestStallMs: z.number(),
	mostAtOnce: z.number(),
	refused: z.number(),
	received: z.number(),
});

const measurementSchema = z.object({
	/** In which run of the benchmark, counted from 1. */
	run: z.number(),
	contender: z.enum(contenderNames),
	task: taskSchema,
	/** Counted from 1; in one round every contender does the task once. */
	round: z.number(),
	figures: figuresSchema,
});

const machineSchema = z.object({
	processor: z.string(),
	processors: z.number(),
	memoryGiB: z.number(),
	system: z.string(),
	node: z.string(),
	n8n: z.string(),
	package: z.string(),
});

/** Of one run of a benchmark. */
export const runSchema = z.object({
	startedAt: z.string(),
	/** The machine's load average over a minute when each group of measurements began. */
	loadAtStart: z.array(z.number()),
	machine: machineSchema,
	/** The earlier version that was measured beside this one. */
	beside: z.string().optional(),
});

const resultsSchema = z.object({
	runs: z.array(runSchema),
	measurements: z.array(measurementSchema),
});

/** One run of one contender. */
export type Measurement = z.output<typeof measurementSchema>;

/** Where it was measured, and with what. */
export type Machine = z.output<typeof machineSchema>;

/** One run of the benchmark: where and when, not what it found. */
export type Run = z.output<typeof runSchema>;

/** All that the runs of the benchmark found, each task in one of them. */
export type Results = z.output<typeof resultsSchema>;

/** @throws ZodError where the file holds something else */
export async function readResults(file: string): Promise<Results> {
	return resultsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Writes results as JSON that reads well line by line. */
export async function writeResults(file: string, results: Results): Promise<void> {
	const { measurements, ...rest } = results;
	const head = JSON.stringify(rest, null, 2).slice(0, -2);
	const lines = measurements.map((measurement) => `    ${JSON.stringify(measurement)}`);
	await writeFile(file, `${head},\n  "measurements": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
