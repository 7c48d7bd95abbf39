import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { runCommand } from '../command.ts';
import { Editor, type StoredWorkflow } from '../editor.ts';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { itemsOf } from '../execution.ts';
import { startN8n, type RunningN8n } from '../n8n.ts';
import { withThisNode } from '../node24.ts';
import { startRegistry, type RunningRegistry } from '../registry.ts';
import { startRegistryProxy, type RunningProxy } from '../registryProxy.ts';
import type { Stage } from '../stage.ts';
import { chain } from '../workflow.ts';
import { sharedStage } from './sharedStage.ts';

const NAME = 'n8n-nodes-submissions';
const LATER = '99.0.0';

const started: { stop(): Promise<void> }[] = [];
let stage: Stage;
let registry: RunningRegistry;
let proxy: RunningProxy;
let n8n: RunningN8n;
let editor: Editor;
let workflow: StoredWorkflow;

const packagesSchema = z.array(
	z.object({
		packageName: z.string(),
		installedVersion: z.string(),
		updateAvailable: z.string().optional(),
		installedNodes: z.array(z.object({ type: z.string() })),
	}),
);
const typesSchema = z.array(z.object({ name: z.string() }));

async function installedPackages() {
	return packagesSchema.parse(await editor.session.request('GET', '/community-packages'));
}

async function ownTypes(): Promise<string[]> {
	const types = typesSchema.parse(await editor.session.file(`${n8n.url}/types/nodes.json`));
	return types.map(({ name }) => name).filter((name) => name.startsWith(NAME));
}

/** The packed package under a later version. */
async function laterVersion(folder: string): Promise<string> {
	await mkdir(folder);
	const { tarball } = stage.packed;
	const { code, output } = await runCommand(
		'tar',
		['-xzf', tarball, '-C', folder, '--strip-components=1'],
		{ cwd: folder, env: withThisNode(process.env) },
	);
	assert.equal(code, 0, output);
	const file = join(folder, 'package.json');
	const manifest = z
		.object({})
		.passthrough()
		.parse(JSON.parse(await readFile(file, 'utf8')));
	await writeFile(file, JSON.stringify({ ...manifest, version: LATER }));
	return folder;
}

void describe("through n8n's own installer", () => {
	before(async () => {
		stage = await sharedStage();
		const folder = join(stage.folder, 'installer');
		await mkdir(folder);
		registry = await startRegistry(stage.installed, join(folder, 'registry'));
		started.push(registry);
		proxy = await startRegistryProxy(registry.url);
		started.push(proxy);
		const certificate = join(folder, 'certificate.pem');
		await writeFile(certificate, proxy.certificate);
		n8n = await startN8n({
			installed: stage.installed,
			userFolder: join(folder, 'n8n'),
			environment: {
				HTTP_PROXY: proxy.url,
				HTTPS_PROXY: proxy.url,
				http_proxy: proxy.url,
				https_proxy: proxy.url,
				NODE_EXTRA_CA_CERTS: certificate,
				npm_config_cache: join(folder, 'npm-cache'),
			},
		});
		started.push(n8n);
		editor = await Editor.setUp(n8n, stage.installed, stage.owner);
	});

	after(async () => {
		for (const service of started.reverse()) await service.stop();
	});

	void test("n8n's installer installs the published package", async () => {
		assert.deepEqual(await ownTypes(), []);
		await registry.publish(stage.packed.tarball);
		await editor.session.request('POST', '/community-packages', { name: NAME });
		const [installed, ...others] = await installedPackages();
		assert.deepEqual(others, []);
		assert.equal(installed?.packageName, NAME);
		assert.equal(installed.installedVersion, stage.packed.version);
		assert.deepEqual(installed.installedNodes, [{ type: `${NAME}.submissions` }]);
		assert.deepEqual(await ownTypes(), [`${NAME}.submissions`, `${NAME}.submissionsTool`]);
	});

	async function runWorkflow(): Promise<string> {
		const execution = await editor.run(workflow, 'Start');
		if (execution.status !== 'success') return execution.error?.message ?? execution.status;
		return JSON.stringify(itemsOf(execution, 'Get a submission')[0]?.json);
	}

	void test('what was installed works', async () => {
		const fixed = (value: string | undefined) => ({ __rl: true, mode: 'id', value: value ?? '' });
		const { id, name } = await editor.createCredential(
			'Sandbox',
			'submissionsApi',
			stage.credentialData,
		);
		workflow = await editor.createWorkflow(
			chain(
				'Survives the update',
				[{}],
				[
					{
						name: 'Get a submission',
						type: `${NAME}.submissions`,
						typeVersion: 1,
						parameters: {
							operation: 'get',
							form: fixed(exampleForms['Contact requests']),
							submission: fixed(exampleSubmissions['Contact requests']?.[1]),
						},
						credentials: { submissionsApi: { id, name } },
					},
				],
			),
		);
		assert.match(await runWorkflow(), /Zweite Besucherin/);
	});

	void test('an update to a later version is offered, carried out, and the workflow goes on', async () => {
		await registry.publish(await laterVersion(join(stage.folder, 'installer', 'later')));
		const [offered] = await installedPackages();
		assert.equal(offered?.updateAvailable, LATER);
		await editor.session.request('PATCH', '/community-packages', { name: NAME, version: LATER });
		const [updated] = await installedPackages();
		assert.equal(updated?.installedVersion, LATER);
		assert.deepEqual(await ownTypes(), [`${NAME}.submissions`, `${NAME}.submissionsTool`]);
		assert.match(await runWorkflow(), /Zweite Besucherin/);
	});

	void test('removed, its nodes are gone; installed again, the workflow is as it was', async () => {
		await editor.session.request('DELETE', `/community-packages?name=${NAME}`);
		assert.deepEqual(await installedPackages(), []);
		assert.deepEqual(await ownTypes(), []);
		await editor.session.request('POST', '/community-packages', { name: NAME });
		assert.match(await runWorkflow(), /Zweite Besucherin/);
	});
});
