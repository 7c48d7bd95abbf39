import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
	const seconds: Promise<number>[] = [];
	await withInstallLock(lock, unexpected, async () => {
		const holder = await new Promise<number>((toldAbout) => {
			seconds.push(
				withInstallLock(lock, toldAbout, () => Promise.resolve(log.push('second begins'))),
			);
		});
		assert.equal(holder, process.pid);
		await nextTurn();
		log.push('first ends');
	});
	await Promise.all(seconds);
	assert.deepEqual(log, ['first ends', 'second begins']);
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
