import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { cacheFolder, installFailure } from '../install.ts';
import { withInstallLock } from '../installLock.ts';
import { npmCommand, withThisNode } from '../node24.ts';

/** The engine of an older n8n on disk, with the Node.js that it may run on. */
export interface OlderEngine {
	/** Folder that holds `node_modules`. */
	readonly folder: string;
	/** Path of the older Node.js; undefined where there is none for this platform. */
	readonly node: string | undefined;
}

const FILES = ['package.json', 'package-lock.json', '.npmrc'] as const;

/**
 * The engine that `e2e/compat/package-lock.json` pins: installed at the first call on a machine,
 * found in the cache folder afterwards.
 *
 * @param report told each step, one line each
 * @throws MissingPiece when npm cannot install it
 */
export async function olderEngine(report: (line: string) => void): Promise<OlderEngine> {
	const lockFile = await readFile(join(import.meta.dirname, 'package-lock.json'), 'utf8');
	const hash = createHash('sha256').update(lockFile).digest('hex').slice(0, 16);
	const cache = cacheFolder(process.env);
	const name = `n8n-core-${hash}-${process.platform}-${process.arch}`;
	const folder = join(cache, name);
	await mkdir(cache, { recursive: true });
	await withInstallLock(
		`${folder}.lock`,
		() => {
			report('Another process is installing the older engine; waiting for it …');
		},
		async () => {
			if (!existsSync(folder)) await install(folder, report);
		},
	);
	const node = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
	return { folder, node: existsSync(node) ? node : undefined };
}

async function install(folder: string, report: (line: string) => void): Promise<void> {
	report('Installing the engine of an older n8n (once; about a minute and 500 MB) …');
	const partial = `${folder}.partial`;
	const logFile = `${folder}.log`;
	await rm(partial, { recursive: true, force: true });
	await mkdir(partial);
	for (const file of FILES) await copyFile(join(import.meta.dirname, file), join(partial, file));
	const npm = npmCommand();
	const { code, output } = await runCommand(
		npm.command,
		[...npm.firstArguments, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		{ cwd: partial, env: withThisNode(process.env), logFile },
	);
	if (code !== 0) throw installFailure(output, logFile);
	await rename(partial, folder);
}

/**
 * Puts the packed package beside the engine, and the suite as the JavaScript that the older Node.js
 * can run.
 *
 * @param tarball the packed package
 * @returns path of the suite
 */
export async function placeSuite({ folder }: OlderEngine, tarball: string): Promise<string> {
	const target = join(folder, 'node_modules', 'n8n-nodes-submissions');
	await rm(target, { recursive: true, force: true });
	await mkdir(target);
	const { code, output } = await runCommand(
		'tar',
		['-xzf', tarball, '-C', target, '--strip-components=1'],
		{ cwd: folder, env: withThisNode(process.env) },
	);
	if (code !== 0) throw new Error(`The package could not be unpacked:\n${output}`);
	const suite = join(folder, 'suite.test.mjs');
	const source = await readFile(join(import.meta.dirname, 'suite.ts'), 'utf8');
	await writeFile(suite, stripTypeScriptTypes(source));
	return suite;
}
