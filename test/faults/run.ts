import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import type { INodeParameters, INodeType } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox/log/requestLog.ts';
import { Deduplicator } from '../deduplicator.ts';
import { loadPackage, runNode } from '../engine/engine.ts';
import type { Service } from '../engine/service.ts';
import { assignments, locator, startService, TOKEN } from '../engine/service.ts';
import { chanceOf } from './chance.ts';
import { gatherFacts } from './facts.ts';
import type { Run } from './laws/law.ts';
import type { NextExecution, Plan } from './plan.ts';
import { LONG_TOKENS } from './plan.ts';
import type { SentLog } from './sent.ts';
import { logSent } from './sent.ts';
import { readReport } from './states.ts';
import type { TryLog } from './tries.ts';
import { logTries } from './tries.ts';

const { DataDeduplicationService } = requireOutside('n8n-core');

/** Where the runs of a campaign take place, one after the other. */
export interface Stage {
	readonly service: Service;
	readonly sentLog: SentLog;
	readonly tryLog: TryLog;
	/** Where n8n keeps the keys of its nodes. */
	readonly memory: Deduplicator;
	/** Calls back with each request that has ended, until the next call. */
	onRequestEnd(listener: (entry: LogEntry) => void): void;
}

/**
 * Starts a sandbox and watches the node that n8n's loader holds.
 *
 * @param clock the node's clock, by which the sandbox keeps its limits, so that a wait is as long for both
 */
export async function openStage(clock: () => number): Promise<Stage> {
	const service = await startService({ clock });
	addTokens(service);
	const { type } = (await loadPackage()).getNode('submissions');
	if ('nodeVersions' in type) throw new Error('The node has only one version');
	mixOperations(type);
	const memory = new Deduplicator();
	await DataDeduplicationService.init(memory);
	const sentLog = logSent(new URL(service.address).host);
	const tryLog = logTries(type, sentLog);
	let hear: (entry: LogEntry) => void = () => undefined;
	service.log.onEnd((entry) => {
		hear(entry);
	});
	return {
		service,
		sentLog,
		tryLog,
		memory,
		onRequestEnd: (listener) => {
			hear = listener;
		},
	};
}

function addTokens({ store }: Service): void {
	const account = store.accessTokens.accountOf(TOKEN);
	if (account === undefined) throw new Error('The sandbox does not know its own token');
	for (const token of LONG_TOKENS) store.accessTokens.create(account, 'A long one', token);
}

/**
 * Lets the operation differ from item to item. The editor offers no expression for it, but the node
 * reads it for each item, and operations that meet on one submission are where order matters most.
 */
function mixOperations({ description }: INodeType): void {
	const operation = description.properties.find(({ name }) => name === 'operation');
	if (operation === undefined) throw new Error('The node has no operation');
	delete operation.noDataExpression;
}

/**
 * Carries out a plan on n8n's real engine, and gathers what the server and the node say of it.
 *
 * @returns the first execution by itself, then all that there were; only the first where there is one
 */
export async function carryOut(plan: Plan, stage: Stage): Promise<readonly [Run, Run?]> {
	const { service, sentLog, tryLog, memory } = stage;
	prepareService(plan, service);
	sentLog.clear();
	tryLog.clear();
	const { happens } = chanceOf(plan.seed);
	memory.rows.clear();
	memory.onWrite = () => {
		if (happens(plan.databaseFails)) throw new Error('The database takes nothing');
	};
	const first = await execute(plan, stage);
	const { next } = plan;
	const canRetry = first.outcome.error !== undefined && first.cancelledAt === undefined;
	if (next === undefined || (next.by === 'retry' && !canRetry)) return [first];
	if (next.isWell) service.faults.clear();
	return [first, await execute(plan, stage, { ...next, first })];
}

async function execute(
	plan: Plan,
	stage: Stage,
	next?: NextExecution & { readonly first: Run },
): Promise<Run> {
	const last = { by: next?.by ?? 'first', from: next?.first.tries.length ?? 0 } as const;
	const { service, sentLog, tryLog } = stage;
	let cancelledAt: number | undefined;
	const cancelled = new Promise<void>((resolve) => {
		let ended = 0;
		stage.onRequestEnd(() => {
			if (++ended !== plan.cancelAfter || last.by !== 'first') return;
			cancelledAt = performance.now();
			resolve();
		});
	});
	const outcome = await runNode({
		credential: { ...plan.credential, baseUrl: service.address },
		parameters: parametersOf(plan),
		items: plan.items.map(({ json }) => ({ json })),
		onError: plan.onError,
		cancelWhen: cancelled,
		...(plan.maxTries !== undefined && { maxTries: plan.maxTries }),
		...(next?.by === 'retry' && {
			retryOf: { run: next.first.outcome.run, workflow: next.retryOf },
		}),
	});
	await tryLog.ended();
	await settle(service);
	stage.onRequestEnd(() => undefined);
	const facts = gatherFacts(plan, service, sentLog.sent);
	const told = tryLog.tries.map(
		({ report }, tryNumber) => next?.first.told[tryNumber] ?? readReport(plan, report),
	);
	const { applied, limited } = service.faults;
	const faults = { ...applied, ...(limited > 0 && { limit: limited }) };
	const sent = [...sentLog.sent.values()];
	const tries = [...tryLog.tries];
	return { plan, facts, told, tries, sent, outcome, cancelledAt, last, faults };
}

/**
 * Waits for what was given up on this side and is still on its way to the other. It counts turns of the
 * event loop rather than time, since the loop may be held up for longer than any span.
 */
async function settle({ app, log }: Service): Promise<void> {
	for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
		const known = log.entries.length;
		await delay(1);
		await nextTurn();
		await Promise.race([log.idle(), delay(LONGEST_LEFT_OPEN)]);
		// n8n leaves the connection open where the node gives up an answer whose body stalls.
		if (log.inFlight > 0) app.server.closeAllConnections();
		if (log.entries.length > known) quiet = 0;
	}
}

const QUIET_TURNS = 15;

/** Milliseconds; the node has ended, and what it still had to send would be sent long before. */
const LONGEST_LEFT_OPEN = 300;

function prepareService(plan: Plan, service: Service): void {
	const { store, choices, faults, log } = service;
	const { checked, free } = plan.forms;
	const name = { name: 'name', label: 'Name', type: 'text' as const, required: true };
	store.forms.add({ permalink: checked, name: 'Checked', fields: [name] });
	store.forms.add({ permalink: free, name: 'Free', fields: [] });
	for (const { form, permalink, exists } of plan.targets) {
		if (exists) store.submissions.create(form, { name: 'Before' }, permalink);
	}
	choices.reset();
	choices.set(plan.choices);
	faults.set(plan.faults);
	log.clear();
}

function parametersOf({ fieldDataMode, locatorMode, options }: Plan): INodeParameters {
	return {
		operation: '={{ $json.operation }}',
		form: locator('={{ $json.form }}', locatorMode),
		submission: locator('={{ $json.submission }}', locatorMode),
		fieldDataMode,
		fieldData: assignments(['marker', '={{ $json.marker }}'], ['name', '={{ $json.name }}']),
		fieldDataJson: '={{ { marker: $json.marker, name: $json.name } }}',
		ignoreFields: 'operation, form, submission',
		options: { ...options },
	};
}
