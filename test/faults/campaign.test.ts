import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';

import { faultKinds } from '../../sandbox/faults/fault.ts';
import { chanceOf } from './chance.ts';
import { violationsOf } from './laws/laws.ts';
import { makePlan } from './plan.ts';
import { addRun, describeFigures, noFigures, writeFigures } from './report.ts';
import type { Stage } from './run.ts';
import { carryOut, openStage } from './run.ts';
import { shortenWaits } from './virtualClock.ts';

/** A minute of back-off takes less than a second. */
const SPEED = 300;

/** So many runs hold every kind of fault; fewer may happen to miss one. */
const ENOUGH_FOR_EVERY_FAULT = 200;

const { FAULT_RUNS = '200', FAULT_SEED, FAULT_REPLAY } = process.env;
const replay = FAULT_REPLAY === undefined ? undefined : Number(FAULT_REPLAY);
const firstSeed =
	replay ?? (FAULT_SEED === undefined ? randomInt(1_000_000) * 1000 : Number(FAULT_SEED));
const runs = replay === undefined ? Number(FAULT_RUNS) : 1;
const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index);

const figures = noFigures();
let stage: Stage;

beforeAll(async () => {
	shortenWaits(deliveryClock, SPEED);
	stage = await openStage(() => deliveryClock.now());
});

afterAll(async () => {
	await stage.service.close();
	if (replay === undefined) {
		writeFigures(figures, resolve(__dirname, '../../test-results/faults.json'));
	}
	say(`Fault campaign from seed ${firstSeed}\n${describeFigures(figures)}`);
});

test.each(seeds)(
	'every law holds in run %d (FAULT_REPLAY=<number> runs it alone)',
	async (seed) => {
		const plan = makePlan(seed);
		if (replay !== undefined) say(JSON.stringify(plan, shortened, 2));
		deliveryClock.random = chanceOf(seed).number;
		const [first, both] = await carryOut(plan, stage);
		const violations = [first, both].flatMap((run) => (run ? violationsOf(run) : []));
		addRun(figures, first, both, violations);
		expect(violations).toStrictEqual([]);
	},
);

test('every kind of fault and every mode has been there', () => {
	if (figures.runs < ENOUGH_FOR_EVERY_FAULT) return;
	expect(Object.keys(figures.faults).sort()).toStrictEqual([...faultKinds, 'limit'].sort());
	expect(Object.keys(figures.modes).sort()).toStrictEqual([
		'cancelled',
		'continueErrorOutput',
		'continueRegularOutput',
		'executedAgain',
		'executedAgainWithKeys',
		'retried',
		'retriedWithKeys',
		'stopWorkflow',
		'triedAgain',
	]);
	expect(figures.repeatsByNode).toBeGreaterThan(0);
	expect(figures.repeatsByRetryOnFail).toBeGreaterThan(0);
});

/** A token of 60 KB stands in a plan several times. */
function shortened(_key: string, value: unknown): unknown {
	if (typeof value !== 'string' || value.length < LONGEST_SHOWN) return value;
	return `${value.slice(0, LONGEST_SHOWN)}… (${value.length} characters)`;
}

const LONGEST_SHOWN = 200;

/** Past jest, which would put a stack beside it. */
function say(text: string): void {
	process.stdout.write(`\n${text}\n`);
}
