import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { exampleSubmissions } from '../exampleForms.ts';
import {
	lastToolResult,
	startModel,
	type Answer,
	type Reply,
	type RunningModel,
} from '../model.ts';
import { converse as converseWith, end, file, type Conversation } from './conversation.ts';
import { sharedStage } from './sharedStage.ts';

let model: RunningModel;

const converse = (...answers: readonly Answer[]): Promise<Conversation> =>
	converseWith(model, {}, answers);

const ada = { name: 'Ada', email: 'ada@example.com', message: 'Send me the price list.' };
const grace = { name: 'Grace', email: 'grace@example.com', message: 'Call me back.' };

const resultSchema = z
	.array(z.object({ submissionPermalink: z.string() }).passthrough())
	.nonempty();

/** The permalink in what the last tool gave. */
function permalinkIn(toolResult: string): string {
	return resultSchema.parse(JSON.parse(toolResult))[0].submissionPermalink;
}

void describe("a tool of n8n's AI agent", () => {
	before(async () => {
		model = await startModel();
	});
	after(async () => {
		await model.stop();
	});

	void test('each tool is described in words that a model can go by, down to its arguments', async () => {
		await converse(end);
		const [request] = model.requests;
		const tools = new Map(request?.tools.map((tool) => [tool.function.name, tool.function]));
		const expected: Readonly<Record<string, readonly string[]>> = {
			File_a_submission: ['name', 'email', 'message'],
			Look_up_a_submission: ['submission'],
			Correct_a_submission: ['submission', 'fields'],
		};
		assert.deepEqual([...tools.keys()].sort(), Object.keys(expected).sort());
		for (const [name, names] of Object.entries(expected)) {
			const tool = tools.get(name);
			assert.ok((tool?.description ?? '').length > 20, name);
			const { properties, required } = z
				.object({
					properties: z.record(z.object({ description: z.string().min(10) }).passthrough()),
					required: z.array(z.string()),
				})
				.parse(tool?.parameters);
			assert.deepEqual(Object.keys(properties), names);
			assert.deepEqual(required, names);
		}
	});

	void test('two calls in a row file two submissions and give two permalinks', async () => {
		const { stored, received } = await converse(file(ada), file(grace), end);
		assert.deepEqual(
			stored.map(({ data }) => data),
			[ada, grace],
		);
		const [, afterFirst, afterSecond] = model.requests;
		assert.ok(afterFirst !== undefined && afterSecond !== undefined);
		assert.deepEqual(
			[afterFirst, afterSecond].map((request) => permalinkIn(lastToolResult(request))),
			stored.map(({ permalink }) => permalink),
		);
		assert.equal(received.length, 2, 'nothing is sent twice');
	});

	void test('two calls at once file two submissions, each with its own arguments', async () => {
		const { stored, received } = await converse(
			{
				calls: [ada, grace].map((request) => ({
					name: 'File_a_submission',
					arguments: request,
				})),
			},
			end,
		);
		assert.deepEqual(
			new Map(stored.map(({ data }) => [data['name'], data])),
			new Map([ada, grace].map((request) => [request.name, request])),
		);
		assert.equal(received.length, 2);
	});

	void test('a refusal names the field and the remedy, so that the model can correct its call', async () => {
		const { stored } = await converse(
			file({ ...ada, email: 'at home' }),
			(request) => {
				const result = lastToolResult(request);
				assert.match(result, /did not accept the field data/);
				assert.match(result, /email: must be an e-mail address/);
				assert.match(result, /Correct the fields that it names/);
				return file(ada);
			},
			end,
		);
		assert.deepEqual(
			stored.map(({ data }) => data),
			[ada],
		);
	});

	void test('what was filed is looked up and corrected by the permalink that the tool gave', async () => {
		const { stored } = await converse(
			file(ada),
			(request) => {
				const submission = permalinkIn(lastToolResult(request));
				return { calls: [{ name: 'Look_up_a_submission', arguments: { submission } }] };
			},
			(request) => {
				const submission = permalinkIn(lastToolResult(request));
				const fields = { message: 'Send me two price lists.' };
				return { calls: [{ name: 'Correct_a_submission', arguments: { submission, fields } }] };
			},
			end,
		);
		assert.deepEqual(
			stored.map(({ data }) => data),
			[{ ...ada, message: 'Send me two price lists.' }],
		);
	});

	void test('a permalink that the model made up is told as not found, or refused unsent', async () => {
		const look = (submission: string): Reply => ({
			calls: [{ name: 'Look_up_a_submission', arguments: { submission } }],
		});
		const { received } = await converse(
			look('madeUp2345'),
			(request) => {
				assert.match(lastToolResult(request), /"found":false/);
				return look('the first one');
			},
			(request) => {
				assert.match(lastToolResult(request), /A permalink has exactly 10 characters/);
				return look(exampleSubmissions['Contact requests']?.[1] ?? '');
			},
			(request) => {
				assert.match(lastToolResult(request), /Zweite Besucherin/);
				return end;
			},
		);
		assert.equal(received.length, 2, 'what is no permalink is not sent');
	});

	void test('when no answer came, the model is told that the submission may exist, and nothing is repeated', async () => {
		const { sandbox } = await sharedStage();
		await sandbox.set('faults', { rules: ['resetAfterStoring@operation=create'] });
		try {
			const { stored, received } = await converse(file(ada), (request) => {
				assert.match(lastToolResult(request), /"outcome":"unknown"/);
				return end;
			});
			assert.equal(stored.length, 1);
			assert.equal(received.length, 1);
		} finally {
			await sandbox.set('faults', undefined);
		}
	});
});
