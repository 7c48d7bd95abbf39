import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { DataTable } from '../dataTables.ts';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { itemsOf, type Execution } from '../execution.ts';
import { doMainJob } from '../mainJob.ts';
import {
	added,
	call,
	changedExample,
	importedExample,
	importedExamples,
	notesOf,
	published,
	stored,
} from './examplesInUse.ts';
import { sharedStage } from './sharedStage.ts';

const contactRequests = exampleForms['Contact requests'];
const equipmentLoans = exampleForms['Equipment loans'];

async function runToSuccess(file: string, trigger: string): Promise<Execution> {
	const { editor } = await sharedStage();
	const execution = await editor.run((await importedExample(file)).stored, trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

void test('each example explains itself on a note, and names no credential but by its type', async () => {
	const examples = await importedExamples();
	assert.equal(examples.size, 8);
	for (const [file, { workflow }] of examples) {
		assert.match(notesOf(workflow), /\*\*To use it\*\*[^]*Submissions API/, file);
		for (const { name, credentials = {} } of workflow.nodes) {
			for (const { id } of Object.values(credentials)) assert.equal(id, null, `${file}: ${name}`);
		}
	}
});

const nightly = '01-rows-to-submissions-on-a-schedule.json';

void test('1: rows to submissions, started by hand, does what its nodes say', async () => {
	const stage = await sharedStage();
	const { checks } = await doMainJob(stage, await importedExamples());
	assert.deepEqual(
		checks.filter(({ agrees }) => !agrees),
		[],
	);
});

void test('1: published, its schedule starts it', async () => {
	const { editor } = await sharedStage();
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const often = await changedExample(nightly, { parameters: { 'Every night': everySecond } });
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

/** Other tests of the same n8n leave rows of their own. */
async function withoutRows(name: string): Promise<void> {
	const { editor } = await sharedStage();
	await (await DataTable.find(editor.session, name))?.clear();
}

void test('2: making the table files none of its samples, nor does the schedule then', async () => {
	await withoutRows('Loans to file');
	assert.deepEqual(
		await added(async () => {
			await runToSuccess(table, 'Make the table');
			await runToSuccess(table, 'Every ten minutes');
		}),
		[],
	);
});

void test('2: each row whose state is empty is filed once, and keeps its permalink', async () => {
	const { editor } = await sharedStage();
	const loans = await DataTable.named(editor.session, 'Loans to file');
	const samples = (await loans.rows()).map(({ loan }) => String(loan));
	for (const loan of samples) await loans.change('loan', loan, { state: '' });
	const first = await added(() => runToSuccess(table, 'Every ten minutes'));
	assert.deepEqual(first.map(({ data }) => data['item']).sort(), ['Folding chair', 'Microscope']);
	assert.ok(first.every(({ form }) => form === equipmentLoans));
	for (const { item, permalink, state } of await loans.rows()) {
		assert.equal(state, 'done');
		assert.equal((await stored(String(permalink)))?.data['item'], item);
	}
	assert.deepEqual(await added(() => runToSuccess(table, 'Every ten minutes')), []);
});

void test('2: a row that was begun more than an hour ago is shown, and no other', async () => {
	const { editor } = await sharedStage();
	const { workflow } = await importedExample(table);
	const { parameters } = workflow.nodes.find(({ name }) => name === 'Rows to look at') ?? {};
	const sooner = JSON.parse(
		JSON.stringify(parameters).replace('hours: 1', 'seconds: -1'),
	) as Record<string, unknown>;
	const impatient = await changedExample(table, { parameters: { 'Rows to look at': sooner } });
	const loans = await DataTable.named(editor.session, 'Loans to file');
	await loans.change('loan', 'L-1', { state: 'begun' });
	const shown = async (execution: Promise<Execution>) =>
		itemsOf(await execution, 'Rows to look at').map(({ json }) => json['loan']);
	assert.deepEqual(await shown(runToSuccess(table, 'Every ten minutes')), []);
	assert.deepEqual(await shown(editor.run(impatient, 'Every ten minutes')), ['L-1']);
});

void test('3: a call of the webhook updates the submission, and a refused one is told why', async () => {
	const file = '03-update-from-a-webhook.json';
	const submission = exampleSubmissions['Contact requests']?.[2];
	await published((await importedExample(file)).stored, async (stage) => {
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
	const { stored: workflow } = await importedExample('04-erase-on-request.json');
	await published(workflow, async (stage) => {
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
		assert.deepEqual(alone.body, [{ submission: victim, result: 'not found' }]);
	});
});

void test('5: 120 rows in three executions, of which three rows are refused and shown whole', async () => {
	const { editor } = await sharedStage();
	await withoutRows('Imported people');
	const { stored: workflow } = await importedExample('05-batch-import-in-a-loop.json');
	let execution: Execution | undefined;
	const created = await added(async () => {
		execution = await runToSuccess('05-batch-import-in-a-loop.json', 'When you start it');
	});
	assert.ok(execution !== undefined);
	assert.equal(created.length, 117);
	assert.equal(new Set(created.map(({ data }) => data['name'])).size, 117);
	const refused = itemsOf(execution, 'To correct').map(({ json }) => json);
	assert.deepEqual(
		refused.map(({ key }) => key),
		['C-40', 'C-80', 'C-120'],
	);
	for (const { row, reason } of refused) {
		assert.match(String(row), /^\{"name":"Person \d+0","email":"no address","age":\d+\}$/);
		assert.match(String(reason), /^refused: .*email/);
	}
	assert.deepEqual(itemsOf(execution, 'To look at'), []);
	// What the import itself keeps is one empty item a batch.
	assert.deepEqual(
		itemsOf(execution, 'File this batch').map(({ json }) => json),
		[{}, {}, {}],
	);
	assert.equal((await editor.executionsOf(workflow)).length, 4);
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

const watch = '08-watch-for-changes.json';

void test('8: a new row is remembered, and what was changed or deleted since is told once', async () => {
	const { editor, sandbox } = await sharedStage();
	await runToSuccess(watch, 'Make the table');
	const table = await DataTable.named(editor.session, 'Watched submissions');
	const [kept = '', gone = ''] = (await added(() => runToSuccess(nightly, 'Every night'))).flatMap(
		({ permalink, deleted }) => (deleted === null ? permalink : []),
	);
	const address = `${sandbox.made.pages}/forms/${contactRequests ?? ''}/responses/${gone}`;
	await table.add([{ submission: address }, { submission: kept }]);
	const told = async (): Promise<unknown[]> => {
		const execution = await runToSuccess(watch, 'Every quarter of an hour');
		return itemsOf(execution, 'Tell somebody').map(({ json }) => [
			json['submission'],
			json['what'],
		]);
	};
	assert.deepEqual(await told(), []);
	assert.deepEqual(await told(), []);
	await atService('POST', `/${kept}`, { phone: '+1 555 0123' });
	await atService('DELETE', `/${gone}`);
	assert.deepEqual(await told(), [
		[address, 'deleted'],
		[kept, 'changed'],
	]);
	assert.deepEqual(await told(), []);
});

/** A request to the service that no workflow makes: somebody else's change. */
async function atService(method: string, path: string, fields?: object): Promise<void> {
	const { made } = (await sharedStage()).sandbox;
	const response = await fetch(
		`${made.address}/api/v1/forms/${contactRequests ?? ''}/submissions${path}`,
		{
			method,
			headers: {
				authorization: `Bearer ${made.token}`,
				...(fields !== undefined && { 'content-type': 'application/json' }),
			},
			...(fields !== undefined && { body: JSON.stringify(fields) }),
		},
	);
	assert.ok(response.ok, `${response.status}`);
}
