import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const project = resolve(__dirname, '../..');

/** The files that `npm publish` would send, by their paths in the package. */
function packedFiles(): string[] {
	const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
		cwd: project,
		encoding: 'utf8',
	});
	const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
	return files.map(({ path }) => path).sort();
}

test('the package holds the compiled code, icons and codex, and nothing else', () => {
	const sources = globSync('{nodes,credentials}/**/*.ts', { cwd: project });
	const assets = globSync('{nodes,credentials}/**/*.{svg,node.json}', { cwd: project });
	expect(sources.length).toBeGreaterThan(30);
	expect(assets.sort()).toStrictEqual([
		'credentials/submissionsApi.dark.svg',
		'credentials/submissionsApi.svg',
		'nodes/Submissions/Submissions.node.json',
		'nodes/Submissions/submissions.dark.svg',
		'nodes/Submissions/submissions.svg',
	]);
	expect(packedFiles()).toStrictEqual(
		[
			'LICENSE.md',
			'README.md',
			'package.json',
			...sources.map((source) => `dist/${source.replace(/\.ts$/, '.js')}`),
			...assets.map((asset) => `dist/${asset}`),
		].sort(),
	);
});

test('what the manifest names is there', () => {
	const { main, n8n } = JSON.parse(readFileSync(resolve(project, 'package.json'), 'utf8')) as {
		main: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	for (const file of [main, ...n8n.nodes, ...n8n.credentials]) {
		expect([file, existsSync(resolve(project, file))]).toStrictEqual([file, true]);
	}
});

test('the compiled code needs nothing at run time but n8n-workflow', () => {
	const needed = globSync('dist/**/*.js', { cwd: project }).flatMap((file) =>
		Array.from(
			readFileSync(resolve(project, file), 'utf8').matchAll(/require\("([^"]+)"\)/g),
			([, name = '']) => name,
		),
	);
	expect(new Set(needed.filter((name) => !name.startsWith('.')))).toStrictEqual(
		new Set(['n8n-workflow']),
	);
});
