import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { processRuns, withInstallLock } from '../installLock.ts';

let folder: string;
let lock: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'install-lock-'));
	lock = join(folder, 'cache', 'n8n.lock');
});
afterEach(async () => {
	await rm(folder, { recursive: true });
});

function unexpected(): never {
	throw new assert.AssertionError({ message: 'this must not be called' });
}

function pidOfTheDead(): number {
	const { pid } = spawnSync(process.execPath, ['--version']);
	assert.ok(!processRuns(pid));
	return pid;
}

void test('a second one waits until the first has ended', async () => {
	const log: string[] = [];
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	const first = withInstallLock(lock, unexpected, async () => {
		log.push('first begins');
		await held;
		log.push('first ends');
	});
	const second = withInstallLock(
		lock,
		(pid) => {
			log.push(`second waits for ${pid === process.pid ? 'this process' : 'another'}`);
			release();
		},
		() => {
			log.push('second');
			return Promise.resolve();
		},
	);
	await Promise.all([first, second]);
	assert.deepEqual(log, ['first begins', 'second waits for this process', 'first ends', 'second']);
});

void test('the lock is free again after a failure', async () => {
	const failing = withInstallLock(lock, unexpected, () => Promise.reject(new Error('no network')));
	await assert.rejects(failing, { message: 'no network' });
	assert.ok(!existsSync(lock));
});

void test('the lock of a process that died is taken over', async () => {
	await mkdir(lock, { recursive: true });
	await writeFile(join(lock, 'pid'), String(pidOfTheDead()));
	assert.equal(await withInstallLock(lock, unexpected, () => Promise.resolve('done')), 'done');
});

void test('waiting ends when it is told to stop', async () => {
	await mkdir(lock, { recursive: true });
	await writeFile(join(lock, 'pid'), String(process.pid));
	const stop = new AbortController();
	const waiting = withInstallLock(
		lock,
		() => {
			stop.abort(new Error('stopped'));
		},
		() => Promise.resolve(unexpected()),
		stop.signal,
	);
	await assert.rejects(waiting, { name: 'AbortError' });
	assert.ok(existsSync(lock), 'the other keeps its lock');
});
