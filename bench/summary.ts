import type { ContenderName } from './contenders.ts';
import type { Figures } from './figures.ts';
import type { Measurement } from './results.ts';
import { taskLabel, type Task } from './task.ts';

/** The medians of one contender at one task. */
export interface Row {
	readonly contender: ContenderName;
	readonly rounds: number;
	readonly medians: Figures;
	/**
	 * How the Submissions node compares with it: the median over the rounds of the quotient of the
	 * two runs of a round. Below 1, the Submissions node took less. Undefined for itself.
	 */
	readonly ratios:
		{ readonly wall: number; readonly cpu: number; readonly peak: number } | undefined;
}

/** All contenders at one task. */
export interface Comparison {
	readonly task: Task;
	/** In which run of the benchmark, counted from 1. */
	readonly run: number;
	readonly rows: readonly Row[];
}

/** The middle value, or the mean of the two middle ones. @throws Error when there is none */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.floor((sorted.length - 1) / 2)];
	if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
	return (upper + lower) / 2;
}

/** Measurements put together by task: by what is done, how slow the service is, how much there is. */
export function compare(measurements: readonly Measurement[]): Comparison[] {
	const byTask = grouped(measurements, ({ task }) => taskLabel(task));
	const comparisons = [...byTask.values()].flatMap((ofTask) => {
		const [first] = ofTask;
		if (first === undefined) return [];
		const { task, run } = first;
		const byContender = grouped(ofTask, ({ contender }) => contender);
		const own = byContender.get('submissions') ?? [];
		return [
			{
				task,
				run,
				rows: [...byContender].map(([contender, runs]) => ({
					contender,
					rounds: runs.length,
					medians: mediansOf(runs),
					ratios: contender === 'submissions' ? undefined : ratiosOf(own, runs),
				})),
			},
		];
	});
	return comparisons.sort((one, other) => byOrder(one.task, other.task));
}

function byOrder(one: Task, other: Task): number {
	return (
		one.operation.localeCompare(other.operation) ||
		Number(one.secure ?? false) - Number(other.secure ?? false) ||
		one.delayMs - other.delayMs ||
		one.fields - other.fields ||
		(one.valueCharacters ?? 0) - (other.valueCharacters ?? 0) ||
		(one.atOnce ?? 0) - (other.atOnce ?? 0) ||
		one.items - other.items
	);
}

function grouped<Key>(
	measurements: readonly Measurement[],
	keyOf: (measurement: Measurement) => Key,
): Map<Key, Measurement[]> {
	const groups = new Map<Key, Measurement[]>();
	for (const measurement of measurements) {
		const key = keyOf(measurement);
		groups.set(key, [...(groups.get(key) ?? []), measurement]);
	}
	return groups;
}

function mediansOf(runs: readonly Measurement[]): Figures {
	const of = (figure: keyof Figures): number => median(runs.map(({ figures }) => figures[figure]));
	return {
		wallMs: of('wallMs'),
		cpuMs: of('cpuMs'),
		peakBytes: of('peakBytes'),
		addedBytes: of('addedBytes'),
		longestStallMs: of('longestStallMs'),
		mostAtOnce: of('mostAtOnce'),
		refused: of('refused'),
		received: of('received'),
	};
}

function ratiosOf(own: readonly Measurement[], others: readonly Measurement[]): Row['ratios'] {
	const pairs = own.flatMap((mine) => {
		const theirs = others.find(({ round }) => round === mine.round);
		return theirs === undefined ? [] : [{ mine: mine.figures, theirs: theirs.figures }];
	});
	if (pairs.length === 0) return undefined;
	const of = (figure: 'wallMs' | 'cpuMs' | 'peakBytes'): number =>
		median(pairs.map(({ mine, theirs }) => mine[figure] / theirs[figure]));
	return { wall: of('wallMs'), cpu: of('cpuMs'), peak: of('peakBytes') };
}
