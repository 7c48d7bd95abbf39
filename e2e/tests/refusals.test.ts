import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleForms } from '../exampleForms.ts';
import { chain } from '../workflow.ts';
import { sharedStage } from './sharedStage.ts';

const form = exampleForms['Contact requests'] ?? '';
const fixed = (value: string) => ({ __rl: true, mode: 'id', value });
const url = (value: string) => ({ __rl: true, mode: 'url', value });
const create = {
	operation: 'create',
	form: fixed(form),
	fieldDataMode: 'json',
	fieldDataJson: '{}',
};
const get = { operation: 'get', form: fixed(form) };

interface BadInput {
	readonly what: string;
	readonly parameters: Record<string, unknown>;
	readonly credential?: Record<string, unknown>;
	readonly words: RegExp;
}

// Each value comes from an expression, where n8n checks nothing, unless n8n's own check is meant.
const badInputs: readonly BadInput[] = [
	{
		what: 'a permalink of 9 characters',
		parameters: { ...get, submission: fixed('={{ "123456789" }}') },
		words: /Submission.*10 characters/s,
	},
	{
		what: 'a permalink of 11 characters',
		parameters: { ...get, submission: fixed('={{ "12345678901" }}') },
		words: /Submission.*10 characters/s,
	},
	{
		what: 'a permalink with a slash',
		parameters: { ...get, submission: fixed('={{ "12345/7890" }}') },
		words: /Submission.*\//s,
	},
	{
		what: 'an empty permalink from an expression',
		parameters: { ...get, submission: fixed('={{ $json.nothing }}') },
		words: /Submission is empty/,
	},
	{
		what: 'an address without a permalink',
		parameters: { ...get, form: url('={{ "https://forms.example.com/forms" }}') },
		words: /Form.*\/forms\//s,
	},
	{
		what: 'JSON that is not an object',
		parameters: { ...create, fieldDataJson: '[1, 2]' },
		words: /JSON.*object/s,
	},
	{
		what: 'a base URL without a scheme',
		parameters: { ...create, fieldDataJson: '{ "name": "x" }' },
		credential: { baseUrl: 'forms.example.com' },
		words: /https:\/\//,
	},
	{
		what: 'a token with a line break',
		parameters: { ...create, fieldDataJson: '{ "name": "x" }' },
		credential: { accessToken: 'one\ntwo' },
		words: /Access Token.*line break/s,
	},
];

for (const { what, parameters, credential: changes, words } of badInputs) {
	void test(`refused with no request sent: ${what}`, async (context) => {
		const { editor, sandbox, credentialData } = await sharedStage();
		const credential = await editor.createCredential('Bad input', 'submissionsApi', {
			...credentialData,
			...changes,
		});
		const workflow = await editor.createWorkflow(
			chain(
				what,
				[{ row: 1 }],
				[
					{
						name: 'Submissions',
						type: 'n8n-nodes-submissions.submissions',
						typeVersion: 1,
						parameters: { submission: fixed('sub4567890'), ...parameters, options: {} },
						credentials: { submissionsApi: { id: credential.id, name: credential.name } },
					},
				],
			),
		);
		await sandbox.forgetReceived();
		const execution = await editor.run(workflow, 'Start');
		assert.equal(execution.status, 'error');
		const said = `${execution.error?.message ?? ''}\n${execution.error?.description ?? ''}`;
		context.diagnostic(said);
		assert.match(said, words);
		assert.deepEqual((await sandbox.received()).entries, []);
	});
}
