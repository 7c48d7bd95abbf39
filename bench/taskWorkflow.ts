import type { Workflow, ChainNode } from '../e2e/workflow.ts';
import { fieldName, type Task } from './task.ts';

/** The trigger of every workflow here. */
export const TRIGGER = 'Start';

/**
 * A workflow that makes a task's input items inside n8n, so that they need not be stored in it, and
 * hands them to the measured node.
 *
 * @param permalinks submissions that are there to be read, taken in turn by the items of a get
 * @param measured the node
 */
export function taskWorkflow(
	task: Task,
	permalinks: readonly string[],
	measured: ChainNode,
): Workflow {
	const nodes: ChainNode[] = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'All items',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: itemsExpression(task, permalinks), options: {} },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'items', options: {} },
		},
		measured,
	];
	const connections: Record<string, unknown> = {};
	nodes.slice(1).forEach(({ name }, index) => {
		const previous = nodes[index]?.name ?? '';
		connections[previous] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return {
		name: `${measured.type} ${String(task.items)}`,
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node, index) => ({
			...node,
			id: `node-${String(index)}`,
			position: [index * 220, 0],
		})),
		connections,
	};
}

function itemsExpression(task: Task, permalinks: readonly string[]): string {
	const json =
		task.operation === 'create'
			? Array.from(
					{ length: task.fields },
					(_, field) => `${fieldName(field)}: ${valueExpression(task, field)}`,
				).join(', ')
			: `permalink: ${JSON.stringify(permalinks)}[index % ${String(permalinks.length)}]`;
	return `={{ { items: Array.from({ length: ${String(task.items)} }, (_, index) => ({ ${json} })) } }}`;
}

function valueExpression({ valueCharacters }: Task, field: number): string {
	const value = `'value ${String(field + 1)} of item ' + index`;
	return valueCharacters === undefined
		? value
		: `(${value} + ' ').padEnd(${String(valueCharacters)}, 'long ')`;
}
