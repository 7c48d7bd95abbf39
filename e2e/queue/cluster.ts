import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledN8n } from '../install.ts';
import { startN8n, type RunningN8n } from '../n8n.ts';
import { installPackage, type PackedPackage } from '../nodePackage.ts';
import { freePort } from '../ports.ts';
import type { Database } from './database.ts';
import type { Redis } from './redis.ts';

/** What an n8n in queue mode is made of. */
export interface ClusterOptions {
	readonly installed: InstalledN8n;
	readonly packed: PackedPackage;
	/** Folder of the user folders, one for each process. */
	readonly folder: string;
	readonly database: Database;
	readonly redis: Redis;
	/** What all keys in Redis start with. */
	readonly prefix: string;
}

/** An n8n in queue mode: one main and as many workers as are started. */
export interface Cluster {
	readonly main: RunningN8n;
	/** Starts a worker that has the package installed; its name is that of its folder and log. */
	startWorker(name: string): Promise<RunningN8n>;
	/** Which worker took which execution, by the workers' own logs. */
	takenBy(): Promise<ReadonlyMap<string, string>>;
	/** Ends all that still runs. */
	close(): Promise<void>;
}

/**
 * A worker that is gone is noticed after this time instead of up to a minute, so that the campaign
 * need not wait for it; n8n's own values are 60, 10 and 30 seconds.
 */
const NOTICED_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** How long a worker that is asked to stop may take for the executions that it has, in seconds. */
const GRACE_S = 60;

/** Starts the main process of an n8n in queue mode. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { installed, packed, folder, database, redis, prefix } = options;
	const shared: NodeJS.ProcessEnv = {
		...database.environment,
		...NOTICED_SOON,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_PREFIX: `bull-${prefix}`,
		N8N_REDIS_KEY_PREFIX: `n8n-${prefix}`,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(GRACE_S),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	};
	const start = async (
		name: string,
		command: 'start' | 'worker',
		environment: NodeJS.ProcessEnv,
	): Promise<RunningN8n> => {
		const userFolder = join(folder, name);
		await installPackage(packed, userFolder);
		const port = await freePort();
		return await startN8n({
			installed,
			userFolder,
			port,
			command,
			name,
			environment: {
				...shared,
				...environment,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			},
		});
	};
	const main = await start('main', 'start', {});
	const workers: RunningN8n[] = [];
	return {
		main,
		startWorker: async (name) => {
			const worker = await start(name, 'worker', {});
			workers.push(worker);
			return worker;
		},
		takenBy: async () => {
			const logs = await Promise.all(
				workers.map(async ({ name, logFile }) => ({ name, log: await readFile(logFile, 'utf8') })),
			);
			return new Map(
				logs.flatMap(({ name, log }) =>
					[...log.matchAll(/Worker started execution (\d+)/g)].map(
						([, id]) => [id ?? '', name] as const,
					),
				),
			);
		},
		close: async () => {
			await Promise.all([main, ...workers].map((process) => process.stop()));
		},
	};
}
