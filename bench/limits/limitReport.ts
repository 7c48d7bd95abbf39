import { runText, table } from '../report.ts';
import type { LimitResults, Row } from './limitResults.ts';
import { services } from './services.ts';
import { wayNames, ways } from './ways.ts';

/** The results as Markdown: where and with what, and one table of all services. */
export function limitReport(results: LimitResults): string {
	return [
		...results.runs.map((run, index) => `- Run ${String(index + 1)}: ${runText(run)}`),
		'',
		limitTable(results),
	].join('\n');
}

/** A line for each service that was measured, a column for each way. */
export function limitTable({ rows }: LimitResults): string {
	const measured = wayNames.filter((way) => rows.some((row) => row.way === way));
	return table(
		['The service', 'Run', 'Items', 'Optimum s', ...measured.map((way) => ways[way].label)],
		services.flatMap(({ name }) => {
			const ofService = rows.filter(({ service }) => service === name);
			const [first] = ofService;
			if (first === undefined) return [];
			const runs = [...new Set(ofService.map(({ run }) => run))].sort((one, other) => one - other);
			return [
				[
					name,
					runs.join(', '),
					first.items.toLocaleString('en'),
					(first.optimumMs / 1_000).toFixed(1),
					...measured.map((way) => cell(ofService.find((row) => row.way === way))),
				],
			];
		}),
	);
}

/** Filed / refused / wall ÷ optimum; the last only where everything was filed, since who does less is sooner done. */
function cell(row: Row | undefined): string {
	if (row === undefined) return '';
	const { items, filed, doubled, refused, unknown = 0, wallMs, optimumMs, brokenOff } = row;
	const time = filed === items ? (wallMs / optimumMs).toFixed(2) : '–';
	return [
		`${String(filed)}${doubled > 0 ? ` + ${String(doubled)} twice` : ''}`,
		String(refused),
		brokenOff === true ? 'no end' : time,
		...(unknown > 0 ? [`${String(unknown)} unknown`] : []),
	].join(' / ');
}
