import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand } from './command.ts';
import type { InstalledN8n } from './install.ts';
import { npmCommand, withThisNode } from './node24.ts';
import { freePort } from './ports.ts';
import { startService, untilReady, type Service } from './service.ts';

/** A package registry on 127.0.0.1 that holds only what was published to it. */
export interface RunningRegistry extends Service {
	readonly url: string;
	/**
	 * Publishes a package as its maintainer would.
	 *
	 * @param packed a tarball, or a folder with a `package.json`
	 */
	publish(packed: string): Promise<void>;
}

const READY_WITHIN_MS = 120_000;

const tokenSchema = z.object({ token: z.string() });

/** Nothing is fetched from elsewhere: there is no uplink. */
function configuration(folder: string): string {
	return `storage: ${join(folder, 'storage')}
auth:
  htpasswd:
    file: ${join(folder, 'htpasswd')}
packages:
  '**':
    access: $all
    publish: $authenticated
log: { type: stdout, format: pretty, level: http }
`;
}

/**
 * Starts verdaccio and signs a maintainer up.
 *
 * @param folder where it keeps everything
 * @throws Error with the end of its log when it does not become ready
 */
export async function startRegistry(
	installed: InstalledN8n,
	folder: string,
): Promise<RunningRegistry> {
	await mkdir(folder, { recursive: true });
	const configFile = join(folder, 'config.yaml');
	await writeFile(configFile, configuration(folder));
	const host = `127.0.0.1:${await freePort()}`;
	const url = `http://${host}`;
	const service = await startService({
		name: 'The registry',
		command: [
			process.execPath,
			join(installed.folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio'),
			'--config',
			configFile,
			'--listen',
			host,
		],
		cwd: folder,
		env: withThisNode(process.env),
		logFile: join(folder, 'registry.log'),
	});
	try {
		await untilReady(service, async () => (await fetch(`${url}/-/ping`)).ok, READY_WITHIN_MS);
		const response = await fetch(`${url}/-/user/org.couchdb.user:maintainer`, {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'maintainer', password: randomBytes(12).toString('hex') }),
		});
		const { token } = tokenSchema.parse(await response.json());
		const npm = npmCommand();
		return {
			...service,
			url,
			publish: async (packed) => {
				const { code, output } = await runCommand(
					npm.command,
					[
						...npm.firstArguments,
						'publish',
						packed,
						'--ignore-scripts',
						`--registry=${url}`,
						`--//${host}/:_authToken=${token}`,
					],
					{ cwd: folder, env: withThisNode(process.env) },
				);
				if (code !== 0) throw new Error(`${packed} could not be published:\n${output}`);
			},
		};
	} catch (error) {
		await service.stop(0);
		throw error;
	}
}
