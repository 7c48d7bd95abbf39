import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MissingPiece } from '../e2e/missingPiece.ts';
import { projectFolder } from '../e2e/nodePackage.ts';
import { stoppingSignal } from '../e2e/stopping.ts';
import { lastRunContinued, newRun, type Beginning } from './beginning.ts';
import { contenderNames, type ContenderName } from './contenders.ts';
import { describeMachine, load } from './machine.ts';
import { fullMatrix, quickMatrix, usualMatrix, type Cell, type Group } from './matrix.ts';
import { importTask, measure, setDelay } from './measure.ts';
import { publishReport } from './publish.ts';
import { readResults, writeResults, type Machine, type Measurement, type Run } from './results.ts';
import { openStand, type Seat, type Stand } from './stand.ts';
import { taskLabel } from './task.ts';

const PUBLISHED = join(projectFolder, 'docs', 'performance.json');

const HELP = `Usage: npm run bench -- [options]

Measures this node, n8n's HTTP Request node and a bare loop on n8n's own request function, side by
side in the real n8n, and puts the results into docs/performance.json, .md and .svg.

  --quick             a small matrix, to see that it works; its results go to --out alone
  --full              every task with everything: several hours
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
		full: { type: 'boolean', default: false },
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
	const whole = values.quick ? quickMatrix : values.full ? fullMatrix : usualMatrix;
	const chosen = whole
		.filter(({ name }) => name.includes(values.group))
		.map(({ name, cells }) => ({
			name,
			cells: cells
				.filter(({ task: { items } }) => items >= Number(values.smallest))
				.filter(({ task: { items } }) => items <= Number(values.largest))
				.map((cell) => ({ ...cell, rounds: Number(values.rounds ?? cell.rounds) })),
		}))
		.filter(({ cells }) => cells.length > 0);
	if (chosen.length > 0) return chosen;
	throw new MissingPiece(
		`No task is meant by --group, --smallest and --largest. The groups are: ${whole.map(({ name }) => `"${name}"`).join(', ')}.`,
	);
}

async function openSeats(stand: Stand): Promise<Seats> {
	const seats = await Promise.all(
		contenderNames.map(async (name) => [name, await stand.openSeat(name)] as const),
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
			const figures = await measure(stand, seat, workflow, task);
			await keep({ contender, task, round, figures });
			console.log(
				`  ${taskLabel(task)}, round ${String(round)}: ${contender} ${(figures.wallMs / 1_000).toFixed(2)} s`,
			);
		}
	}
}

async function begin(file: string, groups: Group[], machine: Machine): Promise<Beginning> {
	if (values.continue) return lastRunContinued(machine, groups, await readResults(file));
	const run: Run = { startedAt: new Date().toISOString(), loadAtStart: [], machine };
	return newRun(run, groups, values.add ? await readResults(file) : undefined);
}

async function perform(): Promise<void> {
	const file = values.out ?? PUBLISHED;
	if (values.report) {
		await publishReport(await readResults(file));
		return;
	}
	const chosen = chosenGroups();
	const stand = await openStand(console.log);
	try {
		const { results, groups } = await begin(file, chosen, await describeMachine(stand.installed));
		const run = results.runs.length;
		for (const group of groups) {
			results.runs.at(-1)?.loadAtStart.push(load());
			console.log(`${group.name} (load average ${String(load())}) …`);
			await stand.renewSandbox();
			const seats = await openSeats(stand);
			for (const cell of group.cells) {
				await measureCell(stand, seats, cell, async (measurement) => {
					results.measurements.push({ run, ...measurement });
					await writeResults(file, results);
				});
			}
			await Promise.all([...seats.values()].map((seat) => seat.close()));
		}
		if (values.out === undefined) await publishReport(results);
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
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
