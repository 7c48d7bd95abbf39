import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { violationsOf } from './laws.ts';
import { makePlan } from './plan.ts';
import type { Run } from './run.ts';
import { carryOut } from './run.ts';
import type { HostileService } from './service.ts';
import { startHostileService } from './service.ts';

/** So many runs come first and count for nothing: n8n loads what it needs when it needs it. */
const RUNS_TO_WARM_UP = 10;

/** So many findings tell enough. */
const MOST_TOLD = 30;

const { HOSTILE_RUNS = '300', HOSTILE_SEED, HOSTILE_REPLAY } = process.env;
const replay = HOSTILE_REPLAY === undefined ? undefined : Number(HOSTILE_REPLAY);
const first =
	replay ?? (HOSTILE_SEED === undefined ? randomInt(1_000_000) * 1000 : Number(HOSTILE_SEED));
const count = replay === undefined ? Number(HOSTILE_RUNS) : 1;

let service: HostileService;

beforeAll(async () => {
	service = await startHostileService();
	for (let seed = 0; seed < RUNS_TO_WARM_UP; seed++) await carryOut(makePlan(seed), service);
});

afterAll(async () => {
	await service.close();
});

test('whatever comes in, n8n goes on, and what became of each item is told', async () => {
	const findings: string[] = [];
	const worst = { stall: { seed: 0, ms: 0 }, memory: { seed: 0, bytes: 0, input: 0 } };
	for (let seed = first; seed < first + count; seed++) {
		const plan = makePlan(seed);
		if (replay !== undefined) say(JSON.stringify(plan, shortened, 2));
		const run = await carryOut(plan, service);
		note(worst, run);
		findings.push(...violationsOf(run).map((sentence) => `${seed}: ${sentence}`));
	}
	const figures = { first, runs: count, findings: findings.length, worst };
	const file = resolve(__dirname, '../../test-results/hostile.json');
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ ...figures, all: findings }, null, '\t'));
	say(`Hostile campaign\n${JSON.stringify(figures, null, 2)}`);
	expect(findings.slice(0, MOST_TOLD)).toStrictEqual([]);
});

function note(
	worst: {
		stall: { seed: number; ms: number };
		memory: { seed: number; bytes: number; input: number };
	},
	{ plan: { seed }, taken, input }: Run,
): void {
	if (taken.stall > worst.stall.ms) worst.stall = { seed, ms: Math.round(taken.stall) };
	if (taken.memory > worst.memory.bytes) worst.memory = { seed, bytes: taken.memory, input };
}

function shortened(_key: string, value: unknown): unknown {
	return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value;
}

/** Past jest, which would put a stack beside it. */
function say(text: string): void {
	process.stdout.write(`\n${text}\n`);
}
