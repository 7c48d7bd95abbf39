import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const nodeSchema = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()),
		credentials: z.record(z.object({ id: z.string().nullish(), name: z.string() })).optional(),
	})
	.passthrough();

const workflowSchema = z
	.object({ name: z.string(), nodes: z.array(nodeSchema), connections: z.record(z.unknown()) })
	.passthrough();

/** A workflow as the editor exports and imports it. */
export type Workflow = z.output<typeof workflowSchema>;

/**
 * Reads a workflow file.
 *
 * @throws ZodError when it is none
 */
export async function readWorkflow(file: string): Promise<Workflow> {
	return workflowSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * A workflow with a credential chosen wherever a node names one of its type, as a person does after
 * the import. Nothing else is changed.
 */
export function withCredential(
	workflow: Workflow,
	type: string,
	credential: { readonly id: string; readonly name: string },
): Workflow {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.credentials?.[type] === undefined
				? node
				: {
						...node,
						credentials: {
							...node.credentials,
							[type]: { id: credential.id, name: credential.name },
						},
					},
		),
	};
}

const TRIGGER = 'Start';
const INPUT = 'Items';

/**
 * Nodes that put out items.
 *
 * @param name of the last of them
 * @param json of an object with the list `items`, or an expression for one
 */
export function itemNodes(name: string, json: string): ChainNode[] {
	return [
		{
			name: `All ${name.toLowerCase()}`,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: json, options: {} },
		},
		{
			name,
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'items', options: {} },
		},
	];
}

/** A trigger: whoever posts to this path starts the workflow, and is answered at once. */
export function webhookNode(path: string): ChainNode {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
}

/**
 * A small workflow: a manual trigger named `Start`, a node named `Items` that puts out the given
 * items, then the given nodes in a row.
 *
 * @param items the items' JSON
 * @param nodes what comes after; `position` and `id` are filled in
 */
export function chain(
	name: string,
	items: readonly Readonly<Record<string, unknown>>[],
	nodes: readonly ChainNode[],
): Workflow {
	const all: ChainNode[] = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		...itemNodes(INPUT, JSON.stringify({ items })),
		...nodes,
	];
	return inARow(name, all);
}

/**
 * A workflow of nodes that feed each the next.
 *
 * @param nodes in their order; `position` and `id` are filled in
 */
export function inARow(name: string, nodes: readonly ChainNode[]): Workflow {
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

/** A node of a chain, as a workflow stores it. */
export interface ChainNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Record<string, unknown>;
	readonly webhookId?: string;
	readonly credentials?: Record<string, { id: string; name: string }>;
	readonly onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	readonly retryOnFail?: boolean;
	readonly maxTries?: number;
	/** Milliseconds. */
	readonly waitBetweenTries?: number;
}
