import { contenderLabels, contenderNames } from './contenders.ts';
import { drawn } from './drawing.ts';
import type { Results } from './results.ts';
import { compare } from './summary.ts';
import { taskLabel } from './task.ts';

/** Draws all tasks of at least 100 items as one SVG. */
export async function drawPicture(results: Results): Promise<string> {
	return await drawn(specification(results));
}

const COLOURS = ['#1f6f6b', '#c0392b', '#e59866', '#7f8c8d'];

function specification(results: Results): object {
	const values = compare(results.measurements)
		.filter(({ task }) => task.items >= 100)
		.flatMap(({ task, rows }) =>
			rows.map(({ contender, medians }) => ({
				task: taskLabel(task),
				by: contenderLabels[contender],
				perItem: medians.wallMs / task.items,
				stall: medians.longestStallMs,
			})),
		);
	const labels = contenderNames
		.map((name) => contenderLabels[name])
		.filter((label) => values.some(({ by }) => by === label));
	const tasks = [...new Set(values.map(({ task }) => task))];
	const panel = (field: string, title: string, labelled: boolean): object => ({
		width: 330,
		height: { step: 11 },
		title: { text: title, anchor: 'start', fontSize: 12 },
		mark: { type: 'bar', height: 9 },
		encoding: {
			y: {
				field: 'task',
				type: 'nominal',
				sort: tasks,
				title: null,
				axis: labelled ? { labelLimit: 600, ticks: false } : { labels: false, ticks: false },
				scale: { paddingInner: 0.25 },
			},
			yOffset: {
				field: 'by',
				type: 'nominal',
				sort: labels,
			},
			x: { field, type: 'quantitative', title: null, axis: { tickCount: 5 } },
			color: {
				field: 'by',
				type: 'nominal',
				title: null,
				scale: { domain: labels, range: COLOURS },
				legend: { orient: 'top', labelLimit: 300 },
			},
		},
	});
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		background: 'white',
		padding: 12,
		data: { values },
		hconcat: [
			panel('perItem', 'Wall time, milliseconds an item (less is better)', true),
			panel('stall', "Longest stall of n8n's own API, milliseconds (less is better)", false),
		],
		config: { font: 'sans-serif', view: { stroke: null } },
	};
}
