import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { StoredCredential, StoredWorkflow } from '../editor.ts';
import { DataTable, type TableRow } from '../dataTables.ts';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { itemsOf, type Execution } from '../execution.ts';
import { lastToolResult, startModel, type RunningModel } from '../model.ts';
import { startN8n } from '../n8n.ts';
import { freePort } from '../ports.ts';
import type { KeptSubmission } from '../sandbox.ts';
import { converse, end, file } from './conversation.ts';
import {
	added,
	call,
	changedExample,
	importedExample,
	notesOf,
	published,
	stored,
	type Change,
	type WebhookAnswer,
} from './examplesInUse.ts';
import { endWithStage, sharedStage } from './sharedStage.ts';

const contactRequests = exampleForms['Contact requests'] ?? '';
const WRONG_FORM = 'wrongForm1';
const GONE = 'gone567890';

let nobodyThere: StoredCredential;
let wrongToken: StoredCredential;

before(async () => {
	const { editor, credentialData } = await sharedStage();
	const other = (name: string, data: object): Promise<StoredCredential> =>
		editor.createCredential(name, 'submissionsApi', { ...credentialData, ...data });
	nobodyThere = await other('Nobody there', { baseUrl: `http://127.0.0.1:${await freePort()}` });
	wrongToken = await other('Wrong token', { accessToken: 'not-the-token' });
});

afterEach(async () => {
	const { sandbox } = await sharedStage();
	await sandbox.set('faults', undefined);
	await sandbox.set('choices', undefined);
});

async function goWrong(...rules: readonly (string | object)[]): Promise<void> {
	await (await sharedStage()).sandbox.set('faults', { rules });
}

/** A name that no other row or submission of the run has. */
function unique(): string {
	return randomBytes(6).toString('hex');
}

/** What a person changes, does and finds, and how often, on one bad day of an example. */
interface BadDay {
	readonly day: string;
	readonly change?: () => Change;
	readonly faults?: readonly (string | object)[];
	readonly choices?: object;
}

const on = ({ faults = [], choices }: BadDay): Promise<void> =>
	sharedStage().then(async ({ sandbox }) => {
		await sandbox.set('faults', { rules: faults });
		if (choices !== undefined) await sandbox.set('choices', choices);
	});

/** What a table says of a row; a row whose state is empty is to be filed. */
const rowSchema = z.object({
	state: z.string().nullable(),
	permalink: z.string().nullable(),
	reason: z.string().nullable(),
});

/** An example that files the rows of a table, and how its rows are made and found. */
interface Filer {
	readonly file: string;
	readonly trigger: string;
	/** Starts that need no rows, so that the table is there. */
	readonly makes: string;
	readonly table: string;
	/** The parameters that bring these rows to it, where they do not stand in the table. */
	readonly bringing: (names: readonly string[]) => Change['parameters'];
	/** The table's row that stands for a name, where rows stand in the table. */
	readonly row?: (name: string) => TableRow;
	/** The name that a row of the table stands for. */
	readonly nameOf: (row: TableRow) => unknown;
	/** The name that a submission stands for. */
	readonly storedName: (submission: KeptSubmission) => unknown;
	/** Makes the row with this name acceptable. */
	readonly correct: (table: DataTable, name: string) => Promise<void>;
}

/** An address that the service refuses where the name begins so. */
const addressOf = (name: string): string =>
	name.startsWith('refused') ? 'no address' : `${name}@example.com`;

const filers: readonly Filer[] = [
	{
		file: '02-table-rows-filed-once.json',
		trigger: 'Every ten minutes',
		makes: 'Make the table',
		table: 'Loans to file',
		bringing: () => ({}),
		row: (name) => ({ loan: name, item: name, borrower_email: addressOf(name), quantity: 1 }),
		nameOf: ({ item }) => item,
		storedName: ({ data }) => data['item'],
		correct: (table, name) => table.change('loan', name, { borrower_email: 'right@example.com' }),
	},
	{
		file: '05-batch-import-in-a-loop.json',
		trigger: 'When you start it',
		makes: 'When you start it',
		table: 'Imported people',
		bringing: (names) => ({
			'Rows to import': {
				jsonOutput: JSON.stringify({
					rows: names.map((name) => ({ customer: name, name, email: addressOf(name) })),
				}),
			},
			'In batches of 50': { batchSize: 3 },
		}),
		nameOf: ({ key }) => key,
		storedName: ({ data }) => data['name'],
		correct: () => Promise.resolve(),
	},
];

/** What a filer made of its rows. */
interface Filed {
	/** By row, in their order: what the table says. */
	readonly states: readonly string[];
	/** By row: how often it is stored. */
	readonly times: readonly number[];
	readonly reasons: readonly string[];
}

/**
 * What is in the table and in the store of these rows, after the laws that hold on every day: none
 * is stored twice; one that the table calls done is stored, under the permalink beside it; one that
 * it calls free is not stored.
 */
async function filed(filer: Filer, names: readonly string[]): Promise<Filed> {
	const { editor, sandbox } = await sharedStage();
	const rows = await (await DataTable.named(editor.session, filer.table)).rows();
	const submissions = await sandbox.submissions();
	const all = names.map((name) => {
		const own = rows.filter((row) => filer.nameOf(row) === name);
		const kept = submissions.filter((submission) => filer.storedName(submission) === name);
		assert.equal(own.length, 1, `${name} is ${own.length} times in the table`);
		assert.ok(kept.length <= 1, `${name} is stored ${kept.length} times`);
		const { state, permalink, reason } = rowSchema.parse(own[0]);
		const isFree = state === null || state === '';
		if (isFree) assert.equal(kept.length, 0, `${name} is stored, and would be filed again`);
		if (state === 'done') {
			assert.equal(kept.length, 1, `${name} is called done, and is not stored`);
			if (permalink !== '') assert.equal(permalink, kept[0]?.permalink);
		}
		return { state: isFree ? 'free' : state, times: kept.length, reason: reason ?? '' };
	});
	return {
		states: all.map(({ state }) => state),
		times: all.map(({ times }) => times),
		reasons: all.map(({ reason }) => reason),
	};
}

async function ready(
	filer: Filer,
	names: readonly string[],
	change: Change = {},
): Promise<StoredWorkflow> {
	const { editor } = await sharedStage();
	const { parameters } = change;
	const workflow = await changedExample(filer.file, {
		...change,
		parameters: { ...filer.bringing(names), ...parameters },
	});
	if (filer.row !== undefined) {
		const table = await DataTable.named(editor.session, filer.table);
		await table.clear();
		await table.add(names.map(filer.row));
	}
	return workflow;
}

async function runs(filer: Filer, workflow: StoredWorkflow): Promise<Execution> {
	const { editor } = await sharedStage();
	const execution = await editor.run(workflow, filer.trigger);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

interface FilerDay extends BadDay {
	/** The names of its rows, by their beginnings. */
	readonly rows: readonly string[];
	/** What the table must say of each after one run, and after one more on a good day. */
	readonly first: readonly string[];
	readonly then: readonly string[];
	/** What the reasons beside those that are not done must say. */
	readonly reason?: RegExp;
}

const four = ['a', 'b', 'c', 'd'];
const each = (state: string): string[] => four.map(() => state);
const second = { field: { name: '^b' } };
const secondLoan = { field: { item: '^b' } };
const about = (then: object): object[] => [
	{ match: secondLoan, then },
	{ match: second, then },
];

const filerDays: readonly FilerDay[] = [
	{
		day: 'a refused row',
		rows: ['a', 'refused', 'c', 'd'],
		first: ['done', 'free', 'done', 'done'],
		then: ['done', 'free', 'done', 'done'],
		reason: /^refused: .*must be an e-mail address/,
	},
	{
		day: 'an answer that is lost after storing',
		rows: four,
		faults: about({ kind: 'resetAfterStoring' }),
		first: ['done', 'begun', 'done', 'done'],
		then: ['done', 'begun', 'done', 'done'],
		reason: /^unknown: /,
	},
	{
		day: 'an answer without a permalink',
		rows: four,
		choices: { permalink: 'none' },
		first: each('done'),
		then: each('done'),
	},
	{
		day: 'a service that says when to come back',
		rows: four,
		faults: [{ then: { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } }],
		first: each('free'),
		then: each('done'),
		reason: /^refused: /,
	},
	{
		day: 'no connection',
		rows: four,
		change: () => ({ credential: nobodyThere }),
		first: each('free'),
		then: each('done'),
		reason: /^notSent: /,
	},
	{
		day: 'a mistyped form',
		rows: four,
		change: () => ({ form: WRONG_FORM }),
		first: each('free'),
		then: each('done'),
		reason: /^refused: .*no such form/,
	},
	{ day: 'an empty table', rows: [], first: [], then: [] },
];

for (const filer of filers) {
	const { file } = filer;
	void describe(`${file} files each row once`, () => {
		before(async () => {
			const { editor } = await sharedStage();
			const maker = await changedExample(file, { parameters: filer.bringing([]) ?? {} });
			await editor.run(maker, filer.makes);
		});

		for (const day of filerDays) {
			void test(`on a day with ${day.day}`, async () => {
				const names = day.rows.map((row) => `${row}-${unique()}`);
				const workflow = await ready(filer, names, day.change?.());
				await on(day);
				await runs(filer, workflow);
				const first = await filed(filer, names);
				assert.deepEqual(first.states, day.first);
				for (const [index, state] of first.states.entries()) {
					if (state !== 'done') assert.match(first.reasons[index] ?? '', day.reason ?? /^$/);
				}
				await on({ day: 'a good one' });
				await runs(filer, await changedExample(file, { parameters: filer.bringing(names) ?? {} }));
				assert.deepEqual((await filed(filer, names)).states, day.then);
			});
		}

		void test('when it is started twice at once', async () => {
			const names = Array.from({ length: 12 }, () => `a-${unique()}`);
			const workflow = await ready(filer, names);
			await goWrong('slow:30');
			await Promise.all([runs(filer, workflow), runs(filer, workflow)]);
			assert.deepEqual(new Set((await filed(filer, names)).states), new Set(['done']));
		});
	});
}

void test('2: a refused row is filed once it is corrected, and holds up none meanwhile', async () => {
	const [filer] = filers;
	assert.ok(filer !== undefined);
	const { editor } = await sharedStage();
	const refused = Array.from({ length: 50 }, () => `refused-${unique()}`);
	const good = `a-${unique()}`;
	// More than one run takes are refused before it, again and again.
	const workflow = await ready(filer, [...refused, good]);
	await runs(filer, workflow);
	assert.equal((await filed(filer, [good])).states[0], 'free');
	const [corrected = ''] = refused;
	await filer.correct(await DataTable.named(editor.session, filer.table), corrected);
	await runs(filer, workflow);
	assert.equal((await filed(filer, [good])).states[0], 'done');
	await runs(filer, workflow);
	assert.equal((await filed(filer, [corrected])).states[0], 'done');
});

void test('5: what comes out names the rows that are not filed, those in doubt apart', async () => {
	const filer = filers[1];
	assert.ok(filer !== undefined);
	const names = ['a', 'refused', 'c', 'd', 'b'].map((row) => `${row}-${unique()}`);
	const workflow = await ready(filer, names);
	await (await DataTable.named((await sharedStage()).editor.session, filer.table)).clear();
	await goWrong(...about({ kind: 'failAfterStoring' }));
	const execution = await runs(filer, workflow);
	const keys = (node: string) => itemsOf(execution, node).map(({ json }) => json['key']);
	assert.deepEqual(keys('To correct'), [names[1]]);
	assert.deepEqual(keys('To look at'), [names[4]]);
});

const nightly = '01-rows-to-submissions-on-a-schedule.json';

interface NightlyDay extends BadDay {
	readonly stored: number;
	readonly says: RegExp;
}

void describe('1 creates what it says, and says what it does not know', () => {
	const rowOf = { match: { operation: 'create', field: { name: '^Row two$' } } };
	const days: readonly NightlyDay[] = [
		{
			day: 'a refused row',
			faults: [{ ...rowOf, then: { kind: 'refuse', status: 422, body: { message: 'No.' } } }],
			stored: 4,
			says: /; refused 1[;.]/,
		},
		{
			day: 'a lost answer',
			faults: [{ ...rowOf, then: { kind: 'resetAfterStoring' } }],
			stored: 5,
			says: /; unknown 1[;.]/,
		},
		{
			day: 'no connection',
			change: () => ({ credential: nobodyThere }),
			stored: 0,
			says: /no submission|0 done|not sent/,
		},
		{
			day: 'a mistyped form',
			change: () => ({ form: WRONG_FORM }),
			stored: 0,
			says: /no such form/,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			const workflow = await changedExample(nightly, day.change?.() ?? {});
			await on(day);
			let execution: Execution | undefined;
			const created = await added(async () => {
				execution = await editor.run(workflow, 'Every night');
			});
			assert.equal(execution?.status, 'error');
			const said = `${execution.error?.message ?? ''}\n${execution.error?.description ?? ''}`;
			assert.match(said, day.says);
			assert.equal(new Set(created.map(({ data }) => data['name'])).size, created.length);
			const told = created.filter(({ permalink }) => said.includes(permalink));
			const unknown = /; unknown \d+[;.]/.test(said) ? 1 : 0;
			assert.ok(created.length <= told.length + unknown, said);
			assert.equal(created.length, day.stored);
		});
	}

	void test('with no rows, nothing; a second run creates the rows again, as its note says', async () => {
		const { editor } = await sharedStage();
		const none = await changedExample(nightly, {
			parameters: { 'Rows to file': { jsonOutput: '{ "rows": [] }' } },
		});
		const created = await added(() => editor.run(none, 'Every night'));
		assert.deepEqual(created, []);
		const workflow = await changedExample(nightly, {});
		const twice = await added(async () => {
			await Promise.all([1, 2].map(() => editor.run(workflow, 'Every night')));
		});
		assert.equal(twice.length, 10);
		assert.match(
			notesOf((await importedExample(nightly)).workflow),
			/Each run creates its rows again.*example 2/s,
		);
	});
});

const update = '03-update-from-a-webhook.json';

interface UpdateDay extends BadDay {
	readonly asks?: Readonly<Record<string, unknown>>;
	readonly status: number;
	readonly updated: boolean | null;
	/** Whether the new value is in the store afterwards. */
	readonly changes: boolean;
}

const toUpdate = exampleSubmissions['Contact requests']?.[1] ?? '';
const updateDays: readonly UpdateDay[] = [
	{
		day: 'fields that are refused',
		asks: { fields: { email: 'no address' } },
		status: 422,
		updated: false,
		changes: false,
	},
	{ day: 'no fields', asks: { fields: {} }, status: 400, updated: false, changes: false },
	{
		day: 'a permalink that cannot be one',
		asks: { submission: 'short' },
		status: 400,
		updated: false,
		changes: false,
	},
	{
		day: 'a submission that is not there',
		asks: { submission: GONE },
		status: 404,
		updated: false,
		changes: false,
	},
	{
		day: 'an answer that is lost after storing',
		faults: ['resetAfterStoring'],
		status: 504,
		updated: null,
		changes: true,
	},
	{
		day: 'a request that is lost before storing',
		faults: ['resetBeforeReading'],
		status: 504,
		updated: null,
		changes: false,
	},
	{
		day: 'a service that says when to come back',
		faults: [{ then: { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } }],
		status: 503,
		updated: false,
		changes: false,
	},
	{
		day: 'a mistyped form',
		change: () => ({ form: WRONG_FORM }),
		status: 404,
		updated: false,
		changes: false,
	},
	{
		day: 'no connection',
		change: () => ({ credential: nobodyThere }),
		status: 503,
		updated: false,
		changes: false,
	},
	{ day: 'nothing that goes wrong', status: 200, updated: true, changes: true },
];
const asked = (phone: string, asks: UpdateDay['asks']) => ({
	submission: toUpdate,
	fields: { phone },
	...asks,
});

async function checkUpdate(day: UpdateDay, phone: string, answer: WebhookAnswer): Promise<void> {
	const said = z
		.object({ updated: z.boolean().nullable(), error: z.string().optional() })
		.parse(answer.body);
	assert.deepEqual([answer.status, said.updated], [day.status, day.updated], said.error);
	const data = (await stored(toUpdate))?.data;
	assert.equal(data?.['phone'] === phone, day.changes);
	assert.notEqual(data?.['email'], 'no address');
}

void describe('3 answers with what became of the update', () => {
	let workflow: StoredWorkflow;
	before(async () => {
		workflow = await changedExample(update, {});
		await (await sharedStage()).editor.publish(workflow);
	});
	after(async () => {
		await (await sharedStage()).editor.unpublish(workflow);
	});

	for (const day of updateDays.filter(({ change }) => change === undefined)) {
		void test(`on a day with ${day.day}`, async () => {
			await on(day);
			const phone = unique();
			await checkUpdate(
				day,
				phone,
				await call(await sharedStage(), 'update-submission', asked(phone, day.asks)),
			);
		});
	}

	void test('called twice at once, and once more', async () => {
		const stage = await sharedStage();
		const phone = unique();
		const send = () => call(stage, 'update-submission', asked(phone, {}));
		for (const answer of [...(await Promise.all([send(), send()])), await send()]) {
			assert.deepEqual(answer, { status: 200, body: { updated: true, submission: toUpdate } });
		}
		assert.equal((await stored(toUpdate))?.data['phone'], phone);
	});
});

void describe('3, set up wrongly, says that nothing was changed', () => {
	for (const day of updateDays.filter(({ change }) => change !== undefined)) {
		void test(`on a day with ${day.day}`, async () => {
			const phone = unique();
			const workflow = await changedExample(update, day.change?.() ?? {});
			const answer = await published(workflow, (stage) =>
				call(stage, 'update-submission', asked(phone, day.asks)),
			);
			await checkUpdate(day, phone, answer);
		});
	}
});

const erase = '04-erase-on-request.json';
const reportSchema = z.array(
	z.object({ submission: z.string(), result: z.string(), reason: z.string().optional() }),
);

/** A new submission, made at the service itself. */
async function newSubmission(): Promise<string> {
	const { made } = (await sharedStage()).sandbox;
	const [created] = await added(() =>
		fetch(`${made.address}/api/v1/forms/${contactRequests}/submissions/new`, {
			method: 'POST',
			headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: unique(), email: 'erase@example.com' }),
		}),
	);
	return created?.permalink ?? '';
}

/** Changes a submission as somebody else does. */
async function changeAtService(permalink: string): Promise<void> {
	const { made } = (await sharedStage()).sandbox;
	await fetch(`${made.address}/api/v1/forms/${contactRequests}/submissions/${permalink}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ phone: unique() }),
	});
}

interface EraseDay extends BadDay {
	/** What is reported of the one that is there and of the one that is not. */
	readonly there: RegExp;
	readonly gone: RegExp;
	readonly erased: boolean;
}

void describe('4 reports of every submission what became of it', () => {
	const days: readonly EraseDay[] = [
		{ day: 'nothing that goes wrong', there: /^erased$/, gone: /^was not there$/, erased: true },
		{
			day: 'one answer that is lost',
			faults: ['resetAfterStoring@nth=1+2'],
			there: /^erased$/,
			gone: /^(?:erased|was not there)$/,
			erased: true,
		},
		{
			day: 'all answers lost',
			faults: ['resetAfterStoring'],
			there: /^may have been erased$/,
			gone: /^may have been erased$/,
			erased: true,
		},
		{
			day: 'a 401',
			faults: ['refuse:401'],
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'a service that refuses one',
			faults: ['refuse:409'],
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'no connection',
			change: () => ({ credential: nobodyThere }),
			there: /^not erased$/,
			gone: /^not erased$/,
			erased: false,
		},
		{
			day: 'a mistyped form',
			change: () => ({ form: WRONG_FORM }),
			there: /^not found$/,
			gone: /^not found$/,
			erased: false,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const there = await newSubmission();
			await on(day);
			const { status, body } = await published(
				await changedExample(erase, day.change?.() ?? {}),
				(stage) => call(stage, 'erase-submissions', { submissions: [there, GONE, there] }),
			);
			assert.equal(status, 200);
			const report = new Map(
				reportSchema.parse(body).map(({ submission, result }) => [submission, result]),
			);
			assert.equal(reportSchema.parse(body).length, 2);
			assert.match(report.get(there) ?? '', day.there);
			assert.match(report.get(GONE) ?? '', day.gone);
			assert.equal((await stored(there))?.deleted !== null, day.erased);
		});
	}

	void test('called twice at once, once more, and for nothing', async () => {
		const there = await newSubmission();
		await published(await changedExample(erase, {}), async (stage) => {
			const send = async (submissions: unknown) => {
				const { status, body } = await call(stage, 'erase-submissions', { submissions });
				return { status, body };
			};
			const both = await Promise.all([send([there]), send([there])]);
			const results = both.map(({ body }) => reportSchema.parse(body)[0]?.result).sort();
			assert.deepEqual(results, ['erased', 'not found']);
			assert.deepEqual((await send([there])).body, [{ submission: there, result: 'not found' }]);
			for (const nothing of [[], undefined, null, 'kL9mN1pQ3r']) {
				const { status, body } = await send(nothing);
				assert.equal(status, 400);
				assert.match(JSON.stringify(body), /names no submissions/);
			}
		});
	});
});

const lookUp = '06-look-up-decide-update.json';

interface LookUpDay extends BadDay {
	readonly says: RegExp;
	/** Which of the two that are there are marked afterwards. */
	readonly marked: readonly [boolean, boolean];
	/** And after another run on a good day. */
	readonly then: readonly [boolean, boolean];
}

void describe('6 updates what it can, and fails where something was not dealt with', () => {
	const equipmentLoans = exampleForms['Equipment loans'] ?? '';
	async function newLoan(): Promise<string> {
		const { made } = (await sharedStage()).sandbox;
		const [created] = await added(() =>
			fetch(`${made.address}/api/v1/forms/${equipmentLoans}/submissions/new`, {
				method: 'POST',
				headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
				body: JSON.stringify({ item: unique(), borrower_email: 'x@example.com', returned: false }),
			}),
		);
		return created?.permalink ?? '';
	}
	const loans = (permalinks: readonly string[]) => ({
		'Loans that came back': { jsonOutput: JSON.stringify({ permalinks }) },
	});
	const days: readonly LookUpDay[] = [
		{
			day: 'an update that is refused',
			faults: ['refuse:422@operation=update,nth=1'],
			says: /^1 of 3 loans .*\(refused\)/,
			marked: [false, true],
			then: [true, true],
		},
		{
			day: 'an answer to an update that is lost',
			faults: ['resetAfterStoring@operation=update,nth=1'],
			says: /^1 of 3 loans .*\(unknown\)/,
			marked: [true, true],
			then: [true, true],
		},
		{
			day: 'a look-up that brings nothing',
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^1 of 3 loans .*\(failed\)/,
			marked: [false, true],
			then: [true, true],
		},
		{
			day: 'no connection',
			change: () => ({ credential: nobodyThere }),
			says: /^3 of 3 loans .*\(notSent\)/,
			marked: [false, false],
			then: [true, true],
		},
		{
			day: 'a mistyped form',
			change: () => ({ form: WRONG_FORM }),
			says: /^None of the 3 loans was found/,
			marked: [false, false],
			then: [true, true],
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			const both = [await newLoan(), await newLoan()];
			const parameters = loans([...both, GONE]);
			const marked = async () =>
				Promise.all(both.map(async (loan) => (await stored(loan))?.data['returned'] === true));
			const workflow = await changedExample(lookUp, { ...day.change?.(), parameters });
			// One after the other, so that the first request is that of the first loan.
			await on(day);
			const execution = await editor.run(workflow, 'Every evening');
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', day.says);
			assert.deepEqual((await marked()).sort(), [...day.marked].sort());
			await on({ day: 'a good one' });
			const again = await changedExample(lookUp, { parameters });
			const [one, other] = await Promise.all([
				editor.run(again, 'Every evening'),
				editor.run(again, 'Every evening'),
			]);
			assert.deepEqual([one.status, other.status], ['success', 'success']);
			assert.deepEqual(await marked(), day.then);
			assert.deepEqual(
				itemsOf(await editor.run(again, 'Every evening'), 'Mark it as returned'),
				[],
			);
		});
	}

	void test('with no loans, it does nothing', async () => {
		const { editor } = await sharedStage();
		const none = await changedExample(lookUp, { parameters: loans([]) });
		assert.equal((await editor.run(none, 'Every evening')).status, 'success');
	});
});

interface AgentDay extends BadDay {
	readonly asks?: object;
	/** What the model is told became of the request that it wanted filed. */
	readonly outcome: string;
	readonly stored: number;
	readonly received: number;
}

void describe('7 tells the model what became of a request, and sends it once', () => {
	let model: RunningModel;
	before(async () => {
		model = await startModel();
	});
	after(async () => {
		await model.stop();
	});
	const request = { name: 'Ada', email: 'ada@example.com', message: 'Send me the price list.' };
	const days: readonly AgentDay[] = [
		{
			day: 'a refused request',
			asks: { ...request, email: 'at home' },
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
		{
			day: 'a lost answer',
			faults: ['resetAfterStoring'],
			outcome: 'unknown',
			stored: 1,
			received: 1,
		},
		{
			day: 'a service that breaks down',
			faults: ['refuse:500'],
			outcome: 'unknown',
			stored: 0,
			received: 1,
		},
		{
			day: 'no connection',
			change: () => ({ credential: nobodyThere }),
			outcome: 'notSent',
			stored: 0,
			received: 0,
		},
		{
			day: 'a token that was cancelled',
			change: () => ({ credential: wrongToken }),
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
		{
			day: 'a mistyped form',
			change: () => ({ form: WRONG_FORM }),
			outcome: 'refused',
			stored: 0,
			received: 1,
		},
	];
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			await on(day);
			const { stored, received } = await converse(model, day.change?.() ?? {}, [
				file(day.asks ?? request),
				(asked) => {
					assert.ok(lastToolResult(asked).includes(`"outcome":"${day.outcome}"`));
					return end;
				},
			]);
			assert.deepEqual([stored.length, received.length], [day.stored, day.received]);
		});
	}
});

const watch = '08-watch-for-changes.json';

interface WatchDay extends BadDay {
	readonly says: RegExp;
	/** How many of the two changes are told all the same. */
	readonly told: number;
}

void describe('8 tells each change, at the latest when it can read again', () => {
	const days: readonly WatchDay[] = [
		{
			day: 'a read that brings nothing',
			faults: ['refuse:500@operation=get,nth=1'],
			says: /^1 of 2 watched submissions could not be read: \S{10} \(failed\)/,
			told: 1,
		},
		{
			day: 'no connection',
			change: () => ({ credential: nobodyThere }),
			says: /^2 of 2 watched submissions .*\(notSent\)/,
			told: 0,
		},
		{
			day: 'a mistyped form',
			change: () => ({ form: WRONG_FORM }),
			says: /^None of the 2 watched submissions was found/,
			told: 0,
		},
	];
	const told = (execution: Execution): unknown[] =>
		itemsOf(execution, 'Tell somebody').map(({ json }) => json['submission']);
	for (const day of days) {
		void test(`on a day with ${day.day}`, async () => {
			const { editor } = await sharedStage();
			await editor.run((await importedExample(watch)).stored, 'Make the table');
			const table = await DataTable.named(editor.session, 'Watched submissions');
			await table.clear();
			const both = [await newSubmission(), await newSubmission()];
			await table.add(both.map((submission) => ({ submission })));
			const good = await changedExample(watch, {});
			assert.deepEqual(told(await editor.run(good, 'Every quarter of an hour')), []);
			await Promise.all(both.map((submission) => changeAtService(submission)));
			const bad = await changedExample(watch, day.change?.() ?? {});
			await on(day);
			const execution = await editor.run(bad, 'Every quarter of an hour');
			assert.equal(execution.status, 'error');
			assert.match(execution.error?.message ?? '', day.says);
			assert.equal(told(execution).length, day.told);
			await on({ day: 'a good one' });
			const later = told(await editor.run(good, 'Every quarter of an hour'));
			assert.deepEqual([...told(execution), ...later].sort(), [...both].sort());
			assert.deepEqual(told(await editor.run(good, 'Every quarter of an hour')), []);
		});
	}
});

void describe('n8n is killed in the middle', () => {
	const MOST_AT_A_TIME = 4;

	void test('2 and 5, started again, file what is left and double nothing', async () => {
		const { editor, sandbox, n8n, installed } = await sharedStage();
		const makeNames = (): string[] => Array.from({ length: 10 }, () => `a-${unique()}`);
		const jobs = await Promise.all(
			filers.map(async (filer) => {
				const names = makeNames();
				// Both take a few of the rows at a time, so that there are some left.
				const parameters = { 'Rows to file': { limit: MOST_AT_A_TIME } };
				return { filer, names, workflow: await ready(filer, names, { parameters }) };
			}),
		);
		await sandbox.forgetReceived();
		await goWrong('slow:3000');
		for (const { filer, workflow } of jobs) await editor.start(workflow, filer.trigger);
		const storedOf = async ({ filer, names }: (typeof jobs)[number]): Promise<number> =>
			(await sandbox.submissions()).filter((one) => names.includes(String(filer.storedName(one))))
				.length;
		while ((await Promise.all(jobs.map(storedOf))).some((count) => count < 2)) await wait(20);
		n8n.kill('SIGKILL');
		await n8n.ended;
		await goWrong();
		endWithStage(await startN8n({ installed, userFolder: n8n.userFolder, port: n8n.port }));
		for (const { filer, names, workflow } of jobs) {
			for (let run = 0; run < names.length / MOST_AT_A_TIME; run++) await runs(filer, workflow);
			const { states, times } = await filed(filer, names);
			const doubtful = states.filter((state) => state === 'begun').length;
			// What is not stored is among those that are shown as begun: nothing is lost in silence.
			assert.deepEqual(new Set(states), new Set(['begun', 'done']));
			assert.ok(doubtful <= MOST_AT_A_TIME, `${doubtful} are in doubt`);
			await runs(filer, workflow);
			assert.deepEqual((await filed(filer, names)).times, times);
		}
	});
});
