import { readFile } from 'node:fs/promises';
import { arch, cpus, loadavg, release, totalmem, type as systemName } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { InstalledN8n } from '../e2e/install.ts';
import { projectFolder } from '../e2e/nodePackage.ts';
import type { Machine } from './results.ts';

/** This machine, and the versions of what is measured on it. */
export async function describeMachine(installed: InstalledN8n): Promise<Machine> {
	const manifest: unknown = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
	const all = cpus();
	return {
		processor: all[0]?.model ?? 'unknown',
		processors: all.length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		system: `${systemName()} ${release().split('-')[0] ?? ''} ${arch()}`,
		node: process.version,
		n8n: installed.version,
		package: z.object({ version: z.string() }).parse(manifest).version,
	};
}

/** The machine's load average over the last minute. */
export function load(): number {
	return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}
