import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
} from 'n8n-workflow';

import { NODE, node, runWorkflow, submissionsNode, submissionsType } from './engine.ts';

const { NodeConnectionTypes } = requireOutside('n8n-workflow');

interface Tool {
	invoke(args: object): Promise<unknown>;
}

/** Calls its tool, as an agent does, once with each of some arguments. */
class Agent implements INodeType {
	readonly answers: unknown[] = [];

	description = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform' as const],
		version: 1,
		description: 'Calls tools',
		defaults: { name: 'Start' },
		inputs: [{ type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

	constructor(calls: readonly object[]) {
		const { answers } = this;
		this.execute = async function () {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
			for (const args of calls) {
				answers.push(await tool?.invoke(args).catch((error: unknown) => error));
			}
			return [[{ json: {} }]];
		};
	}
}

/** What an agent's calls of the node came to. */
export interface Called {
	/** What each call answered, or the error that it ended in. */
	readonly answers: readonly unknown[];
	readonly run: IRun;
}

/**
 * Lets an agent call the node as a tool, on n8n's real engine.
 *
 * @param credential the node's credential
 * @param parameters the node's parameters
 * @param calls the arguments of each call
 * @param maxTries how often n8n tries each call (Retry On Fail); once where it is not given
 */
export async function callTool(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	calls: readonly object[],
	maxTries?: number,
): Promise<Called> {
	const agent = new Agent(calls);
	const type = await submissionsType();
	const tool: INodeType = {
		async execute(this: IExecuteFunctions) {
			return (await type.execute?.call(this)) ?? null;
		},
		description: { ...type.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] },
	};
	const run = await runWorkflow({
		credential,
		types: { agent, submissions: tool },
		nodes: [
			node('Start', 'agent', {}),
			{
				...submissionsNode({
					descriptionType: 'manual',
					toolDescription: 'Files a submission',
					...parameters,
				}),
				retryOnFail: maxTries !== undefined,
				...(maxTries !== undefined && { maxTries, waitBetweenTries: 1 }),
			},
		],
		connections: {
			[NODE]: { ai_tool: [[{ node: 'Start', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
	});
	return { answers: agent.answers, run };
}
