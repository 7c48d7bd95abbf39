import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { importExamples, type ImportedExample } from '../examples.ts';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { itemsOf, type Execution } from '../execution.ts';
import { doMainJob } from '../mainJob.ts';
import type { KeptSubmission } from '../sandbox.ts';
import type { Stage } from '../stage.ts';
import { sharedStage } from './sharedStage.ts';

const contactRequests = exampleForms['Contact requests'];
const equipmentLoans = exampleForms['Equipment loans'];

let imported: Promise<Map<string, ImportedExample>> | undefined;

async function importedExample(file: string): Promise<ImportedExample & { stage: Stage }> {
	const stage = await sharedStage();
	imported ??= importExamples(stage);
	const example = (await imported).get(file);
	if (example === undefined) throw new Error(`There is no example ${file}`);
	return { ...example, stage };
}

async function runToSuccess(file: string, trigger: string): Promise<Execution> {
	const { stage, stored } = await importedExample(file);
	const execution = await stage.editor.run(stored, trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

/** What is in the store now and was not before. */
async function added(work: () => Promise<unknown>): Promise<KeptSubmission[]> {
	const { sandbox } = await sharedStage();
	const known = new Set((await sandbox.submissions()).map(({ permalink }) => permalink));
	await work();
	return (await sandbox.submissions()).filter(({ permalink }) => !known.has(permalink));
}

async function stored(permalink: string | undefined): Promise<KeptSubmission | undefined> {
	const { sandbox } = await sharedStage();
	return (await sandbox.submissions()).find((submission) => submission.permalink === permalink);
}

async function published<T>(file: string, use: (stage: Stage) => Promise<T>): Promise<T> {
	const example = await importedExample(file);
	await example.stage.editor.publish(example.stored);
	try {
		return await use(example.stage);
	} finally {
		await example.stage.editor.unpublish(example.stored);
	}
}

const REGISTERED_WITHIN_MS = 60_000;

/** Calls a webhook of a published workflow; n8n registers it a moment after the publication. */
async function call(
	stage: Stage,
	path: string,
	body: object,
): Promise<{ status: number; body: unknown }> {
	const deadline = performance.now() + REGISTERED_WITHIN_MS;
	for (;;) {
		const response = await fetch(`${stage.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (response.status !== 404 || performance.now() > deadline) {
			return { status: response.status, body: await response.json() };
		}
		await wait(200);
	}
}

void test('each example explains itself on a note, and names no credential but by its type', async () => {
	const stage = await sharedStage();
	imported ??= importExamples(stage);
	const examples = await imported;
	assert.equal(examples.size, 7);
	for (const [file, { workflow }] of examples) {
		const note = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const { content } = z.object({ content: z.string() }).parse(note?.parameters);
		assert.match(content, /\*\*To use it\*\*[^]*Submissions API/, file);
		for (const { name, credentials = {} } of workflow.nodes) {
			for (const { id } of Object.values(credentials)) assert.equal(id, null, `${file}: ${name}`);
		}
	}
});

const nightly = '01-rows-to-submissions-on-a-schedule.json';

void test('1: rows to submissions, started by hand, does what its nodes say', async () => {
	const stage = await sharedStage();
	imported ??= importExamples(stage);
	const { checks } = await doMainJob(stage, await imported);
	assert.deepEqual(
		checks.filter(({ agrees }) => !agrees),
		[],
	);
});

void test('1: published, its schedule starts it', async () => {
	const { stage, workflow } = await importedExample(nightly);
	const { editor, credential } = stage;
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const often = await editor.createWorkflow({
		...workflow,
		name: 'Every second instead of every night',
		nodes: workflow.nodes.map((node) => ({
			...node,
			...(node.name === 'Every night' && { parameters: everySecond }),
			...(node.credentials && { credentials: { submissionsApi: credential } }),
		})),
	});
	const created = await added(async () => {
		await editor.publish(often);
		try {
			while ((await editor.executionsOf(often)).length === 0) await wait(200);
		} finally {
			await editor.unpublish(often);
		}
		const started = await editor.executionsOf(often);
		for (const { id } of started) {
			const execution = await editor.finished(id);
			assert.equal(execution.mode, 'trigger');
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.equal(itemsOf(execution, 'Create a submission').length, 5);
		}
	});
	assert.equal(created.length % 5, 0);
	assert.ok(created.length > 0);
});

const table = '02-table-rows-filed-once.json';

void test('2: each row of the table is filed once, and keeps its permalink', async () => {
	const first = await added(() => runToSuccess(table, 'Every hour'));
	assert.deepEqual(first.map(({ data }) => data['item']).sort(), [
		'Flip chart',
		'Folding chair',
		'Microscope',
	]);
	assert.ok(first.every(({ form }) => form === equipmentLoans));
	assert.deepEqual(await added(() => runToSuccess(table, 'Every hour')), []);
});

void test('2: the permalinks in the table are those of the store, each in its own row', async () => {
	const { stage, workflow } = await importedExample(table);
	const all = await stage.editor.createWorkflow({
		...workflow,
		name: 'All rows of the table',
		nodes: workflow.nodes.map((node) =>
			node.name === 'Rows without a permalink'
				? { ...node, parameters: { ...node.parameters, filters: {} } }
				: { ...node, disabled: node.name === 'Create a submission' },
		),
	});
	const execution = await stage.editor.run(all, 'Every hour');
	const rows = itemsOf(execution, 'Rows without a permalink').map(({ json }) => json);
	assert.equal(rows.length, 3);
	for (const { item, permalink } of rows) {
		const submission = await stored(String(permalink));
		assert.equal(submission?.data['item'], item);
	}
});

void test('3: a call of the webhook updates the submission, and a refused one is told why', async () => {
	const file = '03-update-from-a-webhook.json';
	const submission = exampleSubmissions['Contact requests']?.[2];
	await published(file, async (stage) => {
		const done = await call(stage, 'update-submission', {
			submission,
			fields: { phone: '+1 555 0199' },
		});
		assert.deepEqual(done, { status: 200, body: { updated: true, submission } });
		assert.equal((await stored(submission))?.data['phone'], '+1 555 0199');

		const refused = await call(stage, 'update-submission', {
			submission,
			fields: { email: 'no address' },
		});
		assert.equal(refused.status, 422);
		const said = z
			.object({ updated: z.literal(false), outcome: z.string(), fields: z.record(z.unknown()) })
			.parse(refused.body);
		assert.equal(said.outcome, 'refused');
		assert.deepEqual(Object.keys(said.fields), ['email']);
		assert.equal((await stored(submission))?.data['email'], 'third@example.com');
	});
});

void test('4: what is to be erased is erased, and every submission is reported', async () => {
	const { sandbox } = await sharedStage();
	const [doomed] = await added(() => runToSuccess(nightly, 'Every night'));
	const address = `${sandbox.made.pages}/forms/${contactRequests ?? ''}/responses/`;
	// The first of what example 1 creates is deleted by it: it is not there any more.
	const others = (await sandbox.submissions()).filter(
		({ form, deleted }) => form === contactRequests && deleted === null,
	);
	const victim = others.at(-1)?.permalink ?? '';
	await published('04-erase-on-request.json', async (stage) => {
		const { status, body } = await call(stage, 'erase-submissions', {
			submissions: [`${address}${victim}`, doomed?.permalink, 'too short'],
		});
		assert.equal(status, 200);
		const report = z
			.array(
				z.object({ submission: z.string(), result: z.string(), reason: z.string().optional() }),
			)
			.parse(body);
		assert.deepEqual(
			report.map(({ submission, result }) => [submission, result]),
			[
				[`${address}${victim}`, 'erased'],
				[doomed?.permalink, 'was not there'],
				['too short', 'not erased'],
			],
		);
		assert.match(report[2]?.reason ?? '', /Submission is "too short", which has 9 characters/);
		assert.notEqual((await stored(victim))?.deleted, null);

		const alone = await call(stage, 'erase-submissions', { submissions: [victim] });
		assert.deepEqual(alone.body, [{ submission: victim, result: 'was not there' }]);
	});
});

void test('5: 120 rows in three batches, of which three are refused, and counted apart', async () => {
	let execution: Execution | undefined;
	const created = await added(async () => {
		execution = await runToSuccess('05-batch-import-in-a-loop.json', 'When you start it');
	});
	assert.ok(execution !== undefined);
	assert.equal(created.length, 117);
	assert.equal(new Set(created.map(({ data }) => data['name'])).size, 117);
	assert.equal(execution.runs['Create a submission']?.length, 3);
	assert.equal(itemsOf(execution, 'Only the created').length, 117);
	const refused = itemsOf(execution, 'Only the refused').map(({ json }) => String(json['error']));
	assert.equal(refused.length, 3);
	for (const error of refused) assert.match(error, /email/);
});

void test('6: only the loan that is still marked as out is updated', async () => {
	const [out, back] = exampleSubmissions['Equipment loans'] ?? [];
	const revisions = async () => [(await stored(out))?.revision, (await stored(back))?.revision];
	const [outBefore, backBefore] = await revisions();
	const execution = await runToSuccess('06-look-up-decide-update.json', 'Every evening');
	assert.deepEqual(
		itemsOf(execution, 'Look up the loan').map(({ json }) => json['found']),
		[true, true, false],
	);
	assert.equal((await stored(out))?.data['returned'], true);
	assert.equal((await stored(out))?.data['item'], 'Projector');
	assert.deepEqual(await revisions(), [(outBefore ?? 0) + 1, backBefore]);
	const again = await runToSuccess('06-look-up-decide-update.json', 'Every evening');
	assert.deepEqual(itemsOf(again, 'Mark it as returned'), []);
});
