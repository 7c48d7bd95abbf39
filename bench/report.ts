import { contenderLabels, type ContenderName } from './contenders.ts';
import type { Results, Run } from './results.ts';
import { compare, type Comparison, type Row } from './summary.ts';
import { taskLabel } from './task.ts';

/** The results as Markdown: where and with what, and a line for each task. */
export function report(results: Results): string {
	const comparisons = compare(results.measurements);
	const used = new Set(comparisons.map(({ run }) => run));
	const runs = results.runs.filter((_run, index) => used.has(index + 1));
	return [...runs.map(runText), '', ratioTable(comparisons)].join('\n');
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
		seconds(medians.wallMs),
		seconds(medians.cpuMs),
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

const OTHERS = ['httpRequest', 'httpRequestBatched', 'floor'] as const;

/** What this node took at each task, and that divided by what the others took. */
function ratioTable(comparisons: readonly Comparison[]): string {
	const others = ['HTTP', 'batched', 'loop'];
	return table(
		[
			'Task',
			...['Wall s', 'CPU s', 'Peak MB'].flatMap((figure) => [
				figure,
				...others.map((other) => `÷ ${other}`),
			]),
			'Stall ms',
			'HTTP',
		],
		comparisons.map(({ task, rows }) => {
			const of = (name: ContenderName) => rows.find(({ contender }) => contender === name);
			const own = of('submissions')?.medians;
			const ratios = (figure: keyof NonNullable<Row['ratios']>) =>
				OTHERS.map((other) => of(other)?.ratios?.[figure].toFixed(2) ?? '');
			return [
				taskLabel(task),
				seconds(own?.wallMs),
				...ratios('wall'),
				seconds(own?.cpuMs),
				...ratios('cpu'),
				megabytes(own?.peakBytes ?? 0),
				...ratios('peak'),
				own?.longestStallMs.toFixed(0) ?? '',
				of('httpRequest')?.medians.longestStallMs.toFixed(0) ?? '',
			];
		}),
		1,
	);
}

function seconds(milliseconds = 0): string {
	return (milliseconds / 1_000).toFixed(2);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(0);
}

/**
 * A table in Markdown.
 *
 * @param texts how many of the first columns are text; the other ones are figures
 */
export function table(
	headings: readonly string[],
	rows: readonly (readonly string[])[],
	texts = 2,
): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
	const rule = headings.map((_, index) => (index < texts ? '---' : '--:'));
	return [line(headings), line(rule), ...rows.map(line)].join('\n');
}
