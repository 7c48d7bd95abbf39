import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * How the node is called.
 *
 * - `workflow`: as a step of a workflow;
 * - `tool`: by an AI agent that runs its tools itself; the arguments are the tool's input;
 * - `agent`: by an AI agent for which n8n's engine runs the tools; each item holds the agent's own
 *   input, the arguments and a call's number, mixed.
 *
 * @param context the node's run
 */
export function callOf(context: IExecuteFunctions): 'workflow' | 'tool' | 'agent' {
	if (isToolCall(context)) return 'tool';
	return context.getNode().rewireOutputLogTo === 'ai_tool' ? 'agent' : 'workflow';
}

/** Before n8n 2.8 a run cannot tell, but only a tool's has input of this kind. */
function isToolCall(context: IExecuteFunctions): boolean {
	return Reflect.has(context, 'isToolExecution')
		? context.isToolExecution()
		: context.getInputData(0, 'ai_tool').length > 0;
}

/**
 * Whether the execution that the node runs in was cancelled.
 *
 * @param context the node's run
 */
export function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}
