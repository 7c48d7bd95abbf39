import { existsSync } from 'node:fs';
import { runCommand } from '../command.ts';
import { MissingPiece } from '../missingPiece.ts';

/** Where Chromium and the browsers made of it are put by their packages. */
const USUAL_PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const WHAT_TO_DO =
	'install it (on Debian: apt-get install -y chromium, as root), or set N8N_SUBMISSIONS_CHROMIUM to the path of a Chromium, and start again';

/** What finding a browser needs to know of the machine. */
export interface Machine {
	readonly environment: NodeJS.ProcessEnv;
	readonly exists: (path: string) => boolean;
}

/**
 * Finds the browser that the journeys run in: `N8N_SUBMISSIONS_CHROMIUM`, or Chromium in one of its
 * usual places.
 *
 * @returns its path; undefined where there is none
 * @throws MissingPiece when the chosen path has nothing
 */
export function findChromium({ environment, exists }: Machine): string | undefined {
	const chosen = environment['N8N_SUBMISSIONS_CHROMIUM'];
	if (chosen === undefined || chosen === '') return USUAL_PLACES.find(exists);
	if (exists(chosen)) return chosen;
	throw new MissingPiece(
		`N8N_SUBMISSIONS_CHROMIUM is ${chosen}, and nothing is there: correct it, or leave it empty to have Chromium looked for in its usual places.`,
	);
}

/**
 * The browser that the journeys run in, installed with apt-get where there is none.
 *
 * @param report told each step, one line each
 * @returns its path
 * @throws MissingPiece when there is none and it cannot be installed here
 */
export async function chromium(report: (line: string) => void): Promise<string> {
	const machine = { environment: process.env, exists: existsSync };
	const found = findChromium(machine);
	if (found !== undefined) return found;
	if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
		throw new MissingPiece(`The browser's journeys need Chromium: ${WHAT_TO_DO}.`);
	}
	report('Installing Chromium …');
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	let output = '';
	for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
		({ output } = await runCommand('apt-get', args, { cwd: '/', env }));
	}
	const installed = findChromium(machine);
	if (installed !== undefined) return installed;
	const lastWords = output.trim().split('\n').slice(-3).join(' ');
	throw new MissingPiece(
		`Chromium could not be installed with apt-get ("${lastWords}"): ${WHAT_TO_DO}.`,
	);
}
