import { callOf } from '../../../nodes/Submissions/delivery/call.ts';
import type { Script } from './scripted.ts';
import { scripted } from './scripted.ts';

it.each<[string, Script, string]>([
	['a step of a workflow', {}, 'workflow'],
	['an agent that runs its tools itself', { agent: 'tool', items: [] }, 'tool'],
	["an agent whose tools n8n's engine runs", { agent: 'engine' }, 'agent'],
])('%s is told apart', (_, script, call) => {
	expect(callOf(scripted(script).context)).toBe(call);
});

it.each<[string, Script, string]>([
	['a step of a workflow', {}, 'workflow'],
	// Taken for a step, its second call would be answered with the first one's result.
	['an agent', { agent: 'tool' }, 'tool'],
])('%s is told apart before n8n 2.8', (_, script, call) => {
	const { context } = scripted(script);
	Reflect.deleteProperty(context, 'isToolExecution');
	expect(callOf(context)).toBe(call);
});
