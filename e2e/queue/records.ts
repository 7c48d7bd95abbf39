import { z } from 'zod';
import type { Editor, ListedExecution } from '../editor.ts';
import { itemsOf } from '../execution.ts';
import type { ReportedExecution, ReportedItem } from './account.ts';
import { CREATE, KEY } from './workflows.ts';

const doneSchema = z.object({ created: z.literal(true), submissionPermalink: z.string() });
const failedSchema = z.object({
	details: z.object({ outcome: z.enum(['refused', 'notSent', 'unknown']) }),
});

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
	const execution = await editor.finished(id);
	if (status !== 'success') {
		return { id, status, reason: execution.error?.message, expectedItems, items: undefined };
	}
	const items = itemsOf(execution, CREATE).map(({ json }, index) =>
		reportedItem(`${id}-${index}`, json),
	);
	return { id, status, reason: undefined, expectedItems, items };
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
