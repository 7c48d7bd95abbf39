import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from './clock';

/**
 * What a claim found of a key.
 *
 * - `free`: nobody has sent it, and now it is claimed;
 * - `created`: it was sent before, and it was created;
 * - `open`: it was sent before, and what became of it is not noted; it is claimed still;
 * - `notClaimed`: n8n's database took no claim.
 */
export type Claim =
	| { readonly standing: 'free' | 'open' | 'notClaimed' }
	/** `isNoted` where n8n's database also took back what was noted of this claim itself. */
	| { readonly standing: 'created'; readonly isNoted: boolean };

/**
 * The memory that a node has of keys, in n8n's database: its own deduplication helper. To ask it is to
 * record, and nothing can be read back; so each key has two marks. Both are recorded in one call before
 * the key is sent: `sent` stays, `open` goes once it is known that it was created, and both go where it
 * was not.
 */
export interface Marks {
	/**
	 * Waits until nobody else in this process is at work on a key.
	 *
	 * @param ended ends the wait before its time
	 * @returns lets go of it again; undefined where the wait was ended
	 */
	hold(key: string, ended: AbortSignal): Promise<(() => void) | undefined>;
	/**
	 * Claims a key that is held; it never throws.
	 *
	 * @param most how many keys are remembered; beyond them the oldest are forgotten
	 */
	claim(key: string, most: number): Promise<Claim>;
	/** Notes that what was claimed was created. */
	settle(key: string): Promise<void>;
	/** Notes that what was claimed was not created. */
	giveBack(key: string): Promise<void>;
	/** How many marks there are; undefined where n8n does not tell. */
	count(): Promise<number | undefined>;
}

/**
 * Whether n8n has such a memory.
 *
 * @param context the node's run
 */
export function canKeepMarks(context: IExecuteFunctions): boolean {
	return (
		Reflect.has(context.helpers, 'checkProcessedAndRecord') &&
		Reflect.has(context.helpers, 'removeProcessed')
	);
}

/**
 * Opens the memory of a node. n8n reads and rewrites it as a whole, without a transaction, so in this
 * process one writer does it for all runs of the node, and what is asked for in the same moment goes in
 * one call.
 *
 * @param context the node's run
 */
export function openMarks(context: IExecuteFunctions): Marks {
	const place = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	const { helpers } = context;
	return {
		hold: async (key, ended) => await writerAt(place).hold(key, ended),
		claim: async (key, most) => await writerAt(place).claim({ helpers, key, most }),
		settle: async (key) => {
			await writerAt(place).remove({ helpers, marks: [openMark(key)] });
		},
		giveBack: async (key) => {
			await writerAt(place).remove({ helpers, marks: marksOf(key) });
		},
		async count() {
			const counted = new AbortController();
			try {
				return await Promise.race([
					helpers.getProcessedDataCount('node', { mode: 'entries' }),
					clock.sleep(LONGEST_CALL, counted.signal).then(() => undefined),
				]);
			} catch {
				return undefined;
			} finally {
				counted.abort();
			}
		},
	};
}

type Helpers = IExecuteFunctions['helpers'];

interface Writer {
	readonly hold: Marks['hold'];
	claim(asked: Omit<AskedClaim, 'tell'>): Promise<Claim>;
	remove(asked: Omit<AskedRemoval, 'tell'>): Promise<void>;
}

interface AskedClaim {
	readonly helpers: Helpers;
	readonly key: string;
	readonly most: number;
	readonly tell: (claim: Claim) => void;
}

interface AskedRemoval {
	readonly helpers: Helpers;
	readonly marks: readonly string[];
	readonly tell: (isRemoved: boolean) => void;
}

/** By workflow and node. One lasts as long as somebody holds a key or waits for one, or it writes, so that all have the same. */
const writers = new Map<string, Writer>();

function writerAt(place: string): Writer {
	const writer = writers.get(place) ?? newWriter(() => writers.delete(place));
	writers.set(place, writer);
	return writer;
}

function newWriter(close: () => void): Writer {
	const held = new Map<string, Promise<void>>();
	let claims: AskedClaim[] = [];
	let removals: AskedRemoval[] = [];
	let isAtWork = false;
	let isStuck = false;
	/** Who holds a key, or waits for one. */
	let users = 0;

	// A second writer beside a call that is still under way could undo what that one writes.
	const closeUnused = () => {
		if (users === 0 && !isAtWork) close();
	};
	const leave = () => {
		users--;
		closeUnused();
	};
	/** Nobody waits for a call that may never end; what is to be removed is, should it end all the same. */
	const giveUp = (removing: readonly AskedRemoval[], claiming: readonly AskedClaim[]) => {
		isStuck = true;
		for (const { tell } of [...removing, ...removals]) tell(false);
		for (const { tell } of [...claiming, ...claims]) tell({ standing: 'notClaimed' });
		claims = [];
	};

	const workOff = async () => {
		if (isAtWork) return;
		isAtWork = true;
		// What is asked for in the same moment goes along.
		await Promise.resolve();
		while (claims.length > 0 || removals.length > 0) {
			const [removing, claiming] = [removals, claims];
			[removals, claims] = [[], []];
			const written = new AbortController();
			void clock.sleep(LONGEST_CALL, written.signal).then(() => {
				if (!written.signal.aborted) giveUp(removing, claiming);
			});
			// First what was given back: it may be claimed anew.
			await removeAll(removing);
			const free = await claimAll(claiming);
			written.abort();
			// What was called not claimed is not sent: the next one is to find it free.
			if (isStuck) await removeAll(free.map(({ helpers, key }) => removalOf(helpers, key)));
			isStuck = false;
		}
		isAtWork = false;
		closeUnused();
	};

	return {
		async hold(key, ended) {
			users++;
			while (!ended.aborted) {
				const holder = held.get(key);
				if (holder === undefined) break;
				await endOf(holder, ended);
			}
			if (ended.aborted) {
				leave();
				return undefined;
			}
			let wake: () => void = () => undefined;
			const released = new Promise<void>((resolve) => {
				wake = resolve;
			});
			held.set(key, released);
			return () => {
				held.delete(key);
				leave();
				wake();
			};
		},
		async claim(asked) {
			if (isStuck) return { standing: 'notClaimed' };
			return await new Promise((tell) => {
				claims.push({ ...asked, tell });
				void workOff();
			});
		},
		async remove(asked) {
			const isRemoved = await new Promise<boolean>((tell) => {
				removals.push({ ...asked, tell });
				void workOff();
				if (isStuck) tell(false);
			});
			if (!isRemoved) throw new Error("n8n's database did not take it");
		},
	};
}

async function endOf(holder: Promise<void>, ended: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const wake = () => {
			ended.removeEventListener('abort', wake);
			resolve();
		};
		ended.addEventListener('abort', wake);
		void holder.then(wake);
		if (ended.aborted) wake();
	});
}

/** @returns those whose keys were free */
async function claimAll(asked: readonly AskedClaim[]): Promise<readonly AskedClaim[]> {
	const helpers = asked[0]?.helpers;
	if (helpers === undefined) return [];
	const marks = asked.flatMap(({ key }) => marksOf(key));
	const most = Math.max(...asked.map((claim) => claim.most));
	const options = { mode: 'entries' as const, maxEntries: most + MARKS_UNDER_WAY + marks.length };
	const recorded = await tryAgain(() => helpers.checkProcessedAndRecord(marks, 'node', options));
	if (recorded === undefined) {
		for (const { tell } of asked) tell({ standing: 'notClaimed' });
		return [];
	}
	const known = new Set<unknown>(recorded.processed);
	const created = asked.filter(({ key }) => known.has(sentMark(key)) && !known.has(openMark(key)));
	const isNoted = await removeMarks(
		helpers,
		created.map(({ key }) => openMark(key)),
	);
	for (const { key, tell } of asked) {
		if (known.has(openMark(key))) tell({ standing: 'open' });
		else if (known.has(sentMark(key))) tell({ standing: 'created', isNoted });
		else tell({ standing: 'free' });
	}
	return asked.filter(({ key }) => !known.has(openMark(key)) && !known.has(sentMark(key)));
}

/** A removal that nobody waits for. */
function removalOf(helpers: Helpers, key: string): AskedRemoval {
	return { helpers, marks: marksOf(key), tell: () => undefined };
}

async function removeAll(asked: readonly AskedRemoval[]): Promise<void> {
	const helpers = asked[0]?.helpers;
	if (helpers === undefined) return;
	const isRemoved = await removeMarks(
		helpers,
		asked.flatMap(({ marks }) => marks),
	);
	for (const { tell } of asked) tell(isRemoved);
}

async function removeMarks(helpers: Helpers, marks: string[]): Promise<boolean> {
	if (marks.length === 0) return true;
	const removed = await tryAgain(async () => {
		await helpers.removeProcessed(marks, 'node', { mode: 'entries' });
		return true;
	});
	return removed ?? false;
}

/** Marks of keys that are under way, which must not be forgotten for the newest. */
const MARKS_UNDER_WAY = 200;

/** A connection that the database lost may be waited for without an end. In milliseconds. */
const LONGEST_CALL = 30_000;

const TRIES = 3;
const WAIT_BETWEEN = 100;

/**
 * A database is locked for a moment, and the first writers of two processes get in each other's way.
 * To claim again is harmless: a mark that was recorded all the same is found, and nothing is sent.
 */
async function tryAgain<T>(call: () => Promise<T>): Promise<T | undefined> {
	for (let tries = 1; ; tries++) {
		try {
			return await call();
		} catch {
			if (tries === TRIES) return undefined;
			await clock.sleep(WAIT_BETWEEN * tries);
		}
	}
}

function marksOf(key: string): string[] {
	return [sentMark(key), openMark(key)];
}

/** n8n keeps only a hash of them. */
function sentMark(key: string): string {
	return `sent ${key}`;
}

function openMark(key: string): string {
	return `open ${key}`;
}
