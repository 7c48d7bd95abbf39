import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Run } from './laws/law.ts';
import { lastState } from './laws/law.ts';
import type { Violation } from './laws/laws.ts';

type Counts = Record<string, number>;

/** The figures of a campaign. */
export interface Figures {
	runs: number;
	items: number;
	/** Items by operation. */
	operations: Counts;
	/** Runs by error mode, and those cancelled or tried several times by n8n. */
	modes: Counts;
	requests: number;
	/** Requests beyond the first for an item in a try. */
	repeatsByNode: number;
	/** Requests for an item in later tries of Retry On Fail. */
	repeatsByRetryOnFail: number;
	/** How often something was made to go wrong, by kind. */
	faults: Counts;
	/** What the node said at the end, by item. */
	outcomes: Counts;
	created: number;
	/** Items reported done that were not carried out. */
	lost: number;
	/** Items carried out several times without leave. */
	doubled: number;
	/** Creates carried out several times because the user had allowed that. */
	doubledByLeave: number;
	/** By law, how often it did not hold. */
	violations: Counts;
	/** The seeds of the runs in which a law did not hold. */
	failedSeeds: number[];
}

/** Figures of a campaign that has not begun. */
export function noFigures(): Figures {
	return {
		runs: 0,
		items: 0,
		operations: {},
		modes: {},
		requests: 0,
		repeatsByNode: 0,
		repeatsByRetryOnFail: 0,
		faults: {},
		outcomes: {},
		created: 0,
		lost: 0,
		doubled: 0,
		doubledByLeave: 0,
		violations: {},
		failedSeeds: [],
	};
}

/**
 * Adds a run to the figures.
 *
 * @param faults how often something went wrong in it, by kind
 */
export function addRun(
	figures: Figures,
	run: Run,
	faults: Readonly<Partial<Record<string, number>>>,
	violations: readonly Violation[],
): void {
	const { plan, facts, told, cancelledAt } = run;
	figures.runs++;
	figures.items += plan.items.length;
	figures.requests += facts.seen.length;
	figures.created += facts.created.length;
	count(figures.modes, plan.onError);
	if (cancelledAt !== undefined) count(figures.modes, 'cancelled');
	if (told.length > 1) count(figures.modes, 'triedAgain');
	for (const [kind, times = 0] of Object.entries(faults)) count(figures.faults, kind, times);
	for (const { index, operation } of plan.items) {
		count(figures.operations, operation);
		count(figures.outcomes, lastState(run, index)?.name ?? 'notNamed');
	}
	addRepeats(figures, run);
	for (const { law } of violations) count(figures.violations, law);
	if (violations.length > 0) figures.failedSeeds.push(plan.seed);
	figures.lost = figures.violations['doneIsStored'] ?? 0;
	figures.doubled = figures.violations['storedOnce'] ?? 0;
}

function addRepeats(figures: Figures, { plan, facts }: Run): void {
	const sent = new Set<string>();
	const inAnyTry = new Set<number>();
	for (const { item, tryNumber } of facts.seen) {
		if (item === undefined) continue;
		const isFirstInTry = !sent.has(`${tryNumber} ${item}`);
		if (!isFirstInTry) figures.repeatsByNode++;
		else if (inAnyTry.has(item)) figures.repeatsByRetryOnFail++;
		sent.add(`${tryNumber} ${item}`);
		inAnyTry.add(item);
	}
	if (plan.options.repeatUnknown !== 'all') return;
	const items = facts.created.map(({ item }) => item);
	figures.doubledByLeave += items.length - new Set(items).size;
}

function count(counts: Counts, name: string, times = 1): void {
	counts[name] = (counts[name] ?? 0) + times;
}

/** Writes the figures to a file as JSON. */
export function writeFigures(figures: Figures, file: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/** The figures for a person to read, a line for each. */
export function describeFigures(figures: Figures): string {
	return Object.entries(figures)
		.map(([name, value]) => `${name.padEnd(22)}${describeValue(value)}`)
		.join('\n');
}

function describeValue(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	const parts = Array.isArray(value)
		? value.map(String)
		: Object.entries(value)
				.sort(([one], [other]) => one.localeCompare(other))
				.map(([name, number]) => `${name} ${String(number)}`);
	return parts.length === 0 ? 'none' : parts.join(', ');
}
