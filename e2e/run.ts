import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from './browser/chromium.ts';
import { publishPictures, takenFolder } from './browser/pictures.ts';
import { installedN8n } from './install.ts';
import { MissingPiece } from './missingPiece.ts';
import { withThisNode } from './node24.ts';
import { projectFolder } from './nodePackage.ts';
import { requireFreePort } from './ports.ts';
import { stoppingSignal } from './stopping.ts';

const HELP = `Usage: npm run e2e -- [options] [files]

Installs the packed package into a real n8n and uses it there as people do: through n8n's own
interface, in a browser, on a schedule, by an AI agent, through n8n's installer.

  files      run only these test files
  --images   run only the browser's journeys, and put those that a page shows into docs/images
  --sandbox-port <number>  port of the sandbox that shows in the pictures (8090 unless given)
  --help     print this
`;

const JOURNEYS = 'e2e/journeys/*.test.ts';
const EVERYTHING = ['e2e/tests/**/*.test.ts', JOURNEYS];

/** One run of Node's test runner over some files. */
interface TestRun {
	readonly files: readonly string[];
	readonly environment?: NodeJS.ProcessEnv;
}

/** All files share one process, and with it one n8n and one browser. */
async function runTests({ files, environment }: TestRun): Promise<boolean> {
	const folder = join(projectFolder, 'test-results', 'tally');
	await mkdir(folder, { recursive: true });
	const child = spawn(
		process.execPath,
		[
			'--test',
			'--test-isolation=none',
			'--test-reporter=spec',
			'--test-reporter-destination=stdout',
			`--test-reporter=${join(import.meta.dirname, 'tallyReporter.ts')}`,
			`--test-reporter-destination=${join(folder, 'e2e.json')}`,
			...files,
		],
		{ cwd: projectFolder, stdio: 'inherit', env: withThisNode({ ...process.env, ...environment }) },
	);
	const stop = (): void => {
		child.kill('SIGTERM');
	};
	stopping.addEventListener('abort', stop);
	await once(child, 'close');
	stopping.removeEventListener('abort', stop);
	return child.exitCode === 0;
}

async function perform(args: string[]): Promise<boolean> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			images: { type: 'boolean', default: false },
			'sandbox-port': { type: 'string', default: '8090' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return true;
	}
	await installedN8n(console.log, stopping);
	await chromium(console.log);
	await rm(takenFolder, { recursive: true, force: true });
	if (values.images) {
		const port = await requireFreePort(Number(values['sandbox-port']), '--sandbox-port');
		const environment = { E2E_SANDBOX_PORT: String(port) };
		const passed = await runTests({ files: [JOURNEYS], environment });
		if (passed) await publishPictures();
		return passed;
	}
	if (positionals.length > 0) {
		return await runTests({ files: positionals });
	}
	return await runTests({ files: EVERYTHING });
}

const stopping = stoppingSignal();
try {
	if (!(await perform(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
