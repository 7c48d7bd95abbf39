import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkTable } from '../checks.ts';
import { MissingPiece } from '../missingPiece.ts';
import { projectFolder } from '../nodePackage.ts';
import { stoppingSignal } from '../stopping.ts';
import { runCampaign, type Case } from './campaign.ts';

const HELP = `Usage: npm run e2e:across -- [options]

What happens to rows beyond one execution, in a real n8n: its Retry button, two executions at once,
n8n killed in the middle and the same rows again, two workers. ACROSS_KILLS says how often n8n is
killed (20).

  --package <file>  run this packed package in place of the one here, to compare
  --help            print this
`;

function casesTable(cases: readonly Case[]): string {
	const rows = cases.map(({ what, ...figures }) => [what, ...Object.values(figures).map(String)]);
	const all = [['Case', 'Rows', 'Doubled', 'Lost', 'Unknown'], ...rows];
	const widest = Math.max(...all.map(([what = '']) => what.length));
	return all
		.map(([what = '', ...figures]) =>
			[what.padEnd(widest), ...figures.map((figure) => figure.padStart(8))].join(''),
		)
		.join('\n');
}

async function perform(): Promise<void> {
	const { values } = parseArgs({
		options: { package: { type: 'string' }, help: { type: 'boolean', default: false } },
	});
	if (values.help) {
		console.log(HELP);
		return;
	}
	const started = performance.now();
	const kills = Number(process.env['ACROSS_KILLS'] ?? '20');
	const { checks, cases } = await runCampaign({
		kills,
		tarball: values.package,
		report: console.log,
		stopping,
	});
	const failed = checks.filter(({ agrees }) => !agrees).length;
	const tally = { passed: checks.length - failed, failed, skipped: 0 };
	const folder = join(projectFolder, 'test-results', 'tally');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'across.json'), JSON.stringify(tally));
	const seconds = Math.round((performance.now() - started) / 1_000);
	console.log(`\n${checkTable(checks)}\n\n${casesTable(cases)}`);
	console.log(`\n${tally.passed} of ${checks.length} agree, after ${seconds} s.`);
	if (failed > 0) process.exitCode = 1;
}

const stopping = stoppingSignal();
try {
	await perform();
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
