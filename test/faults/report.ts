import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Run } from './laws/law.ts';
import { isOnce, lastState } from './laws/law.ts';
import type { Violation } from './laws/laws.ts';

type Counts = Record<string, number>;

/** The figures of a campaign that has not begun. */
export function noFigures() {
	return {
		runs: 0,
		items: 0,
		/** Items by operation. */
		operations: {} as Counts,
		/** Runs by error mode, and those cancelled or tried several times by n8n. */
		modes: {} as Counts,
		requests: 0,
		/** Requests beyond the first for an item in a try. */
		repeatsByNode: 0,
		/** Requests for an item in later tries of Retry On Fail. */
		repeatsByRetryOnFail: 0,
		/** Requests for an item in a second execution, after one in the first. */
		repeatsByNextExecution: 0,
		/** How often something was made to go wrong, by kind. */
		faults: {} as Counts,
		/** What the node said at the end, by item. */
		outcomes: {} as Counts,
		created: 0,
		/** Creates carried out several times because the user had allowed that. */
		doubledByLeave: 0,
		/** By law, how often it did not hold. */
		violations: {} as Counts,
		/** The seeds of the runs in which a law did not hold. */
		failedSeeds: [] as number[],
	};
}

export type Figures = ReturnType<typeof noFigures>;

/**
 * Adds a run to the figures.
 *
 * @param first its first execution
 * @param both both of them, where there were two
 */
export function addRun(
	figures: Figures,
	first: Run,
	both: Run | undefined,
	violations: readonly Violation[],
): void {
	const run = both ?? first;
	const { plan, facts } = run;
	const { told, cancelledAt } = first;
	figures.runs++;
	figures.items += plan.items.length;
	figures.requests += facts.seen.length;
	figures.created += facts.created.length;
	count(figures.modes, plan.onError);
	if (cancelledAt !== undefined) count(figures.modes, 'cancelled');
	if (told.length > 1) count(figures.modes, 'triedAgain');
	if (both !== undefined) count(figures.modes, nameOfNext(both));
	// What was made to go wrong is counted anew where the service was made well in between.
	const counted = plan.next?.isWell === true || both === undefined ? [first] : [both];
	for (const { faults } of counted) {
		for (const [kind, times = 0] of Object.entries(faults)) count(figures.faults, kind, times);
	}
	for (const { index, operation } of plan.items) {
		count(figures.operations, operation);
		count(figures.outcomes, lastState(run, index)?.name ?? 'notNamed');
	}
	addRepeats(figures, run);
	for (const { law } of violations) count(figures.violations, law);
	if (violations.length > 0) figures.failedSeeds.push(plan.seed);
}

function nameOfNext({ plan, last }: Run): string {
	const name = last.by === 'retry' ? 'retried' : 'executedAgain';
	return plan.options.createOnceKey === undefined ? name : `${name}WithKeys`;
}

function addRepeats(figures: Figures, run: Run): void {
	const { plan, facts, last } = run;
	const sent = new Set<string>();
	const inAnyTry = new Set<number>();
	const inFirst = new Set<number>();
	for (const { item, tryNumber } of facts.seen) {
		if (item === undefined) continue;
		const isFirstInTry = !sent.has(`${tryNumber} ${item}`);
		if (!isFirstInTry) figures.repeatsByNode++;
		else if (tryNumber >= last.from && inFirst.has(item)) figures.repeatsByNextExecution++;
		else if (inAnyTry.has(item)) figures.repeatsByRetryOnFail++;
		if (tryNumber < last.from) inFirst.add(item);
		sent.add(`${tryNumber} ${item}`);
		inAnyTry.add(item);
	}
	const counts = plan.items.flatMap(({ index }) =>
		isOnce(run, index) ? facts.created.filter(({ item }) => item === index).length : [],
	);
	for (const times of counts) figures.doubledByLeave += Math.max(0, times - 1);
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
