import { setTimeout as wait } from 'node:timers/promises';
import { importExamples, type ImportedExample } from '../examples.ts';
import type { StoredCredential, StoredWorkflow } from '../editor.ts';
import type { KeptSubmission } from '../sandbox.ts';
import type { Stage } from '../stage.ts';
import { withCredential, type Workflow } from '../workflow.ts';
import { sharedStage } from './sharedStage.ts';

let imported: Promise<Map<string, ImportedExample>> | undefined;

/** The examples, imported once for all tests of a run, by file name. */
export async function importedExamples(): Promise<Map<string, ImportedExample>> {
	const stage = await sharedStage();
	imported ??= importExamples(stage);
	return await imported;
}

/** One imported example. */
export async function importedExample(file: string): Promise<ImportedExample> {
	const example = (await importedExamples()).get(file);
	if (example === undefined) throw new Error(`There is no example ${file}`);
	return example;
}

/** What stands on an example's notes. */
export function notesOf({ nodes }: Workflow): string {
	return nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters['content']))
		.join('\n\n');
}

/** What a person may change of an example after the import. */
export interface Change {
	readonly credential?: StoredCredential;
	/** The credential of an agent's model. */
	readonly model?: StoredCredential;
	/** The form's permalink, in all nodes. */
	readonly form?: string;
	/** Parameters that replace those of the nodes that have these names. */
	readonly parameters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Imports an example once more, with some changes. */
export async function changedExample(file: string, change: Change): Promise<StoredWorkflow> {
	const { editor, credential } = await sharedStage();
	const { workflow } = await importedExample(file);
	const filled = withCredential(workflow, credential.type, change.credential ?? credential);
	const chosen = change.model ? withCredential(filled, change.model.type, change.model) : filled;
	const nodes: Workflow['nodes'] = chosen.nodes.map((node) => ({
		...node,
		parameters: {
			...node.parameters,
			...(change.form !== undefined &&
				'form' in node.parameters && { form: { __rl: true, mode: 'id', value: change.form } }),
			...(/\.submissions(?:Tool)?$/.test(node.type) && {
				options: impatient(node.parameters['options']),
			}),
			...change.parameters?.[node.name],
		},
	}));
	return await editor.createWorkflow({ ...chosen, name: `${workflow.name}, changed`, nodes });
}

/** A service that never comes back is waited for no longer than its first answers take. */
function impatient(options: unknown): object {
	return { ...(typeof options === 'object' ? options : {}), maxWait: 0 };
}

/** What is in the store after some work and was not before. */
export async function added(work: () => Promise<unknown>): Promise<KeptSubmission[]> {
	const { sandbox } = await sharedStage();
	const known = new Set((await sandbox.submissions()).map(({ permalink }) => permalink));
	await work();
	return (await sandbox.submissions()).filter(({ permalink }) => !known.has(permalink));
}

/** A submission as the store has it now. */
export async function stored(permalink: string | undefined): Promise<KeptSubmission | undefined> {
	const { sandbox } = await sharedStage();
	return (await sandbox.submissions()).find((submission) => submission.permalink === permalink);
}

/** Lets a workflow be published for as long as some work takes. */
export async function published<T>(
	workflow: StoredWorkflow,
	work: (stage: Stage) => Promise<T>,
): Promise<T> {
	const stage = await sharedStage();
	await stage.editor.publish(workflow);
	try {
		return await work(stage);
	} finally {
		await stage.editor.unpublish(workflow);
	}
}

const REGISTERED_WITHIN_MS = 60_000;
const NOT_REGISTERED = 'is not registered';

/** What a webhook answered. */
export interface WebhookAnswer {
	readonly status: number;
	readonly body: unknown;
}

/** Calls a webhook of a published workflow; n8n registers it a moment after the publication. */
export async function call(stage: Stage, path: string, body: object): Promise<WebhookAnswer> {
	const deadline = performance.now() + REGISTERED_WITHIN_MS;
	for (;;) {
		const response = await fetch(`${stage.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		const isRegistered = response.status !== 404 || !text.includes(NOT_REGISTERED);
		if (isRegistered || performance.now() > deadline) {
			return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
		}
		await wait(200);
	}
}
