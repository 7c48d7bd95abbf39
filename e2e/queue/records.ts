import { z } from 'zod';
import type { Editor } from '../editor.ts';
import { itemsOf } from '../execution.ts';
import type { ReportedExecution, ReportedItem } from './account.ts';
import { CREATE, KEY } from './workflows.ts';

const pageSchema = z.object({
	results: z.array(z.object({ id: z.string(), status: z.string() })),
	nextCursor: z.string().nullish(),
});

const doneSchema = z.object({ created: z.literal(true), submissionPermalink: z.string() });
const failedSchema = z.object({
	details: z.object({ outcome: z.enum(['refused', 'notSent', 'unknown']) }),
});

/** Id and status of each execution of a workflow. */
export async function listExecutions(
	editor: Editor,
	workflowId: string,
): Promise<{ id: string; status: string }[]> {
	// By id, since those that still run stand on every page.
	const statuses = new Map<string, string>();
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let cursor = '';
	for (;;) {
		const path = `/executions?filter=${filter}&limit=100${cursor}`;
		const page = pageSchema.parse(await editor.session.request('GET', path));
		for (const { id, status } of page.results) statuses.set(id, status);
		if (page.nextCursor === null || page.nextCursor === undefined) break;
		cursor = `&cursor=${page.nextCursor}`;
	}
	return [...statuses].map(([id, status]) => ({ id, status }));
}

/**
 * Reads what n8n's record of an ended execution says of its items.
 *
 * @param expectedItems how many items the execution was to create
 * @throws ZodError when an item says neither that it was created nor what became of it
 */
export async function readReport(
	editor: Editor,
	{ id, status }: { readonly id: string; readonly status: string },
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
