import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_AGAIN_MS = 1_000;
/** A lock folder without a pid for this many looks belongs to a process that died in between. */
const LOOKS_WITHOUT_PID = 5;

/**
 * Whether a process of this id runs now.
 *
 * @param pid a process id, above 0
 */
export function processRuns(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

async function holderOf(lockFolder: string): Promise<number | undefined> {
	try {
		const pid = Number(await readFile(join(lockFolder, 'pid'), 'utf8'));
		return Number.isInteger(pid) && pid > 0 ? pid : undefined;
	} catch {
		return undefined;
	}
}

async function take(lockFolder: string): Promise<boolean> {
	try {
		await mkdir(lockFolder);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
		throw error;
	}
	await writeFile(join(lockFolder, 'pid'), String(process.pid));
	return true;
}

/**
 * Runs `work` while no other process holds the lock; waits for another's end first. The lock of a
 * process that died is taken over. It only saves double work: two that slip through together must
 * still do no harm, so `work` puts its result in place by one rename.
 *
 * @param lockFolder path of a folder that stands for the lock; its parent is made
 * @param onWait told once, with the other's process id, when there is another
 * @param signal ends the waiting when aborted
 * @throws the signal's reason, or what `work` throws
 */
export async function withInstallLock<T>(
	lockFolder: string,
	onWait: (pid: number) => void,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	await mkdir(dirname(lockFolder), { recursive: true });
	let toldAbout: number | undefined;
	let looksWithoutPid = 0;
	while (!(await take(lockFolder))) {
		const holder = await holderOf(lockFolder);
		looksWithoutPid = holder === undefined ? looksWithoutPid + 1 : 0;
		const abandoned =
			holder === undefined ? looksWithoutPid >= LOOKS_WITHOUT_PID : !processRuns(holder);
		if (abandoned) {
			await rm(lockFolder, { recursive: true, force: true });
			continue;
		}
		if (holder !== undefined && holder !== toldAbout) {
			toldAbout = holder;
			onWait(holder);
		}
		await wait(LOOK_AGAIN_MS, undefined, { signal });
	}
	try {
		return await work();
	} finally {
		await rm(lockFolder, { recursive: true, force: true });
	}
}
