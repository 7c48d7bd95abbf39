import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { checkTable } from './checks.ts';
import { importExamples } from './examples.ts';
import { doMainJob, type MainJobResult } from './mainJob.ts';
import { MissingPiece } from './missingPiece.ts';
import { requireFreePort } from './ports.ts';
import { lastLines } from './service.ts';
import { openStage, type Stage } from './stage.ts';
import { stoppingSignal } from './stopping.ts';

const HELP = `Usage: npm start -- [options]

Builds the package, installs it into a real n8n of its own, starts that n8n and the sandbox,
executes the first example and shows what it did. Then it stays up until Ctrl-C.

  --once                   end after the table; the exit code is 1 if anything differed
  --port <number>          port of n8n's editor (a free one unless given)
  --sandbox-port <number>  port of the sandbox (a free one unless given)
  --help                   print this
`;

interface CommandLine {
	readonly help: boolean;
	readonly once: boolean;
	readonly port: number | undefined;
	readonly sandboxPort: number | undefined;
}

function portOf(text: string | undefined, option: string): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
	throw new MissingPiece(`${option} takes a number from 1 to 65535, not "${text}".`);
}

function readCommandLine(args: string[]): CommandLine {
	try {
		const { values } = parseArgs({
			args,
			options: {
				help: { type: 'boolean', default: false },
				once: { type: 'boolean', default: false },
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
			},
		});
		return {
			help: values.help,
			once: values.once,
			port: portOf(values.port, '--port'),
			sandboxPort: portOf(values['sandbox-port'], '--sandbox-port'),
		};
	} catch (error) {
		if (error instanceof MissingPiece) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new MissingPiece(`${reason} (npm start -- --help lists the options.)`);
	}
}

function whereToLook(stage: Stage, { workflow, execution }: MainJobResult): string {
	const { n8n, owner, editor, sandbox, installed, folder } = stage;
	const { pages, username, password } = sandbox.made;
	return `Where to look
  n8n ${installed.version}   ${n8n.url}
    sign in    ${owner.email}  ${owner.password}
    workflow   ${editor.workflowAddress(workflow)}
    execution  ${editor.executionAddress(execution)}
  sandbox      ${pages}/forms
    sign in    ${username}  ${password}
  log files    ${folder}`;
}

/** Settles when the person stops it; throws when n8n or the sandbox ends by itself. */
async function untilStopped({ n8n, sandbox }: Stage, stopping: AbortSignal): Promise<void> {
	const stopped = once(stopping, 'abort');
	const died = [n8n, sandbox].map(async (service) => {
		const how = await service.ended;
		if (!stopping.aborted) {
			throw new Error(
				`${service.name} ended by itself (${how}). The end of its log:\n${await lastLines(service.logFile, 20)}`,
			);
		}
	});
	await Promise.race([stopped, ...died]);
}

async function perform(commandLine: CommandLine, stopping: AbortSignal): Promise<void> {
	const { port, sandboxPort } = commandLine;
	const started = performance.now();
	if (port !== undefined) await requireFreePort(port, '--port');
	if (sandboxPort !== undefined) await requireFreePort(sandboxPort, '--sandbox-port');
	const stage = await openStage({
		report: console.log,
		signal: stopping,
		...(port === undefined ? {} : { n8nPort: port }),
		...(sandboxPort === undefined ? {} : { sandboxPort }),
	});
	let succeeded = false;
	try {
		console.log('Importing the examples and executing the first …');
		const result = await doMainJob(stage, await importExamples(stage));
		const differing = result.checks.filter(({ agrees }) => !agrees).length;
		const seconds = Math.round((performance.now() - started) / 1_000);
		console.log(`\n${checkTable(result.checks)}\n`);
		console.log(
			differing === 0
				? `All ${result.checks.length} agree, after ${seconds} s.`
				: `${differing} of ${result.checks.length} differ; the log files are in ${stage.folder}.`,
		);
		if (differing > 0) process.exitCode = 1;
		if (!commandLine.once) {
			console.log(`\n${whereToLook(stage, result)}\n\nEverything stays up until Ctrl-C.`);
			await untilStopped(stage, stopping);
			console.log('\nStopping …');
		}
		succeeded = differing === 0;
	} finally {
		await stage.close(!succeeded && !stopping.aborted);
	}
}

const stopping = stoppingSignal();
try {
	const commandLine = readCommandLine(process.argv.slice(2));
	if (commandLine.help) console.log(HELP);
	else await perform(commandLine, stopping);
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
