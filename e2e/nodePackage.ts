import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { runCommand } from './command.ts';
import { npmCommand, withThisNode } from './node24.ts';

/** The folder of the clone. */
export const projectFolder = dirname(import.meta.dirname);

/** A packed package. */
export interface PackedPackage {
	readonly name: string;
	readonly version: string;
	/** Path of the `.tgz` file. */
	readonly tarball: string;
}

const packedSchema = z
	.array(z.object({ name: z.string(), version: z.string(), filename: z.string() }))
	.nonempty();
const manifestSchema = z.object({ version: z.string() }).passthrough();
const nodesManifestSchema = z
	.object({ dependencies: z.record(z.string()).default({}) })
	.passthrough();

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
	const { code, output } = await runCommand(command, args, { cwd, env: withThisNode(process.env) });
	if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
	return output;
}

async function runNpm(args: readonly string[]): Promise<string> {
	const npm = npmCommand();
	return await run(npm.command, [...npm.firstArguments, ...args], projectFolder);
}

/** Compiles the package into `dist/`. */
export async function buildPackage(): Promise<void> {
	await runNpm(['run', 'build']);
}

/**
 * Packs the built package as `npm publish` would.
 *
 * @param folder where the tarball goes
 */
export async function packPackage(folder: string): Promise<PackedPackage> {
	const output = await runNpm(['pack', '--json', '--loglevel=error', '--pack-destination', folder]);
	const [packed] = packedSchema.parse(JSON.parse(output));
	return { ...packed, tarball: join(folder, packed.filename) };
}

/**
 * Puts a package where n8n's own installer puts a community package, in the installer's own way:
 * unpacked by `tar`, without the dependencies that a user does not need, noted in the folder's
 * `package.json`. (n8n/dist/modules/community-packages/community-packages.service.js; its last step
 * installs runtime dependencies, and this package has none.)
 *
 * @param userFolder n8n's user folder
 */
export async function installPackage(packed: PackedPackage, userFolder: string): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodesFolder, 'node_modules', packed.name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', packed.tarball, '-C', folder, '--strip-components=1'], nodesFolder);

	const manifestFile = join(folder, 'package.json');
	const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		Reflect.deleteProperty(manifest, field);
	}
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));

	const nodesManifestFile = join(nodesFolder, 'package.json');
	const nodesManifest = nodesManifestSchema.parse(
		existsSync(nodesManifestFile)
			? JSON.parse(await readFile(nodesManifestFile, 'utf8'))
			: { name: 'installed-nodes', private: true },
	);
	nodesManifest.dependencies[packed.name] = packed.version;
	await writeFile(nodesManifestFile, JSON.stringify(nodesManifest, null, 2));
}
