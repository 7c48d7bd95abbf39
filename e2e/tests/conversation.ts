import assert from 'node:assert/strict';
import { itemsOf, type Execution } from '../execution.ts';
import type { Answer, Reply, RunningModel } from '../model.ts';
import type { KeptSubmission, ReceivedRequest } from '../sandbox.ts';
import { added, changedExample, type Change } from './examplesInUse.ts';
import { sharedStage } from './sharedStage.ts';

const AGENT = '07-ai-agent.json';

/** What came of a talk with the agent. */
export interface Conversation {
	readonly execution: Execution;
	/** What was stored in the course of it. */
	readonly stored: readonly KeptSubmission[];
	/** The requests that the sandbox received in the course of it. */
	readonly received: readonly ReceivedRequest[];
}

/** What the model says at the end of each talk. */
export const end: Reply = { text: 'That is all.' };

/** The model's wish to file a request. */
export function file(request: object): Reply {
	return { calls: [{ name: 'File_a_submission', arguments: { ...request } }] };
}

/** Lets the agent of the example, with some changes, talk with a model that answers as told. */
export async function converse(
	model: RunningModel,
	change: Change,
	answers: readonly Answer[],
): Promise<Conversation> {
	const { editor, sandbox } = await sharedStage();
	const data = { apiKey: 'none', url: model.url };
	const credential = await editor.createCredential('Model', 'openAiApi', data);
	const workflow = await changedExample(AGENT, { ...change, model: credential });
	await sandbox.forgetReceived();
	model.answer(answers);
	const message = { sessionId: workflow.id, action: 'sendMessage', chatInput: 'Please file it.' };
	let execution: Execution | undefined;
	const stored = await added(async () => {
		const started = await editor.start(workflow, 'When somebody chats', message);
		execution = await editor.finished(started);
	});
	assert.equal(execution?.status, 'success', execution?.error?.message);
	assert.deepEqual(
		itemsOf(execution, 'Agent').map(({ json }) => json['output']),
		['That is all.'],
	);
	return { execution, stored, received: (await sandbox.received()).entries };
}
