import type { StoredCredential } from '../editor.ts';
import { inARow, itemNodes, webhookNode, type Workflow } from '../workflow.ts';

/** The node that creates the submissions. */
export const CREATE = 'Create';

/** The field that names a row: `<name of the rows>-<number>`. */
export const KEY = 'key';

/** What a workflow of the campaign does. */
export interface WorkflowOptions {
	/** Path of its webhook, and the last part of its name. */
	readonly path: string;
	readonly credential: StoredCredential;
	/** Permalink of the form. */
	readonly form: string;
	readonly onError: 'stopWorkflow' | 'continueRegularOutput';
	/** Whether rows are created once per key. */
	readonly withKeys: boolean;
	readonly requestsAtOnce: number;
	/** As many as the node remembers by itself, unless told. */
	readonly keysToRemember?: number;
}

/** What a call of a workflow's webhook carries: which rows, and how many. */
export interface Rows {
	readonly rows: string;
	readonly count: number;
}

/** A workflow that a webhook starts, which creates a submission for each of the rows that it names. */
export function rowsWorkflow(options: WorkflowOptions): Workflow {
	const { path, credential, form, onError, withKeys, requestsAtOnce, keysToRemember } = options;
	const key = `={{ $json.${KEY} }}`;
	const items = `Array.from({ length: $json.body.count }, (_, index) => ({ ${KEY}: $json.body.rows + '-' + index }))`;
	return inARow(`Across executions: ${path}`, [
		webhookNode(path),
		...itemNodes('Rows', `={{ { items: ${items} } }}`),
		{
			name: CREATE,
			type: 'n8n-nodes-submissions.submissions',
			typeVersion: 1,
			onError,
			credentials: { submissionsApi: { id: credential.id, name: credential.name } },
			parameters: {
				operation: 'create',
				form: { __rl: true, mode: 'id', value: form },
				fieldDataMode: 'defineBelow',
				fieldData: { assignments: [{ id: KEY, name: KEY, value: key, type: 'string' }] },
				options: {
					requestsAtOnce,
					...(withKeys && { createOnceKey: key }),
					...(keysToRemember !== undefined && { keysToRemember }),
				},
			},
		},
	]);
}
