import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { itemsOf } from '../../e2e/execution.ts';
import { freePort } from '../../e2e/ports.ts';
import type { RunningSandbox } from '../../e2e/sandbox.ts';
import { MEASURED } from '../contenders.ts';
import { untilEnded } from '../measure.ts';
import type { Seat, Stand } from '../stand.ts';
import { taskWorkflow, TRIGGER } from '../taskWorkflow.ts';
import { openFront, type Front } from './front.ts';
import type { Outage, Service } from './services.ts';
import { tally, unknownAmong, type Tally } from './tally.ts';
import { taskAt, ways, wayNode, type WayName } from './ways.ts';

/** What one run of one node at one service came to. */
export interface Attempt extends Tally {
	/** Items that came out with the word that it is not known whether they are filed; of Continue alone. */
	readonly unknown?: number;
	/** From the node's start to its end, in milliseconds, by n8n's own record. */
	readonly wallMs: number;
	/** It did not end by itself. */
	readonly brokenOff?: true;
	/** What there is to say of a run that did not end as others do. */
	readonly note?: string;
}

/** An attempt, and whether its n8n must not be used again. */
export interface Attempted {
	readonly attempt: Attempt;
	readonly spent: boolean;
}

const LOOK_EVERY_MS = 50;
const QUIET_MS = 500;
const QUIET_WITHIN_MS = 30_000;

const runSchema = z.object({ executionTime: z.number() });

/**
 * Creates all submissions of a service in one way and counts what became of them.
 *
 * @param giveUpMs milliseconds after which the run is broken off and n8n with it
 */
export async function attemptAt(
	service: Service,
	way: WayName,
	{ stand, seat, giveUpMs }: { stand: Stand; seat: Seat; giveUpMs: number },
): Promise<Attempted> {
	const front = await openService(stand, service);
	const over = new AbortController();
	try {
		const sandbox = stand.sandbox();
		const measured = wayNode(way, service, stand.target);
		const workflow = await seat.editor.createWorkflow(taskWorkflow(taskAt(service), [], measured));
		const id = await seat.editor.start(workflow, TRIGGER);
		const outage = outageDuring(sandbox, service, front, over.signal);
		const ended = await untilEnded(seat, id, giveUpMs);
		over.abort();
		await outage;
		if (!ended) await seat.close();
		await untilQuiet(sandbox);
		const result = ended ? await resultOf(seat, id, way) : givenUp(giveUpMs);
		const { entries } = await sandbox.received();
		const counts = tally(await sandbox.submissions(), new Set(stand.permalinks), entries);
		return { attempt: { ...counts, ...result }, spent: !ended };
	} finally {
		over.abort();
		front?.close();
	}
}

/** A service that will be restarted is behind a front, which is where the credential says. */
async function openService(stand: Stand, service: Service): Promise<Front | undefined> {
	const { outage } = service;
	const hidden = outage?.kind === 'restart' ? await freePort() : undefined;
	await stand.renewSandbox(hidden);
	await stand.sandbox().set('faults', faultsOf(service));
	if (hidden === undefined) return undefined;
	return await openFront(Number(new URL(stand.target.address).port), hidden);
}

function faultsOf({ delayMs, limit }: Service, rules: readonly string[] = []): object {
	return {
		rules: [...rules, `slow:${String(delayMs)}`],
		limits: limit === undefined ? [] : [limit],
	};
}

async function outageDuring(
	sandbox: RunningSandbox,
	service: Service,
	front: Front | undefined,
	over: AbortSignal,
): Promise<void> {
	const { outage } = service;
	if (outage === undefined || !(await hasReceived(sandbox, outage, over))) return;
	if (outage.kind === 'gateway') {
		await sandbox.set('faults', faultsOf(service, [`refuse:502@forMs=${String(outage.ms)}`]));
	}
	await front?.refuse(outage.ms);
}

async function hasReceived(
	sandbox: RunningSandbox,
	{ afterRequests }: Outage,
	over: AbortSignal,
): Promise<boolean> {
	while (!over.aborted) {
		if ((await sandbox.received()).entries.length >= afterRequests) return true;
		await wait(LOOK_EVERY_MS);
	}
	return false;
}

/** A node that has ended may have left requests under way, and they count. */
async function untilQuiet(sandbox: RunningSandbox): Promise<void> {
	const deadline = performance.now() + QUIET_WITHIN_MS;
	let before = -1;
	while (performance.now() < deadline) {
		const { entries, inFlight } = await sandbox.received();
		if (inFlight === 0 && entries.length === before) return;
		before = entries.length;
		await wait(QUIET_MS);
	}
}

async function resultOf(
	seat: Seat,
	id: string,
	way: WayName,
): Promise<Pick<Attempt, 'wallMs' | 'unknown' | 'note'>> {
	const execution = await seat.editor.finished(id);
	const run = execution.runs[MEASURED]?.[0];
	if (run === undefined) {
		throw new Error(`The node never began: ${execution.error?.message ?? execution.status}`);
	}
	const { executionTime } = runSchema.parse(run);
	const goesOn = ways[way].settings?.onError !== undefined;
	return {
		wallMs: executionTime,
		...(goesOn && { unknown: unknownAmong(itemsOf(execution, MEASURED)) }),
		...(execution.status !== 'success' && {
			note: `Ended as ${execution.status}: ${execution.error?.message ?? 'no message'}`,
		}),
	};
}

function givenUp(giveUpMs: number): Pick<Attempt, 'wallMs' | 'brokenOff' | 'note'> {
	const seconds = String(Math.round(giveUpMs / 1_000));
	return {
		wallMs: giveUpMs,
		brokenOff: true,
		note: `Did not end within ${seconds} s and was broken off`,
	};
}
