import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledN8n } from './install.ts';
import { withThisNode } from './node24.ts';
import { freePort } from './ports.ts';
import { startService, untilReady, type Service } from './service.ts';

/** How an n8n is started. */
export interface N8nOptions {
	readonly installed: InstalledN8n;
	/** Its user folder; n8n keeps everything in `.n8n` below it. Made where missing. */
	readonly userFolder: string;
	/** Port of the editor and the API; a free one unless told. */
	readonly port?: number;
	/** n8n's own command; `start` unless told. */
	readonly command?: 'start' | 'worker' | 'webhook';
	/** Name in messages and of its log file; the command unless told. */
	readonly name?: string;
	/** Environment variables over those set here. */
	readonly environment?: NodeJS.ProcessEnv;
}

/** An n8n that answers. */
export interface RunningN8n extends Service {
	/** Address of the editor, without a slash at its end. */
	readonly url: string;
	readonly port: number;
	readonly userFolder: string;
}

const READY_WITHIN_MS = 180_000;

/** Settings of a person's own n8n and of npm's scripts, which must not reach the one started here. */
const NOT_INHERITED =
	/^(?:N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|CREDENTIALS_|npm_|NODE_OPTIONS$|NODE_ENV$)/i;

function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(([name]) => !NOT_INHERITED.test(name)),
	);
}

/** n8n on loopback alone, quiet, without its vendor's services, beside any other n8n. */
async function quietEnvironment(userFolder: string, port: number): Promise<NodeJS.ProcessEnv> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		NO_PROXY: '127.0.0.1,localhost',
		no_proxy: '127.0.0.1,localhost',
	};
}

/**
 * Starts the real n8n and waits until it answers.
 *
 * @throws Error with the end of its log when it does not become ready
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { installed, userFolder, command = 'start' } = options;
	const name = options.name ?? `n8n-${command}`;
	const port = options.port ?? (await freePort());
	await mkdir(userFolder, { recursive: true });
	const service = await startService({
		name,
		command: [process.execPath, installed.script, command],
		cwd: userFolder,
		env: {
			...withThisNode(inherited(process.env)),
			...(await quietEnvironment(userFolder, port)),
			...options.environment,
		},
		logFile: join(userFolder, `${name}.log`),
	});
	const url = `http://127.0.0.1:${port}`;
	try {
		await untilReady(
			service,
			async () => (await fetch(`${url}/healthz/readiness`)).ok,
			READY_WITHIN_MS,
		);
	} catch (error) {
		await service.stop(0);
		throw error;
	}
	return { ...service, url, port, userFolder };
}
