import { inARow, itemNodes, type ChainNode, type Workflow } from '../e2e/workflow.ts';
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
	return inARow(`${measured.type} ${String(task.items)}`, [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		...itemNodes('Items', itemsExpression(task, permalinks)),
		measured,
	]);
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
