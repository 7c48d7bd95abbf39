import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { check, type Check } from '../checks.ts';
import { Editor, type StoredWorkflow } from '../editor.ts';
import type { Owner } from '../editorSession.ts';
import { installedN8n } from '../install.ts';
import type { RunningN8n } from '../n8n.ts';
import { buildPackage, packPackage } from '../nodePackage.ts';
import { startSandbox, type RunningSandbox } from '../sandbox.ts';
import {
	counted,
	settle,
	type Account,
	type Interruptions,
	type ReportedExecution,
} from './account.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { createDatabase } from './database.ts';
import { listExecutions, readReport } from './records.ts';
import { openRedis, type Redis } from './redis.ts';
import { KEY, scheduledWorkflow, webhookWorkflow } from './workflows.ts';

/** What a campaign found. */
export interface CampaignResult {
	readonly checks: readonly Check[];
	/** Checks that this machine has not the means for. */
	readonly skipped: readonly string[];
	readonly account: Account;
	readonly interruptions: Interruptions;
}

const FORM = 'qU3uE7mO9d';
const TOKEN = 'token-of-the-campaign';
const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Campaign-of-the-queue-1',
};

const SCHEDULED_ITEMS = 5;
const ENDS_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 200;
const RUNNING = new Set(['new', 'running', 'waiting']);

/** So that a process can be ended in the middle of what it does. */
const SLOW = { rules: ['slow:100'] };

/** What may go wrong with a service under load, at rates at which a run still gets somewhere. */
const BAD_WEATHER = {
	seed: 7,
	rules: [
		'resetAfterStoring@rate=0.02',
		'resetBeforeReading@rate=0.02',
		'tooMany:0@rate=0.02',
		'refuse:422@rate=0.02',
		'slow:20',
	],
};

/** Everything that runs during a campaign. */
interface Scene {
	readonly sandbox: RunningSandbox;
	readonly redis: Redis;
	readonly cluster: Cluster;
	readonly editor: Editor;
	readonly byWebhook: StoredWorkflow;
	readonly onSchedule: StoredWorkflow;
	readonly webhook: string;
	readonly report: (line: string) => void;
}

/** A started execution: how many items it is to create. */
type Asked = Map<string, number>;

/**
 * Runs the campaign: an n8n in queue mode does work that is started on a schedule and by a webhook
 * while its processes are killed and its Redis goes away, and its word is held against the store.
 *
 * @param report told each step, one line each
 * @param stopping ends it early when aborted
 */
export async function runCampaign(
	report: (line: string) => void,
	stopping: AbortSignal,
): Promise<CampaignResult> {
	const installed = await installedN8n(report, stopping);
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-queue-'));
	const prefix = `submissions_${randomBytes(6).toString('hex')}`;
	const undo: (() => Promise<void>)[] = [
		async () => {
			await rm(folder, { recursive: true, force: true });
		},
	];
	try {
		report('Building and packing the package …');
		await buildPackage();
		const packed = await packPackage(folder);
		const redis = await openRedis(folder, prefix);
		undo.push(() => redis.close());
		const database = await createDatabase(prefix);
		undo.push(() => database.drop());
		const sandbox = await startSandbox({ folder, args: ['--seed', JSON.stringify(seed())] });
		undo.push(() => sandbox.stop());
		stopping.throwIfAborted();

		report(`Starting n8n ${installed.version} in queue mode: a main and two workers …`);
		const cluster = await startCluster({ installed, packed, folder, database, redis, prefix });
		undo.push(() => cluster.close());
		const [one, two] = await Promise.all([
			cluster.startWorker('worker-1'),
			cluster.startWorker('worker-2'),
		]);
		stopping.throwIfAborted();
		const editor = await Editor.setUp(cluster.main, installed, OWNER);
		const scene = await publish({ sandbox, redis, cluster, editor, report });
		return await perform(scene, [one, two], stopping);
	} finally {
		for (const step of undo.reverse()) await step();
	}
}

function seed(): object {
	const fields = [{ name: KEY, label: 'Key', type: 'text', required: true }];
	return { token: TOKEN, forms: [{ permalink: FORM, name: 'Campaign', fields }] };
}

async function publish(
	started: Pick<Scene, 'sandbox' | 'redis' | 'cluster' | 'editor' | 'report'>,
): Promise<Scene> {
	const { editor, sandbox, cluster } = started;
	const credential = await editor.createCredential('Service', 'submissionsApi', {
		baseUrl: sandbox.made.address,
		authentication: 'accessToken',
		accessToken: TOKEN,
		sendIn: 'header',
	});
	const options = { credential, form: FORM };
	const path = 'campaign';
	const byWebhook = await editor.createWorkflow(webhookWorkflow(path, options));
	const onSchedule = await editor.createWorkflow(scheduledWorkflow(SCHEDULED_ITEMS, options));
	await editor.publish(byWebhook);
	return { ...started, byWebhook, onSchedule, webhook: `${cluster.main.url}/webhook/${path}` };
}

async function perform(
	scene: Scene,
	workers: readonly [RunningN8n, RunningN8n],
	stopping: AbortSignal,
): Promise<CampaignResult> {
	const { cluster, report, sandbox } = scene;
	const [one, two] = workers;
	const asked: Asked = new Map();
	const checks: Check[] = [];
	const skipped: string[] = [];

	report('On a schedule …');
	checks.push(...(await onSchedule(scene, asked)));
	stopping.throwIfAborted();

	report('Fifty executions at once, with a service that has bad moments …');
	await sandbox.set('faults', BAD_WEATHER);
	checks.push(...(await fiftyAtOnce(scene, asked)));
	stopping.throwIfAborted();

	await sandbox.set('faults', SLOW);
	if (scene.redis.restart === undefined) {
		skipped.push('Redis restarted in the middle');
	} else {
		report('Redis is restarted in the middle …');
		checks.push(...(await redisRestarted(scene, scene.redis.restart, asked)));
	}
	stopping.throwIfAborted();

	report('A worker is killed in the middle …');
	checks.push(...(await workerKilled(scene, one, asked)));
	stopping.throwIfAborted();

	report('A new worker comes, and the other is asked to stop in the middle …');
	await cluster.startWorker('worker-3');
	checks.push(...(await workerStopped(scene, two, asked)));

	report("Comparing the executions' word with the store …");
	const executions = await reports(scene, asked);
	const takenBy = await cluster.takenBy();
	const stored = (await sandbox.submissions()).map(({ permalink, data }) => ({
		permalink,
		key: String(data[KEY]),
	}));
	const account = settle(executions, stored);
	checks.push(
		check('Every execution', 'ran on a worker', {
			expected: [],
			found: executions.filter(({ id }) => !takenBy.has(id)).map(({ id }) => id),
		}),
		check('Each worker', 'had a share', {
			expected: ['worker-1', 'worker-2', 'worker-3'],
			found: [...new Set(takenBy.values())].sort(),
		}),
		check('Lost', 'none', { expected: [], found: account.lost }),
		check('Doubled', 'none', { expected: [], found: account.doubled }),
		check('Stored, and reported refused', 'none', { expected: [], found: account.denied }),
		check('Stored, and asked by nobody', 'none', { expected: [], found: account.unasked }),
		check('Neither done nor reported as failed', 'no execution', {
			expected: [],
			found: account.unexplained,
		}),
	);
	const redisRestarts = scene.redis.restart === undefined ? 0 : 1;
	return { checks, skipped, account, interruptions: { killed: 1, stopped: 1, redisRestarts } };
}

async function onSchedule(scene: Scene, asked: Asked): Promise<Check[]> {
	const { editor, onSchedule: workflow } = scene;
	await editor.publish(workflow);
	await until('two scheduled executions', async () => {
		const executions = await listExecutions(editor, workflow.id);
		return executions.filter(({ status }) => status === 'success').length >= 2;
	});
	await editor.unpublish(workflow);
	const ended = await untilAllEnded(scene, workflow, asked, SCHEDULED_ITEMS);
	return [
		check('Published schedule', 'fires by itself, and every execution ends well', {
			expected: ['success'],
			found: [...new Set(ended.map(({ status }) => status))],
		}),
	];
}

async function fiftyAtOnce(scene: Scene, asked: Asked): Promise<Check[]> {
	const started = await startByWebhook(scene, 50, 10);
	const ended = await untilAllEnded(scene, scene.byWebhook, asked, 10);
	return [
		check('50 webhook calls at once', 'all are taken', { expected: 50, found: started }),
		check('Their executions', '50 end well', {
			expected: { success: 50 },
			found: counted(ended.map(({ status }) => status)),
		}),
	];
}

async function redisRestarted(
	scene: Scene,
	restart: (awayMs: number) => Promise<void>,
	asked: Asked,
): Promise<Check[]> {
	await startByWebhook(scene, 20, 40);
	await untilReceived(scene.sandbox, 100);
	await restart(1_000);
	const ended = await untilAllEnded(scene, scene.byWebhook, asked, 40);
	return [
		check('Redis away for a second', 'all 20 executions end well', {
			expected: { success: 20 },
			found: counted(ended.map(({ status }) => status)),
		}),
	];
}

async function workerKilled(scene: Scene, worker: RunningN8n, asked: Asked): Promise<Check[]> {
	await startByWebhook(scene, 24, 40);
	await untilReceived(scene.sandbox, 200);
	worker.kill('SIGKILL');
	await worker.ended;
	const ended = await untilAllEnded(scene, scene.byWebhook, asked, 40);
	const takenBy = await scene.cluster.takenBy();
	const failed = ended.filter(({ status }) => status !== 'success').map(({ id }) => id);
	return [
		check('Killed worker', 'some of its executions are reported as failed', {
			expected: true,
			found: failed.length > 0,
		}),
		check('Failed executions', 'only those of the killed worker', {
			expected: [],
			found: failed.filter((id) => takenBy.get(id) !== worker.name),
		}),
	];
}

async function workerStopped(scene: Scene, worker: RunningN8n, asked: Asked): Promise<Check[]> {
	await startByWebhook(scene, 24, 40);
	await untilReceived(scene.sandbox, 200);
	worker.kill('SIGTERM');
	const how = await worker.ended;
	const ended = await untilAllEnded(scene, scene.byWebhook, asked, 40);
	return [
		check('Worker asked to stop', 'ends by itself', { expected: 0, found: how }),
		check('All 24 executions', 'end well', {
			expected: { success: 24 },
			found: counted(ended.map(({ status }) => status)),
		}),
	];
}

/** @returns how many calls n8n answered well */
async function startByWebhook(scene: Scene, calls: number, items: number): Promise<number> {
	await scene.sandbox.forgetReceived();
	const answers = await Promise.all(
		Array.from({ length: calls }, async () =>
			fetch(scene.webhook, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ items }),
			}),
		),
	);
	return answers.filter(({ ok }) => ok).length;
}

async function untilReceived(sandbox: RunningSandbox, requests: number): Promise<void> {
	await until(`${requests} requests`, async () => {
		return (await sandbox.received()).entries.length >= requests;
	});
}

/**
 * Waits until no execution of a workflow is at work any more, and notes those that were not known.
 *
 * @returns those that were not known before
 */
async function untilAllEnded(
	{ editor }: Scene,
	workflow: StoredWorkflow,
	asked: Asked,
	items: number,
): Promise<{ id: string; status: string }[]> {
	let executions: { id: string; status: string }[] = [];
	await until('the end of the executions', async () => {
		executions = await listExecutions(editor, workflow.id);
		return executions.every(({ status }) => !RUNNING.has(status));
	});
	const fresh = executions.filter(({ id }) => !asked.has(id));
	for (const { id } of fresh) asked.set(id, items);
	return fresh;
}

async function reports(
	{ editor, byWebhook, onSchedule: scheduled }: Scene,
	asked: Asked,
): Promise<ReportedExecution[]> {
	const all: ReportedExecution[] = [];
	for (const { id: workflowId } of [scheduled, byWebhook]) {
		for (const execution of await listExecutions(editor, workflowId)) {
			all.push(await readReport(editor, execution, asked.get(execution.id) ?? 0));
		}
	}
	return all;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
	const deadline = performance.now() + ENDS_WITHIN_MS;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await wait(LOOK_AGAIN_MS);
	}
}
