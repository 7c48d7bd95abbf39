import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../e2e/command.ts';
import { MissingPiece } from '../e2e/missingPiece.ts';
import { npmCommand, withThisNode } from '../e2e/node24.ts';
import { contenderLabels, contenderNames } from './contenders.ts';
import type { Results } from './results.ts';
import { compare } from './summary.ts';
import { taskLabel } from './task.ts';

const FOLDER = import.meta.dirname;

const vegaLiteSchema = z.object({
	compile: z.function(z.tuple([z.unknown()]), z.object({ spec: z.unknown() })),
});

type ViewClass = new (
	runtime: unknown,
	options: { readonly renderer: 'none' },
) => { toSVG(): Promise<string> };

const vegaSchema = z.object({
	parse: z.function(z.tuple([z.unknown()]), z.unknown()),
	View: z.custom<ViewClass>((value) => typeof value === 'function'),
});

/** Draws all tasks of at least 100 items as one SVG. */
export async function drawPicture(results: Results): Promise<string> {
	await installPlotting();
	const vegaLite = vegaLiteSchema.parse(await loaded('vega-lite'));
	const vega = vegaSchema.parse(await loaded('vega'));
	const { spec } = vegaLite.compile(specification(results));
	const svg = await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
	return `${svg}\n`;
}

/** Loaded by a name that the compiler does not follow: the packages are not there before a picture is drawn. */
async function loaded(name: string): Promise<object> {
	const module: unknown = await import(name);
	return z.object({}).passthrough().parse(module);
}

/** The plotting library is the one thing that only the picture needs, so it is installed for it. */
async function installPlotting(): Promise<void> {
	if (existsSync(join(FOLDER, 'node_modules', 'vega-lite'))) return;
	const { command, firstArguments } = npmCommand();
	const { code, output } = await runCommand(command, [...firstArguments, 'ci'], {
		cwd: FOLDER,
		env: withThisNode(process.env),
	});
	if (code !== 0) {
		throw new MissingPiece(`The plotting library for the picture cannot be installed: ${output}`);
	}
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
				axis: labelled ? { labelLimit: 400, ticks: false } : { labels: false, ticks: false },
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
