import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { runCommand } from './command.ts';
import { MissingPiece } from './missingPiece.ts';
import { npmCommand, withThisNode } from './node24.ts';

const PROJECT_FOLDER = dirname(import.meta.dirname);

const packed = z.array(z.object({ filename: z.string() })).nonempty();
const manifest = z.looseObject({ name: z.string(), version: z.string() });

async function runNpm(args: readonly string[]): Promise<string> {
	const npm = npmCommand();
	const { code, output } = await runCommand(npm.command, [...npm.firstArguments, ...args], {
		cwd: PROJECT_FOLDER,
		env: withThisNode(process.env),
	});
	if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`);
	return output;
}
