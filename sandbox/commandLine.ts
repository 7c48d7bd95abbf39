import { parseArgs } from 'node:util';
import { choiceAlternatives } from './choices.ts';
import { faultKinds, storesFirst, type FaultKind } from './faults/fault.ts';
import { shortFormHelp } from './faults/shortForm.ts';
import { limitHeaderKinds, limitShortFormHelp } from './limits/limit.ts';

/** What the command line asks for; what is left out goes by the sandbox's own defaults. */
export interface CommandLine {
	readonly help: boolean;
	readonly port: number;
	/** whether each request is printed as it ends */
	readonly printRequests: boolean;
	/** whether what was seeded is printed as one line of JSON, for programs */
	readonly json: boolean;
	readonly data?: string;
	readonly basePath?: string;
	readonly choices: Readonly<Record<string, string>>;
	/** of the shape of `FaultSettingsInput`, still to be checked */
	readonly faults: unknown;
	/** of the shape of `SeedOptions`, still to be checked */
	readonly seed: unknown;
}

/** A command line that asks for something that can't be; its message says what to write instead. */
export class CommandLineError extends Error {
	override readonly name = 'CommandLineError';
}

const defaultPort = 8080;

function kindsThat(belong: (kind: FaultKind) => boolean): string {
	return faultKinds.filter(belong).join(' ');
}

export const help = `Usage: npm run sandbox -- [options]

Starts a stand-in for the service on 127.0.0.1 and prints how to reach it.

  --port <number>          port to listen on; 0 takes a free one (default ${String(defaultPort)})
  --data <file>            keep the data in this SQLite file (default: in memory)
  --no-seed                make an account and a token, but no forms
  --seed <json>            fix what is made: {"username","password","token","forms"}
  --base-path <path>       put the interface under a path, such as /service
  --choice <name>=<value>  fill a gap of the interface differently; repeatable, see below
  --fault <rule>           let something go wrong, as JSON or in short form; repeatable, see below
  --fault-seed <number>    which requests a rate falls on (default 1)
  --limit <limit>          refuse what comes beyond it, as JSON or in short form; repeatable
  --log                    print every request to the interface, credentials masked
  --json                   print what was made as one line of JSON
  --help                   print this

Choices, the default first:
${Object.entries(choiceAlternatives)
	.map(([name, values]) => `  ${name.padEnd(18)} ${values.join(' | ')}`)
	.join('\n')}

Faults:
  nothing is stored      ${kindsThat((kind) => !storesFirst(kind))}
  stored, and then       ${kindsThat(storesFirst)}
  short form  ${shortFormHelp}
  JSON        {"match":{"operation":"create"},"when":{"nth":[3]},"then":{"kind":"refuse","status":503}}
  an outage   --fault refuse:502@afterMs=1000,forMs=5000
  examples    --fault tooMany@rate=0.1  --fault slow:20  --fault resetAfterStoring@nth=3,operation=create

Limits:
  short form  ${limitShortFormHelp}
  JSON        {"kind":"bucket","ratePerSecond":5,"burst":10,"headers":["retryAfter","rateLimit"]}
  more of it  "status": 429 | 503 | 403 …   "refusalsCost": false | true   "on": "refusals" | "all"
  headers     ${limitHeaderKinds.join(' ')}

While it runs, the same can be read and changed over HTTP, from this machine only:
  GET, PUT, DELETE /sandbox/choices    {"body":"wrapped"}
  GET, PUT, DELETE /sandbox/faults     {"rules":["hang@nth=2"],"limits":["window:5/1000"]}
  GET, DELETE      /sandbox/log        every request to the interface, credentials masked; ?since=<number>
  GET              /sandbox/submissions
`;

/**
 * Reads the arguments after the program's name.
 * @throws CommandLineError where one is unknown or is not of its shape
 */
export function readCommandLine(args: readonly string[]): CommandLine {
	const { values } = parse(args);
	return {
		help: values.help,
		printRequests: values.log,
		json: values.json,
		port: portOf(values.port),
		choices: Object.fromEntries(values.choice.map(nameAndValue)),
		faults: {
			rules: values.fault,
			seed: Number(values['fault-seed']),
			limits: values.limit,
		},
		seed: { ...jsonOf(values.seed), ...(values['no-seed'] && { forms: [] }) },
		...(values.data !== undefined && { data: values.data }),
		...(values['base-path'] !== undefined && { basePath: basePathOf(values['base-path']) }),
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				help: { type: 'boolean', default: false },
				port: { type: 'string', default: String(defaultPort) },
				data: { type: 'string' },
				'no-seed': { type: 'boolean', default: false },
				seed: { type: 'string', default: '{}' },
				'base-path': { type: 'string' },
				choice: { type: 'string', multiple: true, default: [] },
				fault: { type: 'string', multiple: true, default: [] },
				'fault-seed': { type: 'string', default: '1' },
				limit: { type: 'string', multiple: true, default: [] },
				log: { type: 'boolean', default: false },
				json: { type: 'boolean', default: false },
			},
		});
	} catch (error) {
		throw new CommandLineError(error instanceof Error ? error.message : String(error));
	}
}

function portOf(text: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new CommandLineError(`--port takes a number from 0 to 65535, not "${text}".`);
}

function basePathOf(text: string): string {
	if (/^(\/[\w.~-]+)+$/.test(text)) return text;
	throw new CommandLineError(`--base-path takes a path such as /service, not "${text}".`);
}

function nameAndValue(text: string): [string, string] {
	const split = text.indexOf('=');
	if (split > 0) return [text.slice(0, split), text.slice(split + 1)];
	throw new CommandLineError(`--choice takes name=value, not "${text}".`);
}

function jsonOf(text: string): object {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null) return value;
	} catch {
		// Said below, together with JSON that is no object.
	}
	throw new CommandLineError('--seed takes a JSON object.');
}
