import { isDeepStrictEqual } from 'node:util';
import type { Cell, Group } from './matrix.ts';
import type { Machine, Results, Run } from './results.ts';
import { taskLabel } from './task.ts';

/** What a run of the benchmark begins with. */
export interface Beginning {
	/** What stays of earlier results, with the run itself as the last one. */
	readonly results: Results;
	/** What is left to measure. */
	readonly groups: readonly Group[];
}

/** A run of its own beside earlier ones, of which it keeps what they found about other tasks. */
export function newRun(run: Run, groups: readonly Group[], earlier?: Results): Beginning {
	return {
		results: {
			runs: [...(earlier?.runs ?? []), run],
			measurements: without(groups, earlier?.measurements ?? []),
		},
		groups,
	};
}

/**
 * Goes on with the last run of earlier results, which broke off: keeps each task that it measured
 * whole, and measures the others from their beginning.
 *
 * @throws Error when there is none, or it was on another machine or with other versions
 */
export function lastRunContinued(
	machine: Machine,
	groups: readonly Group[],
	earlier: Results,
): Beginning {
	const last = earlier.runs.at(-1);
	if (last === undefined || !isDeepStrictEqual(last.machine, machine)) {
		throw new Error('The last run was not measured on this machine with these versions');
	}
	const open = groups
		.map((group) => ({ ...group, cells: group.cells.filter((cell) => !isWhole(cell, earlier)) }))
		.filter(({ cells }) => cells.length > 0);
	return {
		results: { ...earlier, measurements: without(open, earlier.measurements) },
		groups: open,
	};
}

function isWhole({ task, contenders, rounds }: Cell, { runs, measurements }: Results): boolean {
	const measured = measurements.filter(
		(measurement) =>
			measurement.run === runs.length && taskLabel(measurement.task) === taskLabel(task),
	);
	return contenders.every(
		(contender) => measured.filter((one) => one.contender === contender).length >= rounds,
	);
}

function without(
	groups: readonly Group[],
	measurements: Results['measurements'],
): Results['measurements'] {
	const again = new Set(groups.flatMap(({ cells }) => cells.map(({ task }) => taskLabel(task))));
	return measurements.filter(({ task }) => !again.has(taskLabel(task)));
}
