import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { newSession, type EditorSession, type Owner } from './editorSession.ts';
import { readExecution, type Execution } from './execution.ts';
import type { InstalledN8n } from './install.ts';
import type { RunningN8n } from './n8n.ts';
import type { Workflow } from './workflow.ts';

/** A credential that n8n keeps. */
export interface StoredCredential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

/** A workflow that n8n keeps. */
export interface StoredWorkflow {
	readonly id: string;
	readonly name: string;
	readonly versionId: string;
}

const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
const testSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });
const workflowSchema = z.object({ id: z.string(), name: z.string(), versionId: z.string() });
const runSchema = z.object({ executionId: z.string() });
const statusSchema = z.object({ status: z.string() });
const listSchema = z.object({
	results: z.array(z.object({ id: z.string(), status: z.string() })),
	nextCursor: z.string().nullable(),
});
const flattedSchema = z.object({ parse: z.function(z.tuple([z.string()]), z.unknown()) });

const STILL_RUNNING = new Set(['new', 'running', 'waiting']);
const LOOK_AGAIN_MS = 100;

/** An execution as n8n's list shows it. */
export interface ListedExecution {
	readonly id: string;
	/** `success`, `error`, `running` and so on. */
	readonly status: string;
}

/** What a person does in the editor, by the requests that the editor sends for it. */
export class Editor {
	readonly session: EditorSession;
	readonly #parseFlatted: (text: string) => unknown;

	private constructor(session: EditorSession, parseFlatted: (text: string) => unknown) {
		this.session = session;
		this.#parseFlatted = parseFlatted;
	}

	/**
	 * Opens a fresh n8n: makes its owner and signs in.
	 *
	 * @throws Error with n8n's words when it has an owner already
	 */
	static async setUp(n8n: RunningN8n, installed: InstalledN8n, owner: Owner): Promise<Editor> {
		const session = newSession(n8n.url);
		await session.request('POST', '/owner/setup', owner);
		return new Editor(session, flattedOf(installed));
	}

	/** Signs in to an n8n that has its owner. */
	static async signIn(n8n: RunningN8n, installed: InstalledN8n, owner: Owner): Promise<Editor> {
		const session = newSession(n8n.url);
		const { email, password } = owner;
		await session.request('POST', '/login', { emailOrLdapLoginId: email, password });
		return new Editor(session, flattedOf(installed));
	}

	/** Stores a credential. */
	async createCredential(
		name: string,
		type: string,
		data: Readonly<Record<string, unknown>>,
	): Promise<StoredCredential> {
		const answer = await this.session.request('POST', '/credentials', { name, type, data });
		return credentialSchema.parse(answer);
	}

	/** Presses "Retry" in a credential's window. */
	async testCredential(
		credential: StoredCredential,
		data: Readonly<Record<string, unknown>>,
	): Promise<{ readonly status: 'OK' | 'Error'; readonly message: string }> {
		const credentials = { ...credential, data };
		return testSchema.parse(
			await this.session.request('POST', '/credentials/test', { credentials }),
		);
	}

	/** Imports a workflow. */
	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		return workflowSchema.parse(await this.session.request('POST', '/workflows', workflow));
	}

	/** Publishes a workflow, so that its triggers are at work. */
	async publish({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.session.request('POST', `/workflows/${id}/activate`, { versionId });
	}

	/** Takes a published workflow back. */
	async unpublish({ id }: StoredWorkflow): Promise<void> {
		await this.session.request('POST', `/workflows/${id}/deactivate`, {});
	}

	/**
	 * Starts a workflow by hand.
	 *
	 * @param trigger name of the trigger node to start from
	 * @param item what the trigger puts out, such as a message of the chat; its own unless told
	 * @returns the execution's id
	 */
	async start({ id }: StoredWorkflow, trigger: string, item?: object): Promise<string> {
		const data = item && {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			data: { main: [[{ json: item }]] },
			source: [null],
		};
		const body = { triggerToStartFrom: { name: trigger, ...(data && { data }) } };
		const answer = await this.session.request('POST', `/workflows/${id}/run`, body);
		return runSchema.parse(answer).executionId;
	}

	/**
	 * Waits for the end of an execution and reads it.
	 *
	 * @param timeoutMs milliseconds after which waiting is given up
	 * @throws Error when it is still at work then
	 */
	async finished(executionId: string, timeoutMs = 60_000): Promise<Execution> {
		const deadline = performance.now() + timeoutMs;
		for (;;) {
			const answer = await this.session.request('GET', `/executions/${executionId}`);
			const { status } = statusSchema.parse(answer);
			if (!STILL_RUNNING.has(status)) return readExecution(answer, this.#parseFlatted);
			if (performance.now() > deadline) {
				throw new Error(
					`Execution ${executionId} is still ${status} after ${Math.round(timeoutMs / 1_000)} s`,
				);
			}
			await wait(LOOK_AGAIN_MS);
		}
	}

	/** Starts a workflow by hand, waits for its end and reads the execution. */
	async run(workflow: StoredWorkflow, trigger: string, timeoutMs?: number): Promise<Execution> {
		return await this.finished(await this.start(workflow, trigger), timeoutMs);
	}

	/**
	 * Presses "Execute step" in a node after a run by hand: what it takes in is what that run gave,
	 * as the editor still shows it.
	 */
	async executeStep({ id }: StoredWorkflow, node: string, { runs }: Execution): Promise<Execution> {
		const answer = await this.session.request('POST', `/workflows/${id}/run`, {
			runData: runs,
			destinationNode: { nodeName: node, mode: 'inclusive' },
			dirtyNodeNames: [],
		});
		return await this.finished(runSchema.parse(answer).executionId);
	}

	/**
	 * A workflow's executions, of which it may have at most 99.
	 *
	 * @throws Error when there are more: n8n 2.41 orders its list by the time of the start and cuts
	 *   its pages by id, so that of executions begun at once some can be on neither of two pages
	 */
	async executionsOf({ id: workflowId }: StoredWorkflow): Promise<ListedExecution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const answer = await this.session.request('GET', `/executions?filter=${filter}&limit=100`);
		const { results, nextCursor } = listSchema.parse(answer);
		if (nextCursor !== null) {
			throw new Error(`The workflow ${workflowId} has more executions than one page holds`);
		}
		// One that ends while n8n makes the list stands in it twice: first as running, then as ended.
		return [...new Map(results.map((execution) => [execution.id, execution])).values()];
	}

	/** Address of a workflow in the editor. */
	workflowAddress({ id }: StoredWorkflow): string {
		return `${this.session.url}/workflow/${id}`;
	}

	/** Address of an execution in the editor. */
	executionAddress({ id, workflowId }: Execution): string {
		return `${this.session.url}/workflow/${workflowId}/executions/${id}`;
	}
}

function flattedOf(installed: InstalledN8n): (text: string) => unknown {
	return flattedSchema.parse(installed.require('flatted')).parse;
}
