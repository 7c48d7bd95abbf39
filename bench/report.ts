import { contenderLabels } from './contenders.ts';
import type { Results } from './results.ts';
import { compare, type Comparison, type Row } from './summary.ts';
import { taskLabel } from './task.ts';

/** The results as Markdown: where and with what, one table of all tasks, one of how each grows. */
export function report(results: Results): string {
	const comparisons = compare(results.measurements);
	const { machine, startedAt, loadAtStart } = results;
	return [
		`Measured on ${startedAt.slice(0, 10)}: ${String(machine.processors)} × ${machine.processor}, ${String(machine.memoryGiB)} GiB, ${machine.system}; Node.js ${machine.node}, n8n ${machine.n8n}, package ${machine.package}. Load average of the machine when each group began: ${loadAtStart.join(', ')}.`,
		'',
		comparisonTable(comparisons),
		'',
		'How the time for an item grows with their number (wall, milliseconds an item):',
		'',
		growthTable(comparisons),
	].join('\n');
}

const HEADINGS = [
	'Task',
	'Done by',
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

function comparisonTable(comparisons: readonly Comparison[]): string {
	return table(
		HEADINGS,
		comparisons.flatMap(({ task, rows }) =>
			rows.map((row, index) => [index === 0 ? taskLabel(task) : '', ...cellsOf(row)]),
		),
	);
}

function cellsOf({ contender, rounds, medians, ratios }: Row): string[] {
	return [
		contenderLabels[contender],
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
	for (const { task, rows } of comparisons) {
		for (const { contender, medians } of rows) {
			const { operation, fields, delayMs } = task;
			const kind = operation === 'create' ? `create, ${String(fields)} expressions` : operation;
			const key = `${kind}, ${String(delayMs)} ms|${contenderLabels[contender]}`;
			const line = lines.get(key) ?? new Map<number, string>();
			line.set(task.items, (medians.wallMs / task.items).toFixed(2));
			lines.set(key, line);
		}
	}
	return table(
		['Task', 'Done by', ...sizes.map((size) => `${size.toLocaleString('en')} items`)],
		[...lines]
			.filter(([, line]) => sizes.filter((size) => line.has(size)).length > 1)
			.map(([key, line]) => [...key.split('|'), ...sizes.map((size) => line.get(size) ?? '')]),
	);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(0);
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rule = headings.map((_, index) => (index < 2 ? '---' : '--:'));
	return [line(headings), line(rule), ...rows.map(line)].join('\n');
}
