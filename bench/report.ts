import { contenderLabels } from './contenders.ts';
import type { Results, Run } from './results.ts';
import { compare, type Comparison, type Row } from './summary.ts';
import { taskKind, taskLabel } from './task.ts';

/** The results as Markdown: where and with what, one table of all tasks, one of how each grows. */
export function report(results: Results): string {
	const comparisons = compare(results.measurements);
	const used = new Set(comparisons.map(({ run }) => run));
	return [
		...results.runs.flatMap((run, index) =>
			used.has(index + 1) ? [`- Run ${String(index + 1)}: ${runText(run)}`] : [],
		),
		'',
		comparisonTable(comparisons),
		'',
		'How the time for an item grows with their number, within a run (wall, milliseconds an item):',
		'',
		growthTable(comparisons),
	].join('\n');
}

/** Where and with what a run of a benchmark was made, as a sentence or two. */
export function runText({ machine, startedAt, loadAtStart, beside }: Run): string {
	const { processors, processor, memoryGiB, system, node, n8n } = machine;
	const earlier = beside === undefined ? '' : `, version ${beside} beside it`;
	return `${startedAt.slice(0, 10)}, ${String(processors)} × ${processor}, ${String(memoryGiB)} GiB, ${system}; Node.js ${node}, n8n ${n8n}, package ${machine.package}${earlier}. Load average when each group of tasks began: ${loadAtStart.join(', ')}.`;
}

const HEADINGS = [
	'Task',
	'Done by',
	'Run',
	'Rounds',
	'Wall s',
	'CPU s',
	'Peak MB',
	'Added MB',
	'At once',
	'Stall ms',
	'Refused',
	'Ratio wall',
	'CPU',
	'peak',
] as const;

/** All contenders at each task, side by side. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
	return table(
		HEADINGS,
		comparisons.flatMap(({ task, run, rows }) =>
			rows.map((row, index) => [index === 0 ? taskLabel(task) : '', ...cellsOf(row, run)]),
		),
	);
}

function cellsOf({ contender, rounds, medians, ratios }: Row, run: number): string[] {
	return [
		contenderLabels[contender],
		String(run),
		String(rounds),
		(medians.wallMs / 1_000).toFixed(2),
		(medians.cpuMs / 1_000).toFixed(2),
		megabytes(medians.peakBytes),
		megabytes(medians.addedBytes),
		medians.mostAtOnce.toFixed(0),
		medians.longestStallMs.toFixed(0),
		medians.refused.toFixed(0),
		ratios?.wall.toFixed(2) ?? '',
		ratios?.cpu.toFixed(2) ?? '',
		ratios?.peak.toFixed(2) ?? '',
	];
}

function growthTable(comparisons: readonly Comparison[]): string {
	const sizes = [...new Set(comparisons.map(({ task }) => task.items))]
		.filter((items) => items > 1)
		.sort((one, other) => one - other);
	const lines = new Map<string, Map<number, string>>();
	for (const { task, run, rows } of comparisons) {
		for (const { contender, medians } of rows) {
			const key = `${taskKind(task)}|${contenderLabels[contender]}|${String(run)}`;
			const line = lines.get(key) ?? new Map<number, string>();
			line.set(task.items, (medians.wallMs / task.items).toFixed(2));
			lines.set(key, line);
		}
	}
	return table(
		['Task', 'Done by', 'Run', ...sizes.map((size) => `${size.toLocaleString('en')} items`)],
		[...lines]
			.filter(([, line]) => sizes.filter((size) => line.has(size)).length > 1)
			.map(([key, line]) => [...key.split('|'), ...sizes.map((size) => line.get(size) ?? '')]),
	);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(0);
}

/** A table in Markdown whose first columns are text and whose other ones are figures. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rule = headings.map((_, index) => (index < 2 ? '---' : '--:'));
	return [line(headings), line(rule), ...rows.map(line)].join('\n');
}
