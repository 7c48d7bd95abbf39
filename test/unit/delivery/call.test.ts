import type { IExecuteFunctions } from 'n8n-workflow';

import { callOf } from '../../../nodes/Submissions/delivery/call.ts';

/** As much of a run as tells how it was called. */
function contextOf(parts: {
	readonly isToolExecution?: boolean;
	readonly toolInput?: readonly object[];
	readonly rewireOutputLogTo?: string;
}): IExecuteFunctions {
	const { isToolExecution, toolInput = [], rewireOutputLogTo } = parts;
	const context: Partial<Record<keyof IExecuteFunctions, unknown>> = {
		getInputData: (_index: number, type: string) =>
			type === 'ai_tool' ? toolInput : [{ json: {} }],
		getNode: () => ({ name: 'Submissions', rewireOutputLogTo }),
		...(isToolExecution !== undefined && { isToolExecution: () => isToolExecution }),
	};
	return context as IExecuteFunctions;
}

it.each([
	['a step of a workflow', { isToolExecution: false }, 'workflow'],
	['an agent that runs its tools itself', { isToolExecution: true }, 'tool'],
	[
		"an agent whose tools n8n's engine runs",
		{ isToolExecution: false, rewireOutputLogTo: 'ai_tool' },
		'agent',
	],
	['a step of a workflow, before n8n 2.8', {}, 'workflow'],
	// Taken for a step, its second call would be answered with the first one's result.
	['an agent, before n8n 2.8', { toolInput: [{ json: { name: 'Ada' } }] }, 'tool'],
])('%s is told apart', (_, parts, call) => {
	expect(callOf(contextOf(parts))).toBe(call);
});
