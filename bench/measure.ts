import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { StoredWorkflow } from '../e2e/editor.ts';
import { EditorRefusal, type EditorSession } from '../e2e/editorSession.ts';
import { itemsOf } from '../e2e/execution.ts';
import { MEASURED, measuredNode, type ContenderName } from './contenders.ts';
import { useWithin, type Figures } from './figures.ts';
import type { Seat, Stand } from './stand.ts';
import type { Task } from './task.ts';
import { taskWorkflow, TRIGGER } from './taskWorkflow.ts';
import { watchN8n } from './watch.ts';

const ASK_EVERY_MS = 250;
const SETTLE_MS = 300;
const GIVE_UP_MS = 20 * 60_000;
const BUSY = 'n8n is busy';

const statusSchema = z.object({ status: z.string() });
const runSchema = z.object({ startTime: z.number(), executionTime: z.number() });

/** Imports the workflow in which a contender does a task. */
export async function importTask(
	stand: Stand,
	seat: Seat,
	contender: ContenderName,
	task: Task,
): Promise<StoredWorkflow> {
	const target = task.secure === true ? stand.secureTarget : stand.target;
	const measured = measuredNode(contender, task, target);
	return await seat.editor.createWorkflow(taskWorkflow(task, stand.permalinks, measured));
}

/** Lets every answer of the service take so long. */
export async function setDelay(stand: Stand, delayMs: number): Promise<void> {
	const rules = delayMs === 0 ? [] : [`slow:${String(delayMs)}`];
	await stand.sandbox().set('faults', { rules });
}

/**
 * Runs an imported task once and measures it.
 *
 * @throws Error when the run did not end well, or not every item was carried out exactly once
 */
export async function measure(
	stand: Stand,
	seat: Seat,
	workflow: StoredWorkflow,
	task: Task,
): Promise<Figures> {
	const { editor, n8n, inspector } = seat;
	const sandbox = stand.sandbox();
	await sandbox.forgetReceived();
	// What n8n left behind while it started, or an earlier run, is not the memory of this one.
	await inspector.call('HeapProfiler.collectGarbage');
	const watch = watchN8n(n8n);
	await wait(SETTLE_MS);
	const id = await editor.start(workflow, TRIGGER);
	if (!(await untilEnded(seat, id, GIVE_UP_MS))) throw new Error(`Execution ${id} does not end`);
	const looks = await watch.stop();
	const execution = await editor.finished(id);
	const run = execution.runs[MEASURED]?.[0];
	if (execution.status !== 'success' || run === undefined) {
		throw new Error(`The run ended as ${execution.status}: ${execution.error?.message ?? '?'}`);
	}
	const { startTime, executionTime } = runSchema.parse(run);
	const { entries, peakInFlight } = await sandbox.received();
	const accepted = entries.filter(({ status }) => status !== undefined && status < 300).length;
	const put = itemsOf(execution, MEASURED).length;
	if (put !== task.items || accepted !== task.items) {
		throw new Error(
			`Of ${String(task.items)} items, ${String(put)} came out and ${String(accepted)} were carried out`,
		);
	}
	return {
		wallMs: executionTime,
		...useWithin(looks, { start: startTime, end: startTime + executionTime }),
		mostAtOnce: peakInFlight,
		refused: entries.length - accepted,
		received: entries.length,
	};
}

/**
 * Waits for the end of an execution.
 *
 * @returns false where it did not end in so many milliseconds, or n8n does not even say whether it did
 */
export async function untilEnded(seat: Seat, id: string, giveUpMs: number): Promise<boolean> {
	const over = new AbortController();
	const { signal } = over;
	try {
		return await Promise.race([ended(seat, id, signal), wait(giveUpMs, false, { signal })]);
	} finally {
		over.abort();
	}
}

async function ended({ editor }: Seat, id: string, over: AbortSignal): Promise<boolean> {
	while (!over.aborted) {
		await wait(ASK_EVERY_MS);
		if (!['new', 'running', BUSY].includes(await statusOf(editor.session, id))) return true;
	}
	return false;
}

/** n8n answers 503 "Database is not ready!" after a stall in which its own look at it came late. */
async function statusOf(session: EditorSession, id: string): Promise<string> {
	try {
		return statusSchema.parse(await session.request('GET', `/executions/${id}`)).status;
	} catch (error) {
		if (error instanceof EditorRefusal && error.status === 503) return BUSY;
		throw error;
	}
}
