import { existsSync } from 'node:fs';
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MissingPiece } from '../e2e/missingPiece.ts';
import { placePackage } from './placedPackage.ts';

const PACKAGE = 'n8n-nodes-submissions-earlier';

/** The node type of the earlier version. */
export const EARLIER_TYPE = `${PACKAGE}.submissions`;

/** The credential type of the earlier version. */
export const EARLIER_CREDENTIAL = 'submissionsApiEarlier';

const manifestSchema = z.object({ version: z.string(), n8n: z.object({}).passthrough() });

/**
 * Compiled code whose credential type has the name of the earlier version's.
 *
 * n8n knows a credential type by its bare name: of two packages that bring the same one, it takes the
 * class of the last (n8n/dist/load-nodes-and-credentials.js), and either node would be measured with
 * that one's way to authenticate.
 */
export function withEarlierCredential(code: string): string {
	return code.replace(/(['"])submissionsApi\1/g, `$1${EARLIER_CREDENTIAL}$1`);
}

/**
 * Puts an earlier version of this package, under another name, beside the packages that are installed
 * in an n8n.
 *
 * @param source the folder of its clone, built
 * @param userFolder n8n's user folder, with at least one package installed in it
 * @returns its version
 * @throws MissingPiece where the folder has no built package
 */
export async function installEarlier(source: string, userFolder: string): Promise<string> {
	const built = join(source, 'dist');
	const manifestFile = join(source, 'package.json');
	if (!existsSync(built) || !existsSync(manifestFile)) {
		throw new MissingPiece(
			`${source} holds no built package: check the earlier version out there (git worktree add), then run npm ci and npm run build in it.`,
		);
	}
	const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
	await placePackage(userFolder, { ...manifest, name: PACKAGE }, async (folder) => {
		await cp(built, join(folder, 'dist'), { recursive: true });
		for await (const file of glob(join(folder, 'dist', '**', '*.js'))) {
			await writeFile(file, withEarlierCredential(await readFile(file, 'utf8')));
		}
	});
	return manifest.version;
}
