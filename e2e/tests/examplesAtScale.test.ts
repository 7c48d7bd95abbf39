import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DataTable } from '../dataTables.ts';
import { exampleForms } from '../exampleForms.ts';
import { itemsOf } from '../execution.ts';
import { chain, type Workflow } from '../workflow.ts';
import { added, changedExample, importedExample, published } from './examplesInUse.ts';
import { sharedStage } from './sharedStage.ts';

const ENDS_WITHIN_MS = 30_000;

const form = { __rl: true, mode: 'id', value: exampleForms['Contact requests'] ?? '' };

void test('a loop that calls a webhook as docs/scaling.md says makes one call for each batch', async () => {
	const { editor, n8n, credential } = await sharedStage();
	const file = '05-batch-import-in-a-loop.json';
	const { workflow } = await importedExample(file);
	const path = `batch-${randomBytes(6).toString('hex')}`;
	const rows = Array.from({ length: 7 }, (_, index) => {
		const name = `${path}-${index}`;
		return { customer: name, name, email: 'webhook@example.com' };
	});
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0] },
		...{ parameters: { ...parameters } },
	});
	const to = (next: string) => ({ main: [[{ node: next, type: 'main', index: 0 }]] });
	const batch: Workflow = {
		...workflow,
		name: 'A batch by its webhook',
		nodes: [
			...workflow.nodes
				.filter(({ name }) => name !== 'One batch')
				.map((other) => ({
					...other,
					...(other.credentials && { credentials: { submissionsApi: credential } }),
				})),
			{
				...node('By webhook', 'webhook', 2.1, { httpMethod: 'POST', path, options: {} }),
				webhookId: path,
			},
			node('One batch', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
		],
		connections: {
			...workflow.connections,
			'By webhook': to('One batch'),
			'One batch': to('Into the table'),
		},
	};
	const call = {
		...node('Call', 'httpRequest', 4.2, {
			method: 'POST',
			url: `${n8n.url}/webhook/${path}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { rows: $input.all().map(({ json }) => json) } }}',
			options: {},
		}),
		executeOnce: true,
	};
	const loop = chain('A loop that calls a webhook', rows, []);
	const caller: Workflow = {
		...loop,
		nodes: [
			...loop.nodes,
			node('In batches', 'splitInBatches', 3, { batchSize: 3, options: {} }),
			call,
		],
		connections: {
			...loop.connections,
			Items: to('In batches'),
			'In batches': { main: [[], [{ node: 'Call', type: 'main', index: 0 }]] },
			Call: to('In batches'),
		},
	};
	const noRows = { 'Rows to import': { jsonOutput: '{ "rows": [] }' } };
	const maker = await changedExample(file, { parameters: noRows });
	await editor.run(maker, 'When you start it');
	const batches = await editor.createWorkflow(batch);
	const created = await added(() =>
		published(batches, async () => {
			const execution = await editor.run(await editor.createWorkflow(caller), 'Start');
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.equal(itemsOf(execution, 'Call').length, 3);
			// The calls are answered at once; what they started goes on.
			let started = await editor.executionsOf(batches);
			const deadline = performance.now() + ENDS_WITHIN_MS;
			while (started.length < 3 && performance.now() < deadline) {
				await wait(100);
				started = await editor.executionsOf(batches);
			}
			for (const { id } of started) {
				const { status, error } = await editor.finished(id, ENDS_WITHIN_MS);
				assert.equal(status, 'success', error?.message);
			}
		}),
	);
	assert.equal((await editor.executionsOf(batches)).length, 3);
	assert.deepEqual(
		created.map(({ data }) => data['name']).sort(),
		rows.map(({ name }) => name).sort(),
	);
	const table = await DataTable.named(editor.session, 'Imported people');
	const states = (await table.rows())
		.filter(({ key }) => String(key).startsWith(path))
		.map(({ state }) => state);
	assert.deepEqual(new Set(states), new Set(['done']));
});

void test('Remove Duplicates before a create loses rows, as docs/scaling.md warns', async () => {
	const { editor, credential } = await sharedStage();
	const mark = randomBytes(6).toString('hex');
	const rows = Array.from({ length: 20 }, (_, index) => ({
		name: `${mark}-${index}`,
		email: index === 4 ? 'no address' : 'lost@example.com',
	}));
	const workflow = await editor.createWorkflow(
		chain('Remove Duplicates before a create', rows, [
			{
				name: 'Only new rows',
				type: 'n8n-nodes-base.removeDuplicates',
				typeVersion: 2,
				parameters: {
					operation: 'removeItemsSeenInPreviousExecutions',
					dedupeValue: '={{ $json.name }}',
					options: {},
				},
			},
			{
				name: 'Create',
				type: 'n8n-nodes-submissions.submissions',
				typeVersion: 1,
				parameters: { operation: 'create', form, fieldDataMode: 'autoMap', options: {} },
				credentials: { submissionsApi: credential },
			},
		]),
	);
	const created = await added(() => editor.run(workflow, 'Start'));
	assert.ok(created.length < 19, `${created.length} were created before the run stopped`);
	assert.deepEqual(await added(() => editor.run(workflow, 'Start')), []);
});
