import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What n8n reads of a package's manifest. */
export interface PlacedManifest {
	readonly name: string;
	readonly version: string;
	readonly n8n: object;
}

const listSchema = z.object({ dependencies: z.record(z.string()) }).passthrough();

/**
 * Puts a package that is made here beside the packages that are installed in an n8n.
 *
 * @param userFolder n8n's user folder, with at least one package installed in it
 * @param fill puts the package's files into its folder
 */
export async function placePackage(
	userFolder: string,
	{ name, version, n8n }: PlacedManifest,
	fill: (folder: string) => Promise<void>,
): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodesFolder, 'node_modules', name);
	await mkdir(folder, { recursive: true });
	await fill(folder);
	const manifest = { name, version, keywords: ['n8n-community-node-package'], n8n };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	const listFile = join(nodesFolder, 'package.json');
	const list = listSchema.parse(JSON.parse(await readFile(listFile, 'utf8')));
	list.dependencies[name] = version;
	await writeFile(listFile, JSON.stringify(list));
}
