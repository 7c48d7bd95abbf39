import type { ChainNode, Workflow } from '../e2e/workflow.ts';
import { CREATE_FIELDS, fieldName } from './task.ts';
import { TRIGGER } from './taskWorkflow.ts';

/** How many items go through a loop, and how many in each of its rounds. */
export interface LoopSize {
	/** A multiple of `batch`. */
	readonly items: number;
	readonly batch: number;
}

const LOOP = 'Loop Over Items';

/** Nodes and connections, by output: `[from, output, to]`. */
type Wire = readonly [from: string, output: number, to: string];

/**
 * A workflow that makes many items and hands them to a node in a loop of batches, as n8n's Loop Over
 * Items does it.
 *
 * @param measured the node
 */
export function loopWorkflow(size: LoopSize, measured: ChainNode): Workflow {
	return workflow(
		'Loop of batches',
		[
			...batches(size),
			rows(size),
			splitOut('Items', 'rows'),
			{
				name: LOOP,
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: size.batch, options: {} },
			},
			measured,
		],
		[
			[TRIGGER, 0, 'All batches'],
			['All batches', 0, 'Batches'],
			['Batches', 0, 'Rows'],
			['Rows', 0, 'Items'],
			['Items', 0, LOOP],
			[LOOP, 1, measured.name],
			[measured.name, 0, LOOP],
		],
	);
}

/**
 * The same with each batch in an execution of its own: a loop that calls another workflow.
 *
 * @param batchWorkflow the id of the workflow that `batchWorkflow` makes
 */
export function callingWorkflow(size: LoopSize, batchWorkflowId: string): Workflow {
	return workflow(
		'Loop of calls',
		[
			...batches(size),
			{
				name: LOOP,
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			},
			{
				name: 'One batch',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: batchWorkflowId },
					options: { waitForSubWorkflow: true },
				},
			},
		],
		[
			[TRIGGER, 0, 'All batches'],
			['All batches', 0, 'Batches'],
			['Batches', 0, LOOP],
			[LOOP, 1, 'One batch'],
			['One batch', 0, LOOP],
		],
	);
}

/** The workflow of one batch: it makes the batch's rows, hands them to a node and gives one item back. */
export function batchWorkflow(size: LoopSize, measured: ChainNode): Workflow {
	return workflow(
		'One batch',
		[
			{
				name: 'Called',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			},
			rows(size),
			splitOut('Items', 'rows'),
			measured,
			{
				name: 'Only one item back',
				type: 'n8n-nodes-base.limit',
				typeVersion: 1,
				parameters: { maxItems: 1 },
			},
		],
		[
			['Called', 0, 'Rows'],
			['Rows', 0, 'Items'],
			['Items', 0, measured.name],
			[measured.name, 0, 'Only one item back'],
		],
	);
}

function batches({ items, batch }: LoopSize): ChainNode[] {
	return [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		set(
			'All batches',
			`{ batches: Array.from({ length: ${String(items / batch)} }, (_, batch) => ({ batch })) }`,
		),
		splitOut('Batches', 'batches'),
	];
}

function rows({ batch }: LoopSize): ChainNode {
	const fields = Array.from(
		{ length: CREATE_FIELDS },
		(_, field) =>
			`${fieldName(field)}: 'value ${String(field + 1)} of item ' + ($json.batch * ${String(batch)} + index)`,
	).join(', ');
	return set(
		'Rows',
		`{ rows: Array.from({ length: ${String(batch)} }, (_, index) => ({ ${fields} })) }`,
	);
}

function set(name: string, expression: string): ChainNode {
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: `={{ ${expression} }}`, options: {} },
	};
}

function splitOut(name: string, field: string): ChainNode {
	return {
		name,
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: field, options: {} },
	};
}

function workflow(name: string, nodes: readonly ChainNode[], wires: readonly Wire[]): Workflow {
	const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> =
		{};
	for (const [from, output, to] of wires) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index: 0 });
	}
	return {
		name,
		// As the guide advises for runs of this size: the record of a run that ended well is not kept.
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveManualExecutions: false,
		},
		nodes: nodes.map((node, index) => ({
			...node,
			id: `node-${String(index)}`,
			position: [index * 220, 0],
		})),
		connections,
	};
}
