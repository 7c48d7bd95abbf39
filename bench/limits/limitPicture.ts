import { drawn } from '../drawing.ts';
import type { LimitResults, Row } from './limitResults.ts';
import { services } from './services.ts';
import { wayNames, ways } from './ways.ts';

/** Draws what was filed and what was refused at every service, by way, as one SVG. */
export async function drawLimitPicture(results: LimitResults): Promise<string> {
	return await drawn(specification(results));
}

interface Panel {
	readonly title: string;
	/** The number that is written. */
	readonly text: string;
	/** The share that gives the colour, 0 to 1. */
	readonly share: string;
	/** Evenly from 0 to 1. */
	readonly colours: readonly [string, string, string];
}

const FILED: Panel = {
	title: 'Filed, + what is there more than once',
	text: 'filedText',
	share: 'filedShare',
	colours: ['#e8988c', '#f7efdc', '#9fd3ca'],
};

const REFUSED: Panel = {
	title: 'Refused requests (fewer is better)',
	text: 'refusedText',
	share: 'refusedShare',
	colours: ['#ffffff', '#f9dcd6', '#e8988c'],
};

function specification({ rows }: LimitResults): object {
	const names = services.map(({ name }) => name).filter((name) => measures(rows, name));
	const labels = wayNames
		.filter((way) => rows.some((row) => row.way === way))
		.map((way) => ways[way].label);
	const panel = ({ title, text, share, colours }: Panel, labelled: boolean): object => ({
		width: { step: 64 },
		height: { step: 20 },
		title: { text: title, anchor: 'start', fontSize: 12 },
		encoding: {
			y: {
				field: 'service',
				type: 'nominal',
				sort: names,
				title: null,
				axis: labelled ? { labelLimit: 400, ticks: false } : { labels: false, ticks: false },
			},
			x: {
				field: 'by',
				type: 'nominal',
				sort: labels,
				title: null,
				axis: { orient: 'top', labelAngle: -40, labelAlign: 'left', labelLimit: 300, ticks: false },
			},
		},
		layer: [
			{
				mark: { type: 'rect', stroke: 'white' },
				encoding: {
					color: {
						field: share,
						type: 'quantitative',
						scale: { domain: [0, 0.5, 1], range: colours, interpolate: 'rgb', clamp: true },
						legend: null,
					},
				},
			},
			{ mark: { type: 'text', fontSize: 10 }, encoding: { text: { field: text } } },
		],
	});
	return {
		$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
		background: 'white',
		padding: 12,
		data: { values: rows.map(tile) },
		hconcat: [panel(FILED, true), panel(REFUSED, false)],
		resolve: { scale: { color: 'independent' } },
		config: { font: 'sans-serif', view: { stroke: null } },
	};
}

function measures(rows: readonly Row[], name: string): boolean {
	return rows.some(({ service }) => service === name);
}

function tile({ service, way, items, filed, doubled, refused }: Row): object {
	return {
		service,
		by: ways[way].label,
		filedText: `${String(filed)}${doubled > 0 ? ` + ${String(doubled)}` : ''}`,
		// One that is there twice is as bad as one that is not.
		filedShare: Math.max(0, filed - doubled) / items,
		refusedText: String(refused),
		refusedShare: refused / items,
	};
}
