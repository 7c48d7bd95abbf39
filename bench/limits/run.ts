import { parseArgs } from 'node:util';
import { MissingPiece } from '../../e2e/missingPiece.ts';
import { stoppingSignal } from '../../e2e/stopping.ts';
import { describeMachine, load } from '../machine.ts';
import { openStand, type Seat, type Stand } from '../stand.ts';
import { attemptAt, type Attempt } from './attempt.ts';
import { limitTable } from './limitReport.ts';
import { publishedLimits, publishLimits } from './limitPublish.ts';
import {
	lastRunContinued,
	measuredLast,
	readLimitResults,
	withRow,
	withRun,
	writeLimitResults,
	type LimitResults,
} from './limitResults.ts';
import { optimumMs } from './optimum.ts';
import { services, type Service } from './services.ts';
import { wayNames, ways, type WayName } from './ways.ts';

const HELP = `Usage: npm run bench:limits -- [options]

Creates submissions at services with limits, and at ones that go away for a while, in the real n8n:
this node with its default settings beside n8n's HTTP Request node and beside an earlier version.
The results go into docs/performance-limits.json, docs/performance.md and docs/performance-limits.svg;
those of other services that are there already stay.

  --beside <folder>   an earlier version of this package, built, such as a git worktree of an earlier
                      commit; without it, none is measured
  --only <text>       only the services whose name contains the text; repeatable
  --by <names>        only these ways, with a comma between: ${wayNames.join(', ')}
  --seconds <number>  when a run is broken off (four times the optimum, and at least 90)
  --out <file>        where the results go, in place of docs/
  --continue          goes on with the last run that the file has, which broke off
  --report            measures nothing: makes the table and the picture in docs/ from the file anew
  --list              prints the services with the optimum of each
  --help              print this

Nothing else should run on the machine meanwhile.
`;

const GIVE_UP_AT_LEAST_MS = 90_000;
const GIVE_UP_AFTER_OPTIMA = 4;

const { values } = parseArgs({
	options: {
		beside: { type: 'string' },
		only: { type: 'string', multiple: true, default: [] },
		by: { type: 'string' },
		seconds: { type: 'string' },
		out: { type: 'string' },
		continue: { type: 'boolean', default: false },
		report: { type: 'boolean', default: false },
		list: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

const stopping = stoppingSignal();

function chosenServices(): readonly Service[] {
	const { only } = values;
	const chosen = services.filter(
		({ name }) => only.length === 0 || only.some((text) => name.includes(text)),
	);
	if (chosen.length > 0) return chosen;
	throw new MissingPiece('No service is meant by --only: --list prints them.');
}

function chosenWays(): readonly WayName[] {
	const by = values.by?.split(',');
	const chosen = wayNames
		.filter((way) => by?.includes(way) ?? true)
		.filter((way) => ways[way].contender !== 'earlier' || values.beside !== undefined);
	if (chosen.length > 0) return chosen;
	throw new MissingPiece(
		`No way is meant by --by, of: ${wayNames.join(', ')}. The earlier version needs --beside.`,
	);
}

function giveUpMs(service: Service): number {
	if (values.seconds !== undefined) return Number(values.seconds) * 1_000;
	return Math.max(GIVE_UP_AT_LEAST_MS, GIVE_UP_AFTER_OPTIMA * optimumMs(service));
}

/** An n8n at a time, and another one after a run in which it was ended. */
function seatKeeper(stand: Stand): { seat(): Promise<Seat>; drop(): Promise<void> } {
	let open: Seat | undefined;
	let count = 0;
	return {
		seat: async () => (open ??= await stand.openSeat(`limits-${String((count += 1))}`)),
		drop: async () => {
			await open?.close();
			open = undefined;
		},
	};
}

function attemptText({ filed, doubled, refused, wallMs, note }: Attempt): string {
	const counts = `${String(filed)} filed, ${String(doubled)} twice, ${String(refused)} refused`;
	return `${counts}, ${(wallMs / 1_000).toFixed(1)} s${note === undefined ? '' : `. ${note}`}`;
}

/** What went wrong with one run is told, and the others are made all the same. */
function unmeasured(error: unknown): undefined {
	stopping.throwIfAborted();
	process.exitCode = 1;
	console.error('  This run could not be measured:', error);
}

async function begin(stand: Stand, file: string): Promise<LimitResults> {
	const earlier = await readLimitResults(file);
	const run = {
		startedAt: new Date().toISOString(),
		loadAtStart: [load()],
		machine: await describeMachine(stand.installed),
		beside: stand.earlierVersion,
	};
	return values.continue ? lastRunContinued(earlier, run) : withRun(earlier, run);
}

async function measureAll(file: string): Promise<LimitResults> {
	const chosen = chosenServices();
	const by = chosenWays();
	const stand = await openStand(console.log, values.beside);
	try {
		const keeper = seatKeeper(stand);
		let results = await begin(stand, file);
		for (const service of chosen) {
			const { name, items } = service;
			console.log(`${name} (optimum ${(optimumMs(service) / 1_000).toFixed(1)} s) …`);
			for (const way of by) {
				stopping.throwIfAborted();
				if (values.continue && measuredLast(results, { service: name, way })) continue;
				const within = { stand, seat: await keeper.seat(), giveUpMs: giveUpMs(service) };
				const attempted = await attemptAt(service, way, within).catch(unmeasured);
				if (attempted === undefined || attempted.spent) await keeper.drop();
				if (attempted === undefined) continue;
				const { attempt } = attempted;
				console.log(`  ${ways[way].label}: ${attemptText(attempt)}`);
				results = withRow(results, {
					run: results.runs.length,
					service: name,
					way,
					items,
					optimumMs: optimumMs(service),
					...attempt,
				});
				await writeLimitResults(file, results);
			}
		}
		return results;
	} finally {
		await stand.close();
	}
}

async function perform(): Promise<void> {
	const file = values.out ?? publishedLimits;
	const results = values.report ? await readLimitResults(file) : await measureAll(file);
	console.log(`\n${limitTable(results)}`);
	if (values.report || values.out === undefined) await publishLimits(results);
}

function list(): string {
	const line = (service: Service): string =>
		`${(optimumMs(service) / 1_000).toFixed(1).padStart(6)} s  ${service.name}`;
	return services.map(line).join('\n');
}

try {
	if (values.help) console.log(HELP);
	else if (values.list) console.log(list());
	else await perform();
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
