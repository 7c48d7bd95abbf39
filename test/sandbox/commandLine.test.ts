import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readCommandLine } from '../../sandbox/commandLine.ts';
import { address, start, textIn } from './support.ts';

const main = join(__dirname, '../../sandbox/main.ts');

/** Starts the program; `output` resolves with what it prints up to the given text. */
function run(...args: string[]) {
	const child = spawn(process.execPath, [main, ...args]);
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
	}
	const exit = new Promise<{ code: number | null; text: string }>((resolve) => {
		child.on('close', (code) => {
			resolve({ code, text });
		});
	});
	const printed = async (part: string): Promise<string> => {
		while (!text.includes(part)) await once(child.stdout, 'data');
		return text;
	};
	return { exit, printed, stop: () => child.kill('SIGTERM') };
}

it('prints what it made, serves it, prints requests masked, and ends at a signal', async () => {
	const program = run('--port', '0', '--json', '--log', '--fault', 'refuse:418@nth=2');
	const made: unknown = JSON.parse((await program.printed('\n')).trim());
	const url = `${textIn(made, 'address')}/api/v1/forms/NOSUCHFORM/submissions/NOSUCHSUBM`;
	const withToken = `${url}?access_token=${textIn(made, 'token')}`;
	expect((await fetch(withToken)).status).toBe(404);
	expect((await fetch(withToken)).status).toBe(418);
	const path = '/api/v1/forms/NOSUCHFORM/submissions/NOSUCHSUBM?access_token=***';
	const text = await program.printed('fault refuse');
	expect(text).toContain(`\n1 GET ${path} 404\n2 GET ${path} 418 fault refuse`);
	program.stop();
	expect(await program.exit).toMatchObject({ code: 0 });
});

it('greets with all that a person needs', async () => {
	const seed = { username: 'someone', password: 'a-password', token: 'a-token' };
	const program = run('--port', '0', '--base-path', '/service', '--seed', JSON.stringify(seed));
	const text = await program.printed('Equipment loans');
	expect(text).toMatch(/Base URL {6}http:\/\/127\.0\.0\.1:\d+\/service\n/);
	expect(text).toMatch(/Pages {9}http:\/\/127\.0\.0\.1:\d+\/forms\n/);
	expect(text).toMatch(
		/Access token {2}a-token\n {2}Username {6}someone\n {2}Password {6}a-password/,
	);
	expect(text).toMatch(
		/aB3dE5gH7j {2}Contact requests {2}http:\/\/127\.0\.0\.1:\d+\/forms\/aB3dE5gH7j\n {4}kL9mN1pQ3r/,
	);
	program.stop();
	expect(await program.exit).toMatchObject({ code: 0 });
});

it('says what to do where the port is taken', async () => {
	await start();
	const { port } = new URL(address());
	expect(await run('--port', port).exit).toStrictEqual({
		code: 1,
		text: `Port ${port} is taken. End the program that listens there, or choose another port with --port (0 takes a free one). (--help lists the options.)\n`,
	});
});

it.each([
	[['--unknown'], "Unknown option '--unknown'"],
	[['--port', 'x'], '--port takes a number from 0 to 65535, not "x".'],
	[['--port', '65536'], '--port takes a number'],
	[['--base-path', 'service/'], '--base-path takes a path such as /service'],
	[['--choice', 'body'], '--choice takes name=value'],
	[['--seed', '5'], '--seed takes a JSON object.'],
	[['--seed', '{'], '--seed takes a JSON object.'],
])('refuses %j', (args, message) => {
	expect(() => readCommandLine(args)).toThrow(message);
});

it.each([
	[['--choice', 'body=other'], "body: Invalid enum value. Expected 'flat' | 'wrapped'"],
	[['--fault', 'hang@foo=1'], "rules: 0: when: Unrecognized key(s) in object: 'foo'"],
	[['--limit', 'window:5'], 'limits: 0: Expected object, received string'],
	[['--seed', '{"forms":[{}]}'], 'forms: 0: name: Required'],
])('ends with a sentence, not a stack, at %j', async (args, message) => {
	const { code, text } = await run(...args).exit;
	expect(code).toBe(1);
	expect(text).toContain(message);
	expect(text).not.toContain('    at ');
});

it('reads every option', () => {
	const args =
		'--port 0 --data a.sqlite --no-seed --base-path /a/b --choice body=wrapped --choice bodyPath=a.b ' +
		'--fault hang@nth=2 --fault tooMany --fault-seed 7 --limit window:5/1000 --limit inFlight:2 --log --json';
	expect(readCommandLine(args.split(' '))).toStrictEqual({
		help: false,
		port: 0,
		data: 'a.sqlite',
		basePath: '/a/b',
		choices: { body: 'wrapped', bodyPath: 'a.b' },
		faults: { rules: ['hang@nth=2', 'tooMany'], seed: 7, limits: ['window:5/1000', 'inFlight:2'] },
		seed: { forms: [] },
		printRequests: true,
		json: true,
	});
});

it('explains itself', async () => {
	const { code, text } = await run('--help').exit;
	expect(code).toBe(0);
	for (const option of ['--port', '--data', '--no-seed', '--choice', '--fault', '--limit']) {
		expect(text).toContain(option);
	}
	expect(text).toContain(
		'permalink          body | submission_permalink | nested | location | none',
	);
});
