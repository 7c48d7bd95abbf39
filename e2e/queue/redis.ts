import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../command.ts';
import { MissingPiece } from '../missingPiece.ts';
import { freePort } from '../ports.ts';
import { startService, untilReady, type Service } from '../service.ts';

/** A Redis for one campaign. */
export interface Redis {
	readonly host: string;
	readonly port: number;
	/**
	 * Ends it and starts it again on the same port with what it had written down; undefined where it
	 * is not the campaign's own to restart.
	 *
	 * @param awayMs milliseconds in which it is not there
	 */
	readonly restart: ((awayMs: number) => Promise<void>) | undefined;
	/** Removes the keys of the campaign, or ends its own Redis. */
	close(): Promise<void>;
}

const READY_WITHIN_MS = 20_000;

/**
 * Opens a Redis: one of the campaign's own where this machine has the program `redis-server`, else
 * the one that `QUEUE_REDIS_HOST` and `QUEUE_REDIS_PORT` name (127.0.0.1:6379).
 *
 * @param folder where its own Redis keeps its data and its log
 * @param prefix what all keys of the campaign start with
 * @throws MissingPiece where there is neither
 */
export async function openRedis(folder: string, prefix: string): Promise<Redis> {
	const host = process.env['QUEUE_REDIS_HOST'];
	if (host !== undefined || !(await runs('redis-server', ['--version']))) {
		return await sharedRedis(host ?? '127.0.0.1', prefix);
	}
	return await ownRedis(folder);
}

async function ownRedis(folder: string): Promise<Redis> {
	const port = await freePort();
	const data = join(folder, 'redis');
	await mkdir(data, { recursive: true });
	const start = async (): Promise<Service> => {
		const service = await startService({
			name: 'Redis',
			// Every write is on disk before it is answered: as a queue that must lose nothing is run.
			command: [
				'redis-server',
				...['--bind', '127.0.0.1', '--port', String(port), '--dir', data],
				...['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
			],
			cwd: data,
			env: process.env,
			logFile: join(folder, 'redis.log'),
		});
		await untilReady(service, async () => await answersPing('127.0.0.1', port), READY_WITHIN_MS);
		return service;
	};
	let service = await start();
	return {
		host: '127.0.0.1',
		port,
		restart: async (awayMs) => {
			await service.stop();
			await wait(awayMs);
			service = await start();
		},
		close: async () => {
			await service.stop();
		},
	};
}

async function sharedRedis(host: string, prefix: string): Promise<Redis> {
	const port = Number(process.env['QUEUE_REDIS_PORT'] ?? '6379');
	if (!(await answersPing(host, port))) {
		throw new MissingPiece(
			`No Redis answers on ${host}:${port}, and there is no redis-server to start one: install Debian's redis-server, or name another with QUEUE_REDIS_HOST and QUEUE_REDIS_PORT.`,
		);
	}
	const cli = async (...args: string[]): Promise<string> => {
		const { code, output } = await redisCli(host, port, args);
		if (code !== 0) throw new Error(`redis-cli ${args.join(' ')} failed: ${output}`);
		return output;
	};
	return {
		host,
		port,
		restart: undefined,
		close: async () => {
			const keys = (await cli('--scan', '--pattern', `*${prefix}*`)).split('\n').filter(Boolean);
			for (const key of keys) await cli('DEL', key);
		},
	};
}

async function answersPing(host: string, port: number): Promise<boolean> {
	const { code, output } = await redisCli(host, port, ['PING']);
	return code === 0 && output.trim() === 'PONG';
}

async function redisCli(
	host: string,
	port: number,
	args: readonly string[],
): ReturnType<typeof runCommand> {
	const all = ['-h', host, '-p', String(port), ...args];
	try {
		return await runCommand('redis-cli', all, { cwd: '/', env: process.env });
	} catch {
		throw new MissingPiece("There is no redis-cli: install Debian's redis-tools.");
	}
}

async function runs(command: string, args: readonly string[]): Promise<boolean> {
	try {
		return (await runCommand(command, args, { cwd: '/', env: process.env })).code === 0;
	} catch {
		return false;
	}
}
