import type { StoredCredential } from '../editor.ts';
import { inARow, itemNodes, webhookNode, type ChainNode, type Workflow } from '../workflow.ts';

/** The node that creates the submissions. */
export const CREATE = 'Create';

/** The field that names an item over all executions: `<execution>-<number>`. */
export const KEY = 'key';

/** What a workflow of the campaign does. */
export interface WorkflowOptions {
	readonly credential: StoredCredential;
	/** Permalink of the form. */
	readonly form: string;
	/** How many submissions each execution creates. */
	readonly items: number;
}

/**
 * A workflow that a webhook starts.
 *
 * @param path the webhook's path
 */
export function webhookWorkflow(path: string, options: WorkflowOptions): Workflow {
	return workflow(`By the webhook ${path}`, webhookNode(path), options);
}

/** A workflow that starts by itself every second. */
export function scheduledWorkflow(options: WorkflowOptions): Workflow {
	const trigger = {
		name: 'Every second',
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
	};
	return workflow('On a schedule', trigger, options);
}

function workflow(
	name: string,
	trigger: ChainNode,
	{ credential, form, items }: WorkflowOptions,
): Workflow {
	const keyed = `Array.from({ length: ${items} }, (_, index) => ({ ${KEY}: $execution.id + '-' + index }))`;
	return inARow(name, [
		trigger,
		...itemNodes('Items', `={{ { items: ${keyed} } }}`),
		{
			name: CREATE,
			type: 'n8n-nodes-submissions.submissions',
			typeVersion: 1,
			onError: 'continueRegularOutput',
			credentials: { submissionsApi: { id: credential.id, name: credential.name } },
			parameters: {
				operation: 'create',
				form: { __rl: true, mode: 'id', value: form },
				fieldDataMode: 'defineBelow',
				fieldData: {
					assignments: [{ id: KEY, name: KEY, value: `={{ $json.${KEY} }}`, type: 'string' }],
				},
				options: {},
			},
		},
	]);
}
