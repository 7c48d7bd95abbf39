import type { ContenderName } from './contenders.ts';
import type { Task } from './task.ts';

/** One task, and who does it how often. */
export interface Cell {
	readonly task: Task;
	readonly contenders: readonly ContenderName[];
	readonly rounds: number;
}

/** Cells that are measured in the same n8n processes, the smallest first. */
export interface Group {
	readonly name: string;
	readonly cells: readonly Cell[];
}

const ALL: readonly ContenderName[] = ['submissions', 'httpRequest', 'httpRequestBatched', 'floor'];
const WITHOUT_BATCHES: readonly ContenderName[] = ['submissions', 'httpRequest', 'floor'];

/**
 * By the service's delay in milliseconds, how many requests at once. At 20 ms it is about what the
 * HTTP Request node reaches with a credential, so that both have as many under way.
 */
const AT_ONCE: Readonly<Record<number, number>> = { 0: 5, 20: 5, 200: 50 };

function task(operation: Task['operation'], items: number, fields: number, delayMs: number): Task {
	return { operation, items, fields, delayMs, atOnce: AT_ONCE[delayMs] ?? 5 };
}

function cells(
	tasks: readonly Task[],
	contenders: readonly ContenderName[],
	rounds: number,
): Cell[] {
	return tasks.map((one) => ({ task: one, contenders, rounds }));
}

/** What `npm run bench` measures, five rounds of everything. */
export const usualMatrix: readonly Group[] = [
	{
		name: 'create, 5 expressions',
		cells: [
			...cells(
				[1, 100, 1_000].map((items) => task('create', items, 5, 20)),
				ALL,
				5,
			),
			...cells([task('create', 10_000, 5, 20)], WITHOUT_BATCHES, 5),
		],
	},
	{
		name: 'other tasks',
		cells: cells(
			[
				task('create', 1_000, 20, 20),
				task('create', 1_000, 5, 0),
				task('create', 1_000, 5, 200),
				task('get', 1_000, 1, 20),
			],
			ALL,
			5,
		),
	},
	{
		name: 'over HTTPS',
		cells: cells(
			[0, 20, 200].map((delayMs) => ({ ...task('create', 1_000, 5, delayMs), secure: true })),
			WITHOUT_BATCHES,
			5,
		),
	},
	{
		// Neither the bare loop nor batches have a default that anybody would choose.
		name: 'default settings',
		cells: cells(
			[{ operation: 'create', items: 1_000, fields: 5, delayMs: 200 }],
			['submissions', 'httpRequest'],
			5,
		),
	},
	{
		name: 'large bodies',
		cells: cells([{ ...task('create', 3_000, 5, 20), valueCharacters: 4_000 }], WITHOUT_BATCHES, 5),
	},
];

/** One small round, to see that everything works. */
export const quickMatrix: readonly Group[] = [
	{
		name: 'quick',
		cells: cells(
			[
				task('create', 1, 5, 0),
				task('create', 20, 5, 20),
				{ ...task('create', 20, 5, 20), secure: true },
				task('get', 20, 1, 20),
			],
			ALL,
			2,
		),
	},
];
