import { z } from 'zod';
import type { Editor } from '../editor.ts';
import { itemsOf } from '../execution.ts';
import type { ReportedExecution, ReportedItem } from './account.ts';
import { CREATE, KEY } from './workflows.ts';

const pageSchema = z.object({
	results: z.array(z.object({ id: z.string(), status: z.string() })),
	nextCursor: z.string().nullable(),
});

const doneSchema = z.object({ created: z.literal(true), submissionPermalink: z.string() });
const failedSchema = z.object({
	details: z.object({ outcome: z.enum(['refused', 'notSent', 'unknown']) }),
});

/** An execution as n8n's list shows it. */
export interface ListedExecution {
	readonly id: string;
	/** `success`, `error`, `running` and so on. */
	readonly status: string;
}

/**
 * The executions of a workflow that has at most 99 of them.
 *
 * @throws Error when there are more: n8n 2.41 orders its list by the time of the start and cuts its
 *   pages by id, so that executions begun at once can be on neither of two pages
 */
export async function listExecutions(
	editor: Editor,
	workflowId: string,
): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const page = pageSchema.parse(
		await editor.session.request('GET', `/executions?filter=${filter}&limit=100`),
	);
	if (page.nextCursor !== null) {
		throw new Error(`The workflow ${workflowId} has more executions than one page holds`);
	}
	// One that ends while n8n makes the list can stand in it twice: as running and as ended.
	return [...new Map(page.results.map((execution) => [execution.id, execution])).values()];
}

/**
 * Reads what n8n's record of an ended execution says of its items.
 *
 * @param expectedItems how many items the execution was to create
 * @throws ZodError when an item says neither that it was created nor what became of it
 */
export async function readReport(
	editor: Editor,
	{ id, status }: ListedExecution,
	expectedItems: number,
): Promise<ReportedExecution> {
	if (status !== 'success') return { id, status, expectedItems, items: undefined };
	const execution = await editor.finished(id);
	const items = itemsOf(execution, CREATE).map(({ json }, index) =>
		reportedItem(`${id}-${index}`, json),
	);
	return { id, status, expectedItems, items };
}

/** The node answers in input order, so the number of an output item is that of its input item. */
function reportedItem(key: string, json: Readonly<Record<string, unknown>>): ReportedItem {
	const done = doneSchema.safeParse(json);
	if (done.success) return { key, outcome: 'done', permalink: done.data.submissionPermalink };
	const { outcome } = failedSchema.parse(json).details;
	// n8n puts the input item's fields beside a failed item's own.
	const ownKey = json[KEY];
	if (ownKey !== undefined && ownKey !== key) {
		throw new Error(`The item ${key} came out in the place of ${JSON.stringify(ownKey)}`);
	}
	return { key, outcome, permalink: undefined };
}
