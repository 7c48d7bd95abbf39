/*
 * The package put into n8n in n8n's own way (its community-packages.service), and loaded from there
 * by n8n's own loader, in a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { installPackage, packPackage } from '../../e2e/nodePackage.ts';

/** The last step of n8n's installer, which fetches what a package needs at run time. */
const FETCH_DEPENDENCIES = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

const LOAD = `
const { PackageDirectoryLoader } = require('n8n-core');
(async () => {
	const loader = new PackageDirectoryLoader(process.argv[1]);
	await loader.loadAll();
	const node = loader.getNode('submissions').type;
	const credential = loader.getCredential('submissionsApi').type;
	console.log(JSON.stringify({
		nodes: loader.types.nodes.map(({ name }) => name),
		credentials: loader.types.credentials.map(({ name }) => name),
		runs: typeof node.execute,
		tests: Object.keys(node.methods.credentialTest),
		authenticates: typeof credential.authenticate,
		icons: [node.description.iconUrl, credential.iconUrl],
		categories: node.description.codex.categories,
	}));
})();
`;

const project = resolve(__dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'submissions-package-'));
const installed = join(home, '.n8n/nodes/node_modules/n8n-nodes-submissions');

afterAll(() => {
	rmSync(home, { recursive: true, force: true });
});

function contents(): string[] {
	return globSync('**', { cwd: installed }).sort();
}

test('installs without its tools, and then fetches nothing', async () => {
	await installPackage(await packPackage(home), home);
	const manifest: unknown = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		expect(manifest).not.toHaveProperty(field);
	}
	const unpacked = contents();
	expect(unpacked).toContain('dist/nodes/Submissions/Submissions.node.js');
	// Its workspaces stand in the published manifest, without their folders.
	expect(manifest).toHaveProperty('workspaces');
	execFileSync('npm', [...FETCH_DEPENDENCIES, '--offline'], { cwd: installed, stdio: 'pipe' });
	expect(contents()).toStrictEqual(unpacked);
});

/** What n8n finds in a folder of the package. */
function load(folder: string): unknown {
	const printed = execFileSync(process.execPath, ['--eval', LOAD, folder], {
		encoding: 'utf8',
		// n8n puts its own folder of modules there, so that all packages share one n8n-workflow.
		env: { ...process.env, NODE_PATH: resolve(project, 'node_modules'), N8N_USER_FOLDER: home },
	});
	return JSON.parse(printed);
}

test("loads with n8n's own modules in reach and no others", () => {
	expect(load(installed)).toStrictEqual({
		nodes: ['submissions'],
		credentials: ['submissionsApi'],
		runs: 'function',
		tests: ['testSubmissionsCredential'],
		authenticates: 'function',
		icons: [
			{
				light: 'icons/n8n-nodes-submissions/dist/nodes/Submissions/submissions.svg',
				dark: 'icons/n8n-nodes-submissions/dist/nodes/Submissions/submissions.dark.svg',
			},
			{
				light: 'icons/n8n-nodes-submissions/dist/credentials/submissionsApi.svg',
				dark: 'icons/n8n-nodes-submissions/dist/credentials/submissionsApi.dark.svg',
			},
		],
		categories: ['Data & Storage', 'Productivity'],
	});
});

test('installs by hand as the README says, without a second n8n-workflow', async () => {
	// A package above would take it in, were the folder not named.
	writeFileSync(join(home, 'package.json'), '{}');
	const folder = join(home, 'by-hand');
	const { name, tarball } = await packPackage(home);
	execFileSync(
		'npm',
		[
			...['install', '--prefix', 'by-hand', '--ignore-scripts', '--legacy-peer-deps'],
			...['--offline', tarball],
		],
		{ cwd: home, stdio: 'pipe' },
	);
	expect(globSync('node_modules/*', { cwd: folder })).toStrictEqual([`node_modules/${name}`]);
	expect(load(join(folder, 'node_modules', name))).toMatchObject({ nodes: ['submissions'] });
});
