import { z } from 'zod';
import { check, type Check } from './checks.ts';
import type { StoredWorkflow } from './editor.ts';
import type { ImportedExample } from './examples.ts';
import { itemsOf, type Execution } from './execution.ts';
import type { KeptSubmission } from './sandbox.ts';
import type { Stage } from './stage.ts';
import type { Workflow } from './workflow.ts';

/** File name of the example that is the main job. */
const EXAMPLE = '01-rows-to-submissions-on-a-schedule.json';

/** The example's nodes, by what they do. */
const NODES = {
	trigger: 'Every night',
	rows: 'One item per row',
	create: 'Create a submission',
	read: 'Read it back',
	update: 'Update it',
	readAgain: 'Read it again',
	delete: 'Delete it',
} as const;

const createdSchema = z.object({ created: z.literal(true), submissionPermalink: z.string() });
const readSchema = z.object({
	found: z.literal(true),
	submissionPermalink: z.string(),
	data: z.object({ data: z.record(z.unknown()) }),
});
const assignmentsSchema = z.object({
	fieldData: z.object({
		assignments: z.array(z.object({ name: z.string(), value: z.unknown() })),
	}),
});

/** What the main job did. */
export interface MainJobResult {
	readonly workflow: StoredWorkflow;
	readonly execution: Execution;
	readonly checks: readonly Check[];
}

/**
 * The main job: executes the first example and compares what its nodes put out with what the
 * sandbox's store holds, before and after.
 *
 * @param examples the imported examples, by file name
 */
export async function doMainJob(
	stage: Stage,
	examples: ReadonlyMap<string, ImportedExample>,
): Promise<MainJobResult> {
	const { editor, sandbox, credential, credentialData } = stage;
	const example = examples.get(EXAMPLE);
	if (example === undefined) throw new Error(`There is no example ${EXAMPLE}`);
	const test = await editor.testCredential(credential, credentialData);
	const before = await sandbox.submissions();
	const execution = await editor.run(example.stored, NODES.trigger);
	const after = await sandbox.submissions();
	return {
		workflow: example.stored,
		execution,
		checks: [
			check('Credential test', 'OK', {
				expected: 'OK',
				found: test.status === 'OK' ? 'OK' : test.message,
			}),
			check('Execution', 'success', {
				expected: 'success',
				found: execution.error?.message ?? execution.status,
			}),
			...comparison(example.workflow, execution, before, after),
		],
	};
}

/**
 * Compares an execution of the example with the store.
 *
 * @param before the store's submissions before the execution
 * @param after those after it
 */
export function comparison(
	example: Workflow,
	execution: Execution,
	before: readonly KeptSubmission[],
	after: readonly KeptSubmission[],
): Check[] {
	const rows = itemsOf(execution, NODES.rows).map(({ json }) => json);
	const created = itemsOf(execution, NODES.create).flatMap(({ json }) => {
		const read = createdSchema.safeParse(json);
		return read.success ? [read.data.submissionPermalink] : [];
	});
	const isNew = ({ permalink }: KeptSubmission): boolean =>
		!before.some((earlier) => earlier.permalink === permalink);
	const stored = after.filter(isNew);
	const readBack = readData(execution, NODES.read);
	const readAgain = readData(execution, NODES.readAgain);
	const deletions = itemsOf(execution, NODES.delete).filter(({ json }) => json['deleted'] === true);
	const [first, ...others] = created;
	const [firstRow, ...otherRows] = rows;
	return [
		check('Create', `${rows.length} rows, as many submissions stored`, {
			expected: rows.length,
			found: stored.length,
		}),
		check('New permalinks', 'those that the store has', {
			expected: inOrderOf(created, stored),
			found: created,
		}),
		check('Get', 'the values of the first row', { expected: firstRow, found: readBack }),
		check('Update', 'the new value, the others as they were', {
			expected: { ...firstRow, ...correction(example) },
			found: readAgain,
		}),
		check('Delete', 'one, gone from the store', {
			expected: { reported: 1, gone: true },
			found: { reported: deletions.length, gone: isGone(after, first) },
		}),
		check('Left in the store', `the other ${otherRows.length}, every value as in its row`, {
			expected: otherRows,
			found: others.map((permalink) => present(after, permalink)?.data),
		}),
		check('Not touched', `the ${before.length} that were there before`, {
			expected: before,
			found: after.filter((submission) => !isNew(submission)),
		}),
	];
}

/** The permalinks that the store has, in the order in which the node reported them, others last. */
function inOrderOf(reported: readonly string[], stored: readonly KeptSubmission[]): string[] {
	const known = stored.map(({ permalink }) => permalink);
	return [
		...reported.filter((permalink) => known.includes(permalink)),
		...known.filter((permalink) => !reported.includes(permalink)),
	];
}

function present(
	submissions: readonly KeptSubmission[],
	permalink: string | undefined,
): KeptSubmission | undefined {
	return submissions.find(
		(submission) => submission.permalink === permalink && submission.deleted === null,
	);
}

function isGone(submissions: readonly KeptSubmission[], permalink: string | undefined): boolean {
	return permalink !== undefined && present(submissions, permalink) === undefined;
}

function readData(execution: Execution, node: string): unknown {
	const [item] = itemsOf(execution, node);
	const read = readSchema.safeParse(item?.json);
	return read.success ? read.data.data.data : item?.json;
}

function correction(example: Workflow): Record<string, unknown> {
	const node = example.nodes.find(({ name }) => name === NODES.update);
	const { fieldData } = assignmentsSchema.parse(node?.parameters);
	return Object.fromEntries(fieldData.assignments.map(({ name, value }) => [name, value]));
}
