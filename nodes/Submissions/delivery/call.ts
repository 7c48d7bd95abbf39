import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * How the node is called.
 *
 * - `workflow`: as a step of a workflow;
 * - `tool`: by an AI agent that runs its tools itself; the arguments are the tool's input;
 * - `agent`: by an AI agent for which n8n's engine runs the tools; each item holds the agent's own
 *   input, the arguments and a call's number, mixed.
 *
 * @param context the node's run; before n8n 2.8 it cannot tell, and no agent calls a community node
 */
export function callOf(context: IExecuteFunctions): 'workflow' | 'tool' | 'agent' {
	if ('isToolExecution' in context && context.isToolExecution()) return 'tool';
	return context.getNode().rewireOutputLogTo === 'ai_tool' ? 'agent' : 'workflow';
}
