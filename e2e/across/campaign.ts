import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { check, type Check } from '../checks.ts';
import { Editor, type StoredCredential, type StoredWorkflow } from '../editor.ts';
import type { Owner } from '../editorSession.ts';
import type { Execution } from '../execution.ts';
import { installedN8n, type InstalledN8n } from '../install.ts';
import { startN8n, type RunningN8n } from '../n8n.ts';
import { buildPackage, installPackage, packPackage, type PackedPackage } from '../nodePackage.ts';
import { freePort } from '../ports.ts';
import { startCluster } from '../queue/cluster.ts';
import { createDatabase } from '../queue/database.ts';
import { openRedis } from '../queue/redis.ts';
import { startSandbox, type RunningSandbox } from '../sandbox.ts';
import { accountOf, namesOf, rowsIn, timesOf } from './account.ts';
import { rowsWorkflow, type Rows, type WorkflowOptions } from './workflows.ts';

/** How a campaign is run. */
export interface CampaignOptions {
	/** How often n8n is killed. */
	readonly kills: number;
	/** A packed package to run in place of this one, to compare. */
	readonly tarball: string | undefined;
	/** Told each step, one line each. */
	readonly report: (line: string) => void;
	/** Ends it early when aborted. */
	readonly stopping: AbortSignal;
}

/** What came of one case, in figures. */
export interface Case {
	readonly what: string;
	readonly rows: number;
	readonly doubled: number;
	readonly lost: number;
	readonly unknown: number;
}

/** What a campaign found. */
export interface CampaignResult {
	readonly checks: readonly Check[];
	readonly cases: readonly Case[];
}

const FORM = 'qU3uE7mO9d';
const TOKEN = 'token-of-the-campaign';
const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Campaign-across-1',
};

const LANES = 5;
const ROWS = 200;
/** How often the runs over the same rows are killed, before they may end. */
const KILLS_OF_SAME_ROWS = 4;
const PAIRS = 4;
const ROWS_OF_PAIR = 50;
/** In which the first of a pair gets somewhere, and is not yet through. */
const SOME_TIME_MS = 300;

const ENDS_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 50;
const RUNNING = new Set(['new', 'running', 'waiting']);

/** So that a run can be killed in its middle. */
const SLOW = { rules: ['slow:40'] };

/** What all parts use. */
interface Scene {
	readonly sandbox: RunningSandbox;
	readonly editor: Editor;
	readonly credential: StoredCredential;
	readonly url: string;
}

/** A workflow that waits for calls. */
interface Called {
	readonly workflow: StoredWorkflow;
	readonly webhook: string;
}

/** Runs the campaign, and its parts one after the other. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
	const { report, stopping } = options;
	const installed = await installedN8n(report, stopping);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-across-'));
	const undo: (() => Promise<void>)[] = [
		async () => {
			await rm(folder, { recursive: true, force: true });
		},
	];
	try {
		const packed = await packageOf(options, folder);
		const fields = [{ name: 'key', label: 'Key', type: 'text', required: true }];
		const seed = { token: TOKEN, forms: [{ permalink: FORM, name: 'Campaign', fields }] };
		const sandbox = await startSandbox({ folder, args: ['--seed', JSON.stringify(seed)] });
		undo.push(() => sandbox.stop());
		const regular = await inRegularMode(options, { installed, packed, folder, sandbox });
		stopping.throwIfAborted();
		const queue = await inQueueMode(options, { installed, packed, folder, sandbox });
		return {
			checks: [...regular.checks, ...queue.checks],
			cases: [...regular.cases, ...queue.cases],
		};
	} finally {
		for (const step of undo.reverse()) await step();
	}
}

async function packageOf(
	{ report, tarball }: CampaignOptions,
	folder: string,
): Promise<PackedPackage> {
	if (tarball !== undefined) return { name: 'n8n-nodes-submissions', version: '0.0.0', tarball };
	report('Building and packing the package …');
	await buildPackage();
	return await packPackage(folder);
}

interface Ground {
	readonly installed: InstalledN8n;
	readonly packed: PackedPackage;
	readonly folder: string;
	readonly sandbox: RunningSandbox;
}

async function inRegularMode(options: CampaignOptions, ground: Ground): Promise<CampaignResult> {
	const { report, stopping, kills } = options;
	const { installed, packed, sandbox } = ground;
	const userFolder = join(ground.folder, 'n8n');
	await installPackage(packed, userFolder);
	const port = await freePort();
	const start = async (): Promise<RunningN8n> => await startN8n({ installed, userFolder, port });
	report(`Starting n8n ${installed.version} …`);
	let n8n = await start();
	try {
		const editor = await Editor.setUp(n8n, installed, OWNER);
		const credential = await credentialFor(editor, sandbox);
		const scene: Scene = { sandbox, editor, credential, url: n8n.url };
		const checks: Check[] = [];
		const cases: Case[] = [];

		for (const loadWorkflow of [true, false]) {
			const variant = loadWorkflow ? 'currently saved workflow' : 'original workflow';
			report(`The Retry button, with ${variant} …`);
			const { found, ...figures } = await retried(scene, loadWorkflow);
			cases.push({ what: `Retry with ${variant}`, ...figures });
			checks.push(...found);
			stopping.throwIfAborted();
		}

		report('Two executions at once …');
		const workflow = await published(scene, 'at-once', { withKeys: true });
		const atOnce = { rows: 'at-once', count: ROWS_OF_PAIR };
		const { pair, account } = await twice(scene, workflow, atOnce, 0);
		cases.push({ what: 'Two executions at once, one process', ...account });
		checks.push(
			check('Two at once', 'none doubled, none lost, none unknown', {
				expected: [0, 0, 0],
				found: [account.doubled, account.lost, account.unknown],
			}),
			check('Two at once', 'both end well', {
				expected: ['success', 'success'],
				found: pair.map(({ status }) => status),
			}),
		);
		stopping.throwIfAborted();

		await sandbox.set('faults', SLOW);
		const killed = await published(scene, 'killed', { withKeys: true });
		const total = { rows: 0, doubled: 0, lost: 0, unknown: 0 };
		let done = 0;
		for (let round = 0; done < kills; round++) {
			const rows = { rows: `killed-${round}`, count: ROWS };
			const killsNow = Math.min(KILLS_OF_SAME_ROWS, kills - done);
			for (let kill = 0; kill < killsNow; kill++) {
				await sandbox.forgetReceived();
				await call(killed, rows);
				await untilReceived(sandbox, randomInt(1, Math.floor(ROWS / KILLS_OF_SAME_ROWS)));
				await wait(randomInt(0, 40));
				n8n.kill('SIGKILL');
				await n8n.ended;
				stopping.throwIfAborted();
				n8n = await start();
				done++;
				report(
					`  killed ${done} of ${kills} times; ${await storedOf(sandbox, rows)} of ${ROWS} rows are stored`,
				);
			}
			const [last] = await ran(scene, killed, () => call(killed, rows), 1);
			const names = namesOf(rows.rows, rows.count);
			const found = accountOf(names, needed(last), rowsIn(await sandbox.submissions()));
			checks.push(
				check(`Rows ${rows.rows}`, 'none lost', { expected: [], found: found.lost }),
				check(`Rows ${rows.rows}`, 'none doubled', { expected: [], found: found.doubled }),
				check(`Rows ${rows.rows}`, 'all are through', { expected: [], found: found.notThrough }),
				check(`Rows ${rows.rows}`, `unknown at most ${LANES} for each of ${killsNow} kills`, {
					expected: true,
					found: found.unknown.length <= LANES * killsNow,
				}),
			);
			total.rows += ROWS;
			total.doubled += found.doubled.length;
			total.lost += found.lost.length;
			total.unknown += found.unknown.length;
		}
		cases.push({ what: `SIGKILL ${kills} times, the same rows again`, ...total });
		return { checks, cases };
	} finally {
		await n8n.stop();
	}
}

/** Stops at a refused row, presses Retry once it is accepted. */
async function retried(
	scene: Scene,
	loadWorkflow: boolean,
): Promise<Omit<Case, 'what'> & { readonly found: readonly Check[] }> {
	const { sandbox, editor } = scene;
	const rows = { rows: loadWorkflow ? 'retry-saved' : 'retry-original', count: 20 };
	const refused = { match: { field: { key: '-16$' } }, then: { kind: 'refuse', status: 422 } };
	await sandbox.set('faults', { rules: [refused] });
	const called = await published(scene, rows.rows, { onError: 'stopWorkflow' });
	const [stopped] = await ran(scene, called, () => call(called, rows), 1);
	const { id, error } = needed(stopped);
	const before = await storedOf(sandbox, rows);
	await sandbox.set('faults', undefined);
	const answer = await editor.session.request('POST', `/executions/${id}/retry`, { loadWorkflow });
	const retry = await editor.finished(z.object({ id: z.string() }).parse(answer).id);
	const names = namesOf(rows.rows, rows.count);
	const account = accountOf(names, retry, rowsIn(await sandbox.submissions()));
	const variant = loadWorkflow ? 'Retry, saved workflow' : 'Retry, original workflow';
	return {
		rows: rows.count,
		doubled: account.doubled.length,
		lost: account.lost.length,
		unknown: account.unknown.length,
		found: [
			check(variant, 'the message beside it says what is done', {
				expected: true,
				found: error?.message.includes(
					`; ${before} of 20 items are done, and Retry under Executions does not send them again, a new run does`,
				),
			}),
			check(variant, 'ends well', { expected: 'success', found: retry.status }),
			check(variant, 'none doubled', { expected: [], found: account.doubled }),
			check(variant, 'all are through', { expected: [], found: account.notThrough }),
			check(variant, 'none lost', { expected: [], found: account.lost }),
		],
	};
}

async function inQueueMode(options: CampaignOptions, ground: Ground): Promise<CampaignResult> {
	const { report } = options;
	const { installed, packed, folder, sandbox } = ground;
	const prefix = `across_${randomBytes(6).toString('hex')}`;
	const undo: (() => Promise<void>)[] = [];
	try {
		const redis = await openRedis(folder, prefix);
		undo.push(() => redis.close());
		const database = await createDatabase(prefix);
		undo.push(() => database.drop());
		report(`Starting n8n ${installed.version} in queue mode: a main and two workers …`);
		const cluster = await startCluster({ installed, packed, folder, database, redis, prefix });
		undo.push(() => cluster.close());
		await Promise.all([cluster.startWorker('worker-1'), cluster.startWorker('worker-2')]);
		const editor = await Editor.setUp(cluster.main, installed, OWNER);
		const credential = await credentialFor(editor, sandbox);
		const scene: Scene = { sandbox, editor, credential, url: cluster.main.url };
		await sandbox.set('faults', SLOW);

		const workflow = await published(scene, 'two-workers', { withKeys: true });
		const checks: Check[] = [];
		const cases: Case[] = [];
		for (const apartMs of [0, SOME_TIME_MS]) {
			const when = apartMs === 0 ? 'at once' : `${apartMs} ms apart`;
			report(`Two executions on two workers, ${when} …`);
			const total = { rows: 0, doubled: 0, lost: 0, unknown: 0 };
			let onBoth = 0;
			for (let round = 0; round < PAIRS; round++) {
				const rows = { rows: `workers-${apartMs}-${round}`, count: ROWS_OF_PAIR };
				const { pair, account } = await twice(scene, workflow, rows, apartMs);
				const takenBy = await cluster.takenBy();
				onBoth += new Set(pair.map(({ id }) => takenBy.get(id))).size === 2 ? 1 : 0;
				total.rows += account.rows;
				total.doubled += account.doubled;
				total.lost += account.lost;
				total.unknown += account.unknown;
			}
			cases.push({ what: `Two workers, ${when} (${onBoth} of ${PAIRS} pairs on both)`, ...total });
			checks.push(check(`Two workers, ${when}`, 'none lost', { expected: 0, found: total.lost }));
		}
		return { cases, checks };
	} finally {
		for (const step of undo.reverse()) await step();
	}
}

/** Two executions over the same rows, and then a third, which has the last word. */
async function twice(
	scene: Scene,
	called: Called,
	rows: Rows,
	apartMs: number,
): Promise<{ pair: readonly Execution[]; account: Omit<Case, 'what'> }> {
	const both = async () => {
		const first = call(called, rows);
		await wait(apartMs);
		await Promise.all([first, call(called, rows)]);
	};
	const pair = await ran(scene, called, both, 2);
	const names = namesOf(rows.rows, rows.count);
	const [last] = await ran(scene, called, () => call(called, rows), 1);
	const account = accountOf(names, needed(last), rowsIn(await scene.sandbox.submissions()));
	return {
		pair,
		account: {
			rows: rows.count,
			doubled: account.doubled.length,
			lost: account.lost.length + account.notThrough.length,
			unknown: account.unknown.length,
		},
	};
}

async function credentialFor(editor: Editor, sandbox: RunningSandbox): Promise<StoredCredential> {
	return await editor.createCredential('Service', 'submissionsApi', {
		baseUrl: sandbox.made.address,
		authentication: 'accessToken',
		accessToken: TOKEN,
		sendIn: 'header',
	});
}

async function published(
	{ editor, credential, url }: Scene,
	path: string,
	options: Partial<WorkflowOptions>,
): Promise<Called> {
	const workflow = await editor.createWorkflow(
		rowsWorkflow({
			path,
			credential,
			form: FORM,
			onError: 'continueRegularOutput',
			withKeys: false,
			requestsAtOnce: LANES,
			...options,
		}),
	);
	await editor.publish(workflow);
	return { workflow, webhook: `${url}/webhook/${path}` };
}

async function call({ webhook }: Called, rows: Rows): Promise<void> {
	// n8n opens its webhooks a little after it says that it is ready, or that a workflow is published.
	await until(`the webhook ${webhook}`, async () => {
		const response = await fetch(webhook, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(rows),
		});
		return response.ok;
	});
}

/** Waits for the end of the executions that something starts, and reads them. */
async function ran(
	{ editor }: Scene,
	{ workflow }: Called,
	begin: () => Promise<void>,
	count: number,
): Promise<Execution[]> {
	const before = new Set((await editor.executionsOf(workflow)).map(({ id }) => id));
	await begin();
	let ended: string[] = [];
	await until(`the end of ${count} executions`, async () => {
		const news = (await editor.executionsOf(workflow)).filter(({ id }) => !before.has(id));
		ended = news.filter(({ status }) => !RUNNING.has(status)).map(({ id }) => id);
		return ended.length >= count;
	});
	return await Promise.all(ended.map(async (id) => await editor.finished(id)));
}

async function untilReceived(sandbox: RunningSandbox, requests: number): Promise<void> {
	let last = -1;
	let still = 0;
	await until(`${requests} requests`, async () => {
		const { length } = (await sandbox.received()).entries;
		// Of rows that are nearly through, not so many are sent any more.
		still = length === last && length > 0 ? still + 1 : 0;
		last = length;
		return length >= requests || still > 20;
	});
}

async function storedOf(sandbox: RunningSandbox, { rows, count }: Rows): Promise<number> {
	const times = timesOf(rowsIn(await sandbox.submissions()));
	return namesOf(rows, count).filter((name) => times.has(name)).length;
}

function needed<T>(value: T | undefined): T {
	if (value === undefined) throw new Error('There is none');
	return value;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	const deadline = performance.now() + ENDS_WITHIN_MS;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await wait(LOOK_AGAIN_MS);
	}
}
