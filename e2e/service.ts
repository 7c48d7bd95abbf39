import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How a service is started. */
export interface ServiceOptions {
	/** What it is called in messages. */
	readonly name: string;
	/** Program and arguments. */
	readonly command: readonly [string, ...string[]];
	/** Folder that it runs in. */
	readonly cwd: string;
	/** Its whole environment. */
	readonly env: NodeJS.ProcessEnv;
	/** File that its stdout and stderr are appended to. */
	readonly logFile: string;
	/** Told each line of its stdout. */
	readonly onLine?: (line: string) => void;
}

/** A child process that runs until it is stopped. */
export interface Service {
	readonly name: string;
	readonly pid: number;
	readonly logFile: string;
	/** Settles when it has ended, with its exit code or the signal that ended it. */
	readonly ended: Promise<number | NodeJS.Signals>;
	/** Whether it still runs. */
	running(): boolean;
	/** Sends it a signal and returns at once. */
	kill(signal: NodeJS.Signals): void;
	/**
	 * Asks it to end (SIGTERM) and insists (SIGKILL) after a grace time; settles when it has ended.
	 *
	 * @param graceMs milliseconds, 10,000 unless told
	 */
	stop(graceMs?: number): Promise<void>;
}

const GRACE_MS = 10_000;
const LOOK_AGAIN_MS = 200;

/**
 * Starts a service as a child of this process.
 *
 * @throws the system's error when the program cannot be started
 */
export async function startService(options: ServiceOptions): Promise<Service> {
	const [program, ...args] = options.command;
	const child = spawn(program, args, {
		cwd: options.cwd,
		env: options.env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const log = createWriteStream(options.logFile, { flags: 'a' });
	let unfinishedLine = '';
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		log.write(chunk);
		const lines = (unfinishedLine + chunk).split('\n');
		unfinishedLine = lines.pop() ?? '';
		for (const line of lines) options.onLine?.(line);
	});
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		log.write(chunk);
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', reject);
	});
	const { pid } = child;
	if (pid === undefined) throw new Error(`${options.name} was started without a process id`);
	const ended = new Promise<number | NodeJS.Signals>((resolve) => {
		child.once('close', (code, signal) => {
			log.end();
			resolve(signal ?? code ?? 0);
		});
	});
	const running = (): boolean => child.exitCode === null && child.signalCode === null;
	return {
		name: options.name,
		pid,
		logFile: options.logFile,
		ended,
		running,
		kill: (signal) => {
			child.kill(signal);
		},
		stop: async (graceMs = GRACE_MS) => {
			if (running()) child.kill('SIGTERM');
			const insist = setTimeout(() => {
				if (running()) child.kill('SIGKILL');
			}, graceMs);
			await ended;
			clearTimeout(insist);
		},
	};
}

/** The last lines of a service's log, for a message about it. */
export async function lastLines(logFile: string, count: number): Promise<string> {
	const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
	return lines.slice(-count).join('\n');
}

/**
 * Waits until a service is ready.
 *
 * @param isReady asked again and again; one that throws counts as not ready
 * @param timeoutMs milliseconds after which it is given up
 * @throws Error with the end of its log when it ended or did not become ready in time
 */
export async function untilReady(
	service: Service,
	isReady: () => Promise<boolean>,
	timeoutMs: number,
): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		if (!service.running()) {
			const how = String(await service.ended);
			throw new Error(
				`${service.name} ended while it started (${how}). The end of its log, ${service.logFile}:\n${await lastLines(service.logFile, 20)}`,
			);
		}
		if (await isReady().catch(() => false)) return;
		if (performance.now() > deadline) {
			throw new Error(
				`${service.name} was not ready after ${Math.round(timeoutMs / 1_000)} s. The end of its log, ${service.logFile}:\n${await lastLines(service.logFile, 20)}`,
			);
		}
		await wait(LOOK_AGAIN_MS);
	}
}
