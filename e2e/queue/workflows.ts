import type { StoredCredential } from '../editor.ts';
import type { Workflow } from '../workflow.ts';

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
	const trigger = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
	return workflow(`By the webhook ${path}`, trigger, options);
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

interface Trigger {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly webhookId?: string;
	readonly parameters: Record<string, unknown>;
}

function workflow(
	name: string,
	trigger: Trigger,
	{ credential, form, items }: WorkflowOptions,
): Workflow {
	const nodes = [
		trigger,
		{
			name: 'All items',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ { items: Array.from({ length: ${items} }, (_, index) => ({ ${KEY}: $execution.id + '-' + index })) } }}`,
				options: {},
			},
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'items', options: {} },
		},
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
	];
	const connections: Record<string, unknown> = {};
	nodes.slice(1).forEach(({ name: next }, index) => {
		const previous = nodes[index]?.name ?? '';
		connections[previous] = { main: [[{ node: next, type: 'main', index: 0 }]] };
	});
	return {
		name,
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node, index) => ({
			...node,
			id: `node-${index}`,
			position: [index * 220, 0],
		})),
		connections,
	};
}
