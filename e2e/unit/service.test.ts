import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MissingPiece } from '../missingPiece.ts';
import { freePort, requireFreePort } from '../ports.ts';
import { startService, untilReady, type Service } from '../service.ts';

let folder: string;
before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'service-'));
});
after(async () => {
	await rm(folder, { recursive: true });
});

async function start(script: string, onLine?: (line: string) => void): Promise<Service> {
	return await startService({
		name: 'The service',
		command: [process.execPath, '--eval', script],
		cwd: folder,
		env: process.env,
		logFile: join(folder, 'service.log'),
		...(onLine === undefined ? {} : { onLine }),
	});
}

void test('its lines are told and logged, and it ends when asked', async () => {
	const lines: string[] = [];
	const service = await start(
		'process.stdout.write("one\\ntw"); process.stdout.write("o\\n"); setInterval(() => {}, 1e6)',
		(line) => lines.push(line),
	);
	await untilReady(service, () => Promise.resolve(lines.length === 2), 10_000);
	assert.deepEqual(lines, ['one', 'two']);
	await service.stop();
	assert.equal(await service.ended, 'SIGTERM');
	assert.ok(!service.running());
	assert.match(await readFile(service.logFile, 'utf8'), /one\ntwo\n/);
});

void test('one that does not heed SIGTERM is killed after the grace time', async () => {
	let ready = false;
	const service = await start(
		'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1e6)',
		() => {
			ready = true;
		},
	);
	await untilReady(service, () => Promise.resolve(ready), 10_000);
	await service.stop(10);
	assert.equal(await service.ended, 'SIGKILL');
});

void test('one that ends while it starts is reported with its last words', async () => {
	const service = await start('console.error("no database"); process.exit(3)');
	await assert.rejects(
		untilReady(service, () => Promise.resolve(false), 10_000),
		/The service ended while it started \(3\)[^]*no database/,
	);
});

void test('one that is never ready is given up', async () => {
	const service = await start('setInterval(() => {}, 1e6)');
	await assert.rejects(
		untilReady(service, () => Promise.reject(new Error('refused')), 0),
		/was not ready after 0 s/,
	);
	await service.stop();
});

void test('a port that is taken is refused in a sentence that names the option', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	assert.ok(address !== null && typeof address === 'object');
	await assert.rejects(requireFreePort(address.port, '--port'), (error) => {
		assert.ok(error instanceof MissingPiece);
		assert.match(error.message, new RegExp(`Port ${address.port} is taken:.*--port`));
		return true;
	});
	server.close();
	const free = await freePort();
	assert.equal(await requireFreePort(free, '--port'), free);
});
