import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { check, type Check } from '../checks.ts';
import {
	Editor,
	type ListedExecution,
	type StoredCredential,
	type StoredWorkflow,
} from '../editor.ts';
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
import { readReport } from './records.ts';
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
	readonly credential: StoredCredential;
	readonly report: (line: string) => void;
}

/** A workflow of its own for each part, so that n8n's list of its executions stays on one page. */
interface Part {
	readonly workflow: StoredWorkflow;
	/** How many items each of its executions creates. */
	readonly items: number;
}

/** A part that calls of a webhook start. */
interface CalledPart extends Part {
	/** Address of the webhook. */
	readonly webhook: string;
	/** How many calls there are, each of which starts an execution. */
	readonly calls: number;
}

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
		const credential = await editor.createCredential('Service', 'submissionsApi', {
			baseUrl: sandbox.made.address,
			authentication: 'accessToken',
			accessToken: TOKEN,
			sendIn: 'header',
		});
		const scene = { sandbox, redis, cluster, editor, credential, report };
		return await perform(scene, [one, two], stopping);
	} finally {
		for (const step of undo.reverse()) await step();
	}
}

function seed(): object {
	const fields = [{ name: KEY, label: 'Key', type: 'text', required: true }];
	return { token: TOKEN, forms: [{ permalink: FORM, name: 'Campaign', fields }] };
}

async function perform(
	scene: Scene,
	workers: readonly [RunningN8n, RunningN8n],
	stopping: AbortSignal,
): Promise<CampaignResult> {
	const { cluster, report, sandbox } = scene;
	const [one, two] = workers;
	const checks: Check[] = [];
	const skipped: string[] = [];
	const scheduled = await onSchedule(scene);
	const fifty = await onCall(scene, 'fifty', { calls: 50, items: 10 });
	const redisAway = await onCall(scene, 'redis-away', { calls: 20, items: 40 });
	const killing = await onCall(scene, 'killed', { calls: 24, items: 40 });
	const asking = await onCall(scene, 'stopped', { calls: 24, items: 40 });

	report('On a schedule …');
	checks.push(...(await firesByItself(scene, scheduled)));
	stopping.throwIfAborted();

	report('Fifty executions at once, with a service that has bad moments …');
	await sandbox.set('faults', BAD_WEATHER);
	checks.push(...(await fiftyAtOnce(scene, fifty)));
	stopping.throwIfAborted();

	await sandbox.set('faults', SLOW);
	if (scene.redis.restart === undefined) {
		skipped.push('Redis restarted in the middle');
	} else {
		report('Redis is restarted in the middle …');
		checks.push(...(await redisRestarted(scene, redisAway, scene.redis.restart)));
	}
	stopping.throwIfAborted();

	report('A worker is killed in the middle …');
	checks.push(...(await workerKilled(scene, killing, one)));
	stopping.throwIfAborted();

	report('A new worker comes, and the other is asked to stop in the middle …');
	await cluster.startWorker('worker-3');
	checks.push(...(await workerStopped(scene, asking, two)));

	report("Comparing the executions' word with the store …");
	const executions = await reports(scene, [scheduled, fifty, redisAway, killing, asking]);
	const takenBy = await cluster.takenBy();
	const stored = (await sandbox.submissions()).map(({ permalink, data }) => ({
		permalink,
		key: String(data[KEY]),
	}));
	const account = settle(executions, stored);
	checks.push(
		check('Every execution with a record of its items', 'ran on a worker', {
			expected: [],
			found: executions
				.filter(({ id, items }) => items !== undefined && !takenBy.has(id))
				.map(({ id }) => id),
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

async function onSchedule({ editor, credential }: Scene): Promise<Part> {
	const items = 5;
	const workflow = scheduledWorkflow({ credential, form: FORM, items });
	return { workflow: await editor.createWorkflow(workflow), items };
}

async function onCall(
	{ editor, cluster, credential }: Scene,
	path: string,
	{ calls, items }: Pick<CalledPart, 'calls' | 'items'>,
): Promise<CalledPart> {
	const workflow = await editor.createWorkflow(
		webhookWorkflow(path, { credential, form: FORM, items }),
	);
	await editor.publish(workflow);
	return { workflow, items, calls, webhook: `${cluster.main.url}/webhook/${path}` };
}

async function firesByItself({ editor }: Scene, { workflow }: Part): Promise<Check[]> {
	await editor.publish(workflow);
	const ended = await untilEnded(editor, workflow, 2);
	await editor.unpublish(workflow);
	return [
		check('Published schedule', 'fires by itself, and every execution ends well', {
			expected: ['success'],
			found: [...new Set(ended.map(({ status }) => status))],
		}),
	];
}

async function fiftyAtOnce(scene: Scene, part: CalledPart): Promise<Check[]> {
	const taken = await call(scene, part);
	const ended = await untilEnded(scene.editor, part.workflow, part.calls);
	return [
		check('50 webhook calls at once', 'all are taken', { expected: 50, found: taken }),
		check('Their executions', '50 end well', {
			expected: { success: 50 },
			found: counted(ended.map(({ status }) => status)),
		}),
	];
}

async function redisRestarted(
	scene: Scene,
	part: CalledPart,
	restart: (awayMs: number) => Promise<void>,
): Promise<Check[]> {
	await call(scene, part);
	await untilReceived(scene.sandbox, 100);
	await restart(1_000);
	const ended = await untilEnded(scene.editor, part.workflow, part.calls);
	return [
		check('Redis away for a second', 'all 20 executions end', {
			expected: 20,
			found: ended.length,
		}),
	];
}

async function workerKilled(scene: Scene, part: CalledPart, worker: RunningN8n): Promise<Check[]> {
	await call(scene, part);
	await untilReceived(scene.sandbox, 200);
	worker.kill('SIGKILL');
	await worker.ended;
	const ended = await untilEnded(scene.editor, part.workflow, part.calls);
	const takenBy = await scene.cluster.takenBy();
	const failed = ended.filter(({ status }) => status !== 'success').map(({ id }) => id);
	return [
		check('Killed worker', 'some of its executions are reported as failed', {
			expected: true,
			found: failed.length > 0,
		}),
		check('Failed executions', 'only those of the killed worker', {
			expected: [],
			// It can be killed after it took one and before it says so in its log.
			found: failed.filter((id) => (takenBy.get(id) ?? worker.name) !== worker.name),
		}),
	];
}

async function workerStopped(scene: Scene, part: CalledPart, worker: RunningN8n): Promise<Check[]> {
	await call(scene, part);
	await untilReceived(scene.sandbox, 200);
	worker.kill('SIGTERM');
	const how = await worker.ended;
	const ended = await untilEnded(scene.editor, part.workflow, part.calls);
	return [
		check('Worker asked to stop', 'ends by itself', { expected: 0, found: how }),
		check('All 24 executions', 'end well', {
			expected: { success: 24 },
			found: counted(ended.map(({ status }) => status)),
		}),
	];
}

/** @returns how many calls n8n answered well */
async function call({ sandbox }: Scene, { webhook, calls }: CalledPart): Promise<number> {
	await sandbox.forgetReceived();
	const answers = await Promise.all(
		Array.from({ length: calls }, async () => fetch(webhook, { method: 'POST' })),
	);
	return answers.filter(({ ok }) => ok).length;
}

async function untilReceived(sandbox: RunningSandbox, requests: number): Promise<void> {
	await until(`${requests} requests`, async () => {
		return (await sandbox.received()).entries.length >= requests;
	});
}

/**
 * Waits until n8n lists as many executions of a workflow as were started, and none is at work.
 *
 * @returns those that it lists then
 */
async function untilEnded(
	editor: Editor,
	workflow: StoredWorkflow,
	atLeast: number,
): Promise<ListedExecution[]> {
	let executions: ListedExecution[] = [];
	await until(`the end of ${atLeast} executions`, async () => {
		executions = await editor.executionsOf(workflow);
		const ended = executions.filter(({ status }) => !RUNNING.has(status));
		return ended.length >= atLeast && ended.length === executions.length;
	});
	return executions;
}

async function reports({ editor }: Scene, parts: readonly Part[]): Promise<ReportedExecution[]> {
	const all: ReportedExecution[] = [];
	for (const { workflow, items } of parts) {
		for (const execution of await editor.executionsOf(workflow)) {
			all.push(await readReport(editor, execution, items));
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
