import { ZodError } from 'zod';
import { buildSandbox } from './app.ts';
import { parseChoices } from './choices.ts';
import { CommandLineError, help, readCommandLine } from './commandLine.ts';
import { faultSettingsSchema } from './faults/rule.ts';
import { greeting } from './greeting.ts';
import { logLine } from './log/masking.ts';
import { problemsIn } from './problems.ts';
import { seedSchema } from './seed.ts';

try {
	await start();
} catch (error) {
	console.error(explanation(error));
	process.exitCode = 1;
}

async function start(): Promise<void> {
	const commandLine = readCommandLine(process.argv.slice(2));
	if (commandLine.help) {
		console.log(help);
		return;
	}
	const { port, json, seed, choices, faults, printRequests, data, basePath } = commandLine;
	const sandbox = await buildSandbox({
		seed: seedSchema.parse(seed),
		choices: parseChoices(choices),
		faults: faultSettingsSchema.parse(faults),
		...(data !== undefined && { data }),
		...(basePath !== undefined && { basePath }),
	});
	if (printRequests) {
		sandbox.log.onEnd((entry) => {
			console.log(logLine(entry));
		});
	}
	const address = await sandbox.listen(port).catch(async (error: unknown) => {
		await sandbox.close();
		throw portTaken(error) ? new CommandLineError(portAdvice(port)) : error;
	});
	// Before the greeting: whoever has read it may end the program at once.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close());
	}
	const made = { address: `${address}${basePath ?? ''}`, pages: address, ...sandbox.seeded };
	console.log(json ? JSON.stringify(made) : greeting(made));
}

function portTaken(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function portAdvice(port: number): string {
	return `Port ${String(port)} is taken. End the program that listens there, or choose another port with --port (0 takes a free one).`;
}

function explanation(error: unknown): string {
	if (error instanceof CommandLineError) return `${error.message} (--help lists the options.)`;
	if (error instanceof ZodError) {
		return `${problemsIn(error).join('\n')}\n(--help lists the options.)`;
	}
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
