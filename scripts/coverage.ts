/*
 * How much of the published code the unit and engine tests run. Both load the same instrumented build:
 * unit tests in jest's realm, n8n outside it, where jest's own coverage does not see it. All happens in
 * a copy, so that the build that others use stays as it is.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Percent, of each; a branch is a way through an `if`, a `?`, a `??`, an `&&`, a default, a case. */
const LEAST = { branches: 95, functions: 95, lines: 95, statements: 95 };

const COPIED = [
	'credentials',
	'docs',
	'examples',
	'jest.config.js',
	'nodes',
	'package.json',
	'sandbox',
	'test',
	'tsconfig.build.json',
	'tsconfig.json',
];

const project = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'submissions-coverage-'));
const counts = join(copy, 'counts');

function run(tool: string, ...args: string[]): number {
	const { status } = spawnSync(
		process.execPath,
		[join(project, 'node_modules/.bin', tool), ...args],
		{
			cwd: copy,
			env: { ...process.env, COVERAGE_COUNTS: counts },
			stdio: 'inherit',
		},
	);
	return status ?? 1;
}

function build(): void {
	const compiler = join(project, 'node_modules/.bin/tsc');
	execFileSync(
		process.execPath,
		[compiler, '-p', 'tsconfig.build.json', '--outDir', 'plain', '--sourceMap'],
		{ cwd: copy, stdio: 'inherit' },
	);
	run('nyc', 'instrument', 'plain', 'dist');
	for (const asset of globSync('{nodes,credentials}/**/*.{svg,node.json}', { cwd: copy })) {
		cpSync(join(copy, asset), join(copy, 'dist', asset));
	}
}

try {
	for (const name of COPIED) cpSync(join(project, name), join(copy, name), { recursive: true });
	symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
	build();
	const tests = run(
		'jest',
		'--config',
		'test/instrumented/jest.config.js',
		...process.argv.slice(2),
	);
	const report = run(
		'nyc',
		'report',
		'--temp-dir',
		counts,
		'--report-dir',
		join(project, 'coverage'),
		'--reporter=text',
		'--reporter=html',
		'--reporter=json',
		'--check-coverage',
		...Object.entries(LEAST).map(([what, least]) => `--${what}=${least}`),
	);
	process.exitCode = Math.max(tests, report);
} finally {
	rmSync(copy, { recursive: true, force: true });
}
