import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'docs', 'scaling', 'compose.yaml');

const serviceSchema = z
	.object({
		image: z.string(),
		command: z.string().optional(),
		environment: z.record(z.string()).optional(),
		stop_grace_period: z.string().optional(),
	})
	.passthrough();
const composeSchema = z.object({ services: z.record(serviceSchema) }).passthrough();
const manifestSchema = z.object({ dependencies: z.object({ n8n: z.string() }).passthrough() });

async function readJson(path: string): Promise<unknown> {
	return JSON.parse(await readFile(path, 'utf8'));
}

async function readCompose(): Promise<z.output<typeof composeSchema>> {
	const content: unknown = parse(await readFile(file, 'utf8'), { merge: true });
	return composeSchema.parse(content);
}

async function problemsOf(content: unknown): Promise<string[]> {
	const schema = z.object({}).passthrough();
	const ajv = new Ajv({ allErrors: true, unknownFormats: 'ignore' });
	const path = join(import.meta.dirname, 'composeSchema.json');
	const isValid = ajv.compile(schema.parse(await readJson(path)));
	await isValid(content);
	return (isValid.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message ?? ''}`);
}

void test('the compose file is valid by the Compose specification', async () => {
	assert.deepEqual(await problemsOf(await readCompose()), []);
});

void test('a misspelled key in it would be found', async () => {
	const { services } = await readCompose();
	const broken = { services: { ...services, redis: { ...services['redis'], restrat: 'always' } } };
	assert.notDeepEqual(await problemsOf(broken), []);
});

void test('its n8n is the one that everything here is tried with', async () => {
	const { dependencies } = manifestSchema.parse(await readJson(join(root, 'e2e', 'package.json')));
	const { services } = await readCompose();
	for (const name of ['main', 'worker']) {
		assert.equal(services[name]?.image, `n8nio/n8n:${dependencies.n8n}`);
	}
});

void test('main and workers share queue, database and key', async () => {
	const { services } = await readCompose();
	const ofTheMain = services['main']?.environment;
	const ofTheWorkers = services['worker']?.environment;
	assert.equal(ofTheMain?.['EXECUTIONS_MODE'], 'queue');
	assert.deepEqual({ ...ofTheWorkers, WEBHOOK_URL: ofTheMain['WEBHOOK_URL'] }, ofTheMain);
});

void test('Docker waits for a worker longer than the worker itself does', async () => {
	const { services } = await readCompose();
	const { environment, stop_grace_period: grace = '' } = services['worker'] ?? {};
	assert.ok(parseInt(grace, 10) > Number(environment?.['N8N_GRACEFUL_SHUTDOWN_TIMEOUT']));
});

void test('Redis writes the queue to disk before it answers', async () => {
	const { services } = await readCompose();
	assert.match(services['redis']?.command ?? '', /--appendonly yes --appendfsync always/);
});
