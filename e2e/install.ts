import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	access,
	constants,
	copyFile,
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	statfs,
	writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand, type CommandResult } from './command.ts';
import { processRuns, withInstallLock } from './installLock.ts';
import { MissingPiece } from './missingPiece.ts';
import { stoppingSignal } from './stopping.ts';
import { nodeHeaders, npmCommand, withThisNode } from './node24.ts';

const E2E_FOLDER = import.meta.dirname;
const COPIED_FILES = ['package.json', 'package-lock.json', '.npmrc'] as const;
const MARKER = 'installed.json';
const NEEDED_BYTES = 4_000_000_000;
const PROGRESS_EVERY_MS = 10_000;

/** A real n8n on disk, with everything else that `e2e/package.json` names beside it. */
export interface InstalledN8n {
	/** Folder that holds `node_modules`. */
	readonly folder: string;
	/** n8n's own start script, to be run with this Node.js. */
	readonly script: string;
	/** Its version. */
	readonly version: string;
	/** Requires a package of `e2e/package.json`. */
	readonly require: NodeJS.Require;
}

/**
 * The folder of all installations: `N8N_SUBMISSIONS_CACHE`, or `n8n-nodes-submissions` in the
 * user's cache folder. Outside the clone, so that a fresh clone finds what another one installed.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
	const chosen = environment['N8N_SUBMISSIONS_CACHE'];
	if (chosen !== undefined && chosen !== '') return chosen;
	const xdg = environment['XDG_CACHE_HOME'];
	const parent = xdg !== undefined && xdg !== '' ? xdg : join(homedir(), '.cache');
	return join(parent, 'n8n-nodes-submissions');
}

/**
 * Names an installation after all that decides its content: the lock file, the platform and the
 * major version of Node.js (a binary built for one does not load in another).
 *
 * @param lockFile content of `package-lock.json`
 */
export function installationName(
	lockFile: string,
	machine: { platform: string; arch: string; nodeVersion: string },
): string {
	const hash = createHash('sha256').update(lockFile).digest('hex').slice(0, 16);
	const major = /\d+/.exec(machine.nodeVersion)?.[0] ?? machine.nodeVersion;
	return `n8n-${hash}-${machine.platform}-${machine.arch}-node${major}`;
}

/**
 * Turns a failed npm command into a sentence that says what to do.
 *
 * @param output what npm and node-gyp printed
 * @param logFile where all of it is kept
 */
export function installFailure(output: string, logFile: string): MissingPiece {
	const details = `the whole output is in ${logFile}`;
	if (/ENOSPC|no space left/i.test(output)) {
		return new MissingPiece(
			`The disk is full: n8n needs 4 GB. Free some space, or set N8N_SUBMISSIONS_CACHE to a folder on another disk, and start again; ${details}.`,
		);
	}
	if (/EACCES|EROFS/.test(output)) {
		return new MissingPiece(
			`The cache folder cannot be written: set N8N_SUBMISSIONS_CACHE to a folder of your own and start again; ${details}.`,
		);
	}
	if (
		/not found: make|find Python|no such file.*\b(?:make|g\+\+|cc)\b|gyp ERR! (?:find|stack).*(?:make|python|compiler)/i.test(
			output,
		)
	) {
		return new MissingPiece(
			`n8n's database driver has to be compiled here, and a tool for that is missing: install Python 3, make and a C++ compiler (on Debian: apt-get install -y python3 make g++) and start again; ${details}.`,
		);
	}
	if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
		return new MissingPiece(
			`npm could not reach its registry: check the network (or npm's registry and proxy settings) and start again; ${details}.`,
		);
	}
	return new MissingPiece(
		`npm could not install n8n: ${details}; start again once its cause is gone.`,
	);
}

/** The installation in this folder, or undefined where none was finished. */
async function openInstallation(folder: string): Promise<InstalledN8n | undefined> {
	if (!existsSync(join(folder, MARKER))) return undefined;
	const require = createRequire(join(folder, 'package.json'));
	const manifest: unknown = JSON.parse(
		await readFile(join(folder, 'node_modules', 'n8n', 'package.json'), 'utf8'),
	);
	const version =
		typeof manifest === 'object' && manifest !== null && 'version' in manifest
			? String(manifest.version)
			: 'unknown';
	return { folder, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), version, require };
}

async function removeAbandoned(cache: string, name: string): Promise<void> {
	const prefix = `${name}.partial-`;
	for (const entry of await readdir(cache)) {
		if (!entry.startsWith(prefix)) continue;
		if (!processRuns(Number(entry.slice(prefix.length)))) {
			await rm(join(cache, entry), { recursive: true, force: true });
		}
	}
}

async function requireSpace(cache: string): Promise<void> {
	const { bavail, bsize } = await statfs(cache);
	const free = bavail * bsize;
	if (free < NEEDED_BYTES) {
		throw new MissingPiece(
			`n8n needs 4 GB and ${cache} has ${(free / 1e9).toFixed(1)} GB left: free some space, or set N8N_SUBMISSIONS_CACHE to a folder on another disk, and start again.`,
		);
	}
}

async function withProgress<T>(
	step: string,
	report: (line: string) => void,
	work: () => Promise<T>,
): Promise<T> {
	const started = performance.now();
	const elapsed = (): string => `${String(Math.round((performance.now() - started) / 1_000))} s`;
	report(`${step} …`);
	const timer = setInterval(() => {
		report(`${step} … ${elapsed()}`);
	}, PROGRESS_EVERY_MS);
	try {
		const result = await work();
		report(`${step}: done after ${elapsed()}`);
		return result;
	} finally {
		clearInterval(timer);
	}
}

/**
 * What is run after npm: each native part must load in this Node.js, or n8n would die at its start
 * with a message that says nothing about the installation.
 */
const VERIFY = `
const binding = require('sqlite3');
const database = new binding.Database(':memory:', (error) => { if (error) throw error; database.close(); });
require('isolated-vm');
require('flatted');
require('playwright-core');
`;

async function install(
	cache: string,
	folder: string,
	report: (line: string) => void,
	signal: AbortSignal | undefined,
): Promise<void> {
	const logFile = `${folder}.log`;
	const partial = `${folder}.partial-${String(process.pid)}`;
	await requireSpace(cache);
	await rm(logFile, { force: true });
	await rm(partial, { recursive: true, force: true });
	await mkdir(partial);
	const headers = nodeHeaders();
	const env = withThisNode({
		...process.env,
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
	});
	const options = { cwd: partial, env, logFile, ...(signal === undefined ? {} : { signal }) };
	const npm = npmCommand();
	const runNpm = async (...args: string[]): Promise<void> => {
		let result: CommandResult;
		try {
			result = await runCommand(npm.command, [...npm.firstArguments, ...args], options);
		} catch (error) {
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
				throw new MissingPiece('npm is not on PATH: install Node.js with npm and start again.');
			}
			throw error;
		}
		if (result.code !== 0) throw installFailure(result.output, logFile);
	};
	try {
		for (const file of COPIED_FILES) await copyFile(join(E2E_FOLDER, file), join(partial, file));
		await withProgress('Installing n8n (once; about 6 minutes and 3 GB)', report, () =>
			runNpm('ci', '--ignore-scripts', '--no-audit', '--no-fund'),
		);
		await withProgress('Building its database driver (about 2 minutes)', report, () =>
			runNpm('rebuild', 'sqlite3', '--ignore-scripts=false'),
		);
		const verified = await runCommand(process.execPath, ['--eval', VERIFY], options);
		if (verified.code !== 0) {
			throw new MissingPiece(
				`n8n was installed and its native parts do not load in Node.js ${process.version}: the reason is at the end of ${logFile}.`,
			);
		}
		await writeFile(
			join(partial, MARKER),
			`${JSON.stringify({ node: process.version, installedAt: new Date().toISOString() })}\n`,
		);
		await rename(partial, folder);
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
}

/**
 * The real n8n that `e2e/package-lock.json` pins: installed at the first call on a machine, found
 * in the cache folder afterwards. Two calls at once, in one or two processes, do no harm.
 *
 * @param report told each step, one line each, with the time it took
 * @param signal ends a running installation; nothing half-done is left
 * @throws MissingPiece when network, disk, compiler or npm is missing
 */
export async function installedN8n(
	report: (line: string) => void,
	signal?: AbortSignal,
): Promise<InstalledN8n> {
	const lockFile = await readFile(join(E2E_FOLDER, 'package-lock.json'), 'utf8');
	const cache = cacheFolder(process.env);
	const folder = join(
		cache,
		installationName(lockFile, {
			platform: process.platform,
			arch: process.arch,
			nodeVersion: process.version,
		}),
	);
	const ready = await openInstallation(folder);
	if (ready !== undefined) return ready;
	const major = Number(/\d+/.exec(process.version)?.[0]);
	if (major < 24) {
		throw new MissingPiece(
			`n8n needs Node.js 24 and this is ${process.version}: run it through npm (npm start), which brings the right one.`,
		);
	}
	const onWait = (pid: number): void => {
		report(`Another process (${String(pid)}) is installing n8n; waiting for it …`);
	};
	try {
		await mkdir(cache, { recursive: true });
		await access(cache, constants.W_OK);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new MissingPiece(
			`The cache folder ${cache} cannot be written (${reason}): set N8N_SUBMISSIONS_CACHE to a folder of your own and start again.`,
		);
	}
	const installOnce = async (): Promise<InstalledN8n> => {
		const meanwhile = await openInstallation(folder);
		if (meanwhile !== undefined) return meanwhile;
		await removeAbandoned(dirname(folder), folder.slice(cache.length + 1));
		await install(cache, folder, report, signal);
		const installed = await openInstallation(folder);
		if (installed === undefined) throw new Error(`${folder} vanished while it was installed`);
		return installed;
	};
	return await withInstallLock(`${folder}.lock`, onWait, installOnce, signal);
}

if (import.meta.main) {
	const stopping = stoppingSignal();
	try {
		const { version, folder } = await installedN8n(console.log, stopping);
		console.log(`n8n ${version} is in ${folder}`);
	} catch (error) {
		process.exitCode = 1;
		if (stopping.aborted) console.log('Stopped; nothing was installed.');
		else if (error instanceof MissingPiece) console.error(error.message);
		else console.error(error);
	}
}
