import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * The environment in which a child runs on the very Node.js that runs this file, whatever `node`
 * stands first on the machine's PATH.
 *
 * @param environment what the child gets besides
 */
export function withThisNode(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const path = [dirname(process.execPath), environment['PATH'] ?? ''].join(delimiter);
	return { ...environment, PATH: path };
}

/**
 * The folder whose `include/node` holds the headers of the running Node.js, for node-gyp, which
 * would otherwise download them. Undefined where this Node.js came without headers.
 */
export function nodeHeaders(): string | undefined {
	const folder = dirname(dirname(process.execPath));
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}

/**
 * The command that starts npm: the npm that runs this script where there is one, so that one npm
 * does all the work, otherwise the one on PATH.
 */
export function npmCommand(): { command: string; firstArguments: string[] } {
	const runningNpm = process.env['npm_execpath'];
	return runningNpm !== undefined && /npm-cli\.c?js$/.test(runningNpm)
		? { command: process.execPath, firstArguments: [runningNpm] }
		: { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', firstArguments: [] };
}
