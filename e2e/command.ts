import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** How a command is run. */
export interface CommandOptions {
	/** Folder that it runs in. */
	readonly cwd: string;
	/** Its whole environment. */
	readonly env: NodeJS.ProcessEnv;
	/** File that its output is appended to; without it, the output is only returned. */
	readonly logFile?: string;
	/** Ends the command when aborted. */
	readonly signal?: AbortSignal;
}

/** How a command ended. */
export interface CommandResult {
	/** Exit code; null when a signal ended it. */
	readonly code: number | null;
	/** The last 200,000 characters of stdout and stderr as they came. */
	readonly output: string;
}

const KEPT_CHARACTERS = 200_000;
/** npm in the middle of an installation does not heed SIGTERM. */
const GRACE_MS = 3_000;

/**
 * Runs a command to its end.
 *
 * @throws the system's error when the command cannot be started (ENOENT), or the signal's reason
 * when it was aborted
 */
export async function runCommand(
	command: string,
	args: readonly string[],
	options: CommandOptions,
): Promise<CommandResult> {
	options.signal?.throwIfAborted();
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const log =
		options.logFile === undefined ? undefined : createWriteStream(options.logFile, { flags: 'a' });
	let output = '';
	const keep = (chunk: string): void => {
		output = (output + chunk).slice(-KEPT_CHARACTERS);
		log?.write(chunk);
	};
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	let lastResort: NodeJS.Timeout | undefined;
	const end = (): void => {
		child.kill('SIGTERM');
		lastResort = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
	};
	options.signal?.addEventListener('abort', end);
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', resolve);
		});
		options.signal?.throwIfAborted();
		return { code, output };
	} finally {
		clearTimeout(lastResort);
		options.signal?.removeEventListener('abort', end);
		if (log !== undefined) {
			log.end();
			await finished(log);
		}
	}
}
