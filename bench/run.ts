import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MissingPiece } from '../e2e/missingPiece.ts';
import { projectFolder } from '../e2e/nodePackage.ts';
import { stoppingSignal } from '../e2e/stopping.ts';
import { lastRunContinued, newRun, type Beginning } from './beginning.ts';
import { GivenUp, within } from './deadline.ts';
import { contenderNames, type ContenderName } from './contenders.ts';
import { describeMachine, load } from './machine.ts';
import { quickMatrix, usualMatrix, type Cell, type Group } from './matrix.ts';
import { importTask, measure, setDelay } from './measure.ts';
import { publishReport } from './publish.ts';
import { readResults, writeResults, type Machine, type Measurement, type Run } from './results.ts';
import { comparisonTable } from './report.ts';
import { openStand, type Seat, type Stand } from './stand.ts';
import { compare } from './summary.ts';
import { taskLabel } from './task.ts';

const NO_FILE =
	'The results of --quick and of --beside are kept only where --out names a file for them.';
/** Nothing that is measured takes as long: a run of 10,000 items is over in five minutes. */
const GIVE_UP_MS = 25 * 60_000;
const PUBLISHED = join(projectFolder, 'docs', 'performance.json');

const HELP = `Usage: npm run bench -- [options]

Measures this node, n8n's HTTP Request node and a bare loop on n8n's own request function, side by
side in the real n8n, and puts the results into docs/performance.json, .md and .svg.

  --quick             a small matrix, to see that it works; its results go to --out alone
  --beside <folder>   an earlier version of this package too, built, such as a git worktree of an
                      earlier commit; the results go to --out alone
  --by <names>        only these contenders, with a comma between: ${contenderNames.join(', ')}
  --rounds <number>   rounds of every task in place of five
  --group <text>      only the groups whose name contains the text
  --smallest <number> only tasks of at least so many items
  --largest <number>  only tasks of at most so many items
  --out <file>        where the results go, in place of docs/performance.json
  --add               keeps the results that the file already has of other tasks
  --continue          goes on with the last run that the file has, which broke off
  --report            measures nothing: makes the tables and the picture from the file anew
  --help              print this

BENCH_QUICK=1 is the same as --quick. Nothing else should run on the machine meanwhile.
`;

/** A seat for each contender, so that what one leaves in memory is not counted to another. */
type Seats = ReadonlyMap<ContenderName, Seat>;

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: process.env['BENCH_QUICK'] === '1' },
		beside: { type: 'string' },
		by: { type: 'string' },
		rounds: { type: 'string' },
		group: { type: 'string', default: '' },
		smallest: { type: 'string', default: '1' },
		largest: { type: 'string', default: 'Infinity' },
		out: { type: 'string' },
		add: { type: 'boolean', default: false },
		continue: { type: 'boolean', default: false },
		report: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

const stopping = stoppingSignal();

function chosenGroups(): Group[] {
	const whole = values.quick ? quickMatrix : usualMatrix;
	const chosen = whole
		.filter(({ name }) => name.includes(values.group))
		.map(({ name, cells }) => ({
			name,
			cells: cells
				.filter(({ task: { items } }) => items >= Number(values.smallest))
				.filter(({ task: { items } }) => items <= Number(values.largest))
				.map(({ task, contenders, rounds }) => ({
					task,
					contenders: chosenContenders(contenders),
					rounds: Number(values.rounds ?? rounds),
				}))
				.filter(({ contenders }) => contenders.length > 0),
		}))
		.filter(({ cells }) => cells.length > 0);
	if (chosen.length > 0) return chosen;
	throw new MissingPiece(
		`No task is meant by --group, --smallest, --largest and --by. The groups are: ${whole.map(({ name }) => `"${name}"`).join(', ')}.`,
	);
}

/** The earlier version does what this one does, in the same rounds. */
function chosenContenders(contenders: readonly ContenderName[]): ContenderName[] {
	const by = values.by?.split(',');
	return contenders
		.flatMap((name): ContenderName[] =>
			name === 'submissions' && values.beside !== undefined ? [name, 'earlier'] : [name],
		)
		.filter((name) => by?.includes(name) ?? true);
}

async function openSeats(stand: Stand, { cells }: Group): Promise<Seats> {
	const names = [...new Set(cells.flatMap(({ contenders }) => contenders))];
	const seats = await Promise.all(
		names.map(async (name) => [name, await stand.openSeat(name)] as const),
	);
	return new Map(seats);
}

async function measureCell(
	stand: Stand,
	seats: Seats,
	{ task, contenders, rounds }: Cell,
	keep: (measurement: Omit<Measurement, 'run'>) => Promise<void>,
): Promise<void> {
	await setDelay(stand, task.delayMs);
	const imported = await Promise.all(
		contenders.map(async (contender) => {
			const seat = seats.get(contender);
			if (seat === undefined) throw new Error(`There is no seat for ${contender}`);
			return { contender, seat, workflow: await importTask(stand, seat, contender, task) };
		}),
	);
	for (let round = 1; round <= rounds; round++) {
		// Who is first in one round is last in the next.
		const order = round % 2 === 1 ? imported : imported.toReversed();
		for (const { contender, seat, workflow } of order) {
			stopping.throwIfAborted();
			const what = `${taskLabel(task)}, round ${String(round)}, ${contender}`;
			const figures = await within(GIVE_UP_MS, what, measure(stand, seat, workflow, task));
			await keep({ contender, task, round, figures });
			console.log(`  ${what} ${(figures.wallMs / 1_000).toFixed(2)} s`);
		}
	}
}

async function begin(
	file: string | undefined,
	groups: Group[],
	machine: Machine,
	beside: string | undefined,
): Promise<Beginning> {
	if (file === undefined && (values.continue || values.add)) throw new MissingPiece(NO_FILE);
	if (file !== undefined && values.continue) {
		return lastRunContinued(machine, groups, await readResults(file));
	}
	const run: Run = { startedAt: new Date().toISOString(), loadAtStart: [], machine, beside };
	return newRun(
		run,
		groups,
		file !== undefined && values.add ? await readResults(file) : undefined,
	);
}

/** Where the results go; a small matrix and an earlier version have no place in the published ones. */
function resultsFile(): string | undefined {
	return values.out ?? (values.quick || values.beside !== undefined ? undefined : PUBLISHED);
}

async function perform(): Promise<void> {
	const file = resultsFile();
	if (values.report) {
		if (file === undefined) throw new MissingPiece(NO_FILE);
		await publishReport(await readResults(file));
		return;
	}
	const chosen = chosenGroups();
	const stand = await openStand(console.log, values.beside);
	try {
		const machine = await describeMachine(stand.installed);
		const { results, groups } = await begin(file, chosen, machine, stand.earlierVersion);
		const run = results.runs.length;
		for (const group of groups) {
			results.runs.at(-1)?.loadAtStart.push(load());
			console.log(`${group.name} (load average ${String(load())}) …`);
			const prepared = stand.renewSandbox().then(() => openSeats(stand, group));
			const seats = await within(GIVE_UP_MS, `To prepare "${group.name}"`, prepared);
			for (const cell of group.cells) {
				await measureCell(stand, seats, cell, async (measurement) => {
					results.measurements.push({ run, ...measurement });
					if (file !== undefined) await writeResults(file, results);
				});
			}
			await Promise.all([...seats.values()].map((seat) => seat.close()));
		}
		console.log(`\n${comparisonTable(compare(results.measurements))}`);
		if (file === PUBLISHED) await publishReport(results);
	} finally {
		await stand.close();
	}
}

try {
	if (values.help) console.log(HELP);
	else await perform();
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece || error instanceof GivenUp) console.error(error.message);
	else console.error(error);
}
