import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Options } from '../request/options';
import { readOptions } from '../request/options';
import type { ReadParameter } from '../request/parameters';
import { parameterReader } from '../request/parameters';
import type { Offer, SubmissionRequest } from '../request/submissionRequest';
import { buildRequest } from '../request/submissionRequest';
import { accountFor } from '../response/account';
import { toFailedItem, toNodeError } from '../response/failedItem';
import { hintsFor } from '../response/hints';
import type { Failed, Outcome } from '../response/outcome';
import { failedInput, NOT_REACHED } from '../response/outcome';
import { presenter } from '../response/present';
import { openAccess } from './access';
import { createBrake } from './brake';
import { callOf } from './call';
import { deliver } from './deliver';
import { openLedger } from './ledger';
import { createPace } from './pace';
import { createTurns, runPool } from './pool';
import { createProgress } from './progress';
import { mayRepeatUnknown } from './retry';

/**
 * Carries out one try of the node: every input item becomes one request, and every outcome an output
 * item, or an account of all items where the first failure is to stop the workflow.
 *
 * @param context the try, as n8n gives it
 * @param offer what the node's description offers
 * @returns the items of the node's one output, in input order
 * @throws NodeApiError or NodeOperationError with the account, only where On Error is Stop: with
 * Continue, n8n would pass the input on as if it were the result
 */
export async function run(
	context: IExecuteFunctions,
	offer: Offer,
): Promise<INodeExecutionData[][]> {
	const call = callOf(context);
	const inputs = context.getInputData(0, call === 'tool' ? 'ai_tool' : 'main');
	const stopsAtFailure = !context.continueOnFail();
	const ledger = openLedger(context);
	const outcomes = () => inputs.map((_, index) => ledger.get(index));
	if (stopsAtFailure) throwIfAny(context, outcomes(), isStuck);

	const access = await openAccess(context);
	const read = parameterReader(context, (index) =>
		call === 'tool' ? undefined : inputs[index]?.json,
	);
	const { requestsAtOnce, minInterval } = optionsOfRun(read, offer);
	const brake = createBrake(context.getExecutionCancelSignal());
	const pace = createPace(minInterval, brake);
	const takeTurns = createTurns();
	const noteProgress = createProgress(inputs.length, context.logger);

	const carryOut = async (index: number, earlier: Failed | undefined): Promise<Outcome> => {
		if (access.kind === 'failed') return access;
		const item = {
			index,
			json: call === 'agent' ? undefined : (inputs[index]?.json ?? {}),
			readFile: (property: string) => context.helpers.assertBinaryData(index, property),
		};
		const prepared = prepare(() => buildRequest(read, item, offer));
		if (prepared.kind === 'failed') return prepared;
		const { request } = prepared;
		const work = () => deliver({ context, access, brake, pace }, request, index, earlier);
		return await (request.submission === null
			? work()
			: takeTurns(`${request.form}/${request.submission}`, work));
	};
	const present = access.kind === 'open' ? access.present : presenter([]);
	await runPool(inputs.length, requestsAtOnce, brake, async (index) => {
		const earlier = ledger.get(index);
		if (earlier?.kind === 'done' || isStuck(earlier)) return;
		const latest = await carryOut(index, earlier);
		// What an earlier try sent without an answer stays unknown, whatever the input gives now.
		const isNewer = latest.kind === 'done' || isUnknown(latest);
		const outcome = !isNewer && isUnknown(earlier) ? earlier : latest;
		ledger.set(
			index,
			outcome.kind === 'done' ? outcome : { ...outcome, failure: present(outcome.failure) },
		);
		if (outcome.kind === 'failed' && stopsAtFailure) brake.pull();
		noteProgress();
	});

	if (stopsAtFailure) throwIfAny(context, outcomes(), (outcome) => outcome?.kind !== 'done');
	if (access.kind === 'open') {
		const host = new URL(access.baseUrl).host;
		context.addExecutionHints(...hintsFor(outcomes(), host));
	}
	return [
		outcomes().flatMap((outcome, index) =>
			outcome?.kind === 'done' ? outcome.items : [toFailedItem(outcome ?? NOT_REACHED, index)],
		),
	];
}

interface Prepared {
	readonly kind: 'prepared';
	readonly request: SubmissionRequest;
}

function prepare(build: () => SubmissionRequest): Prepared | Failed {
	try {
		return { kind: 'prepared', request: build() };
	} catch (error) {
		return failedInput(error, "Check the expressions in the node's parameters for this item.");
	}
}

/** How fast a run goes is the same for all its items, so it is read for the first. */
function optionsOfRun(read: ReadParameter, offer: Offer): Options {
	try {
		return readOptions(read('options', 0), offer.options);
	} catch {
		return readOptions({}, offer.options);
	}
}

/** What may have been written and may not be written again stays as it is in a later try. */
function isStuck(outcome: Outcome | undefined): boolean {
	if (!isUnknown(outcome) || outcome.request === undefined) return false;
	const { route, options } = outcome.request;
	return !mayRepeatUnknown(route, options.repeatUnknown);
}

function isUnknown(outcome: Outcome | undefined): outcome is Failed {
	return outcome?.kind === 'failed' && outcome.failure.certainty === 'unknown';
}

/** Tells of the first item that really failed, not of one that was only held back because of it. */
function throwIfAny(
	context: IExecuteFunctions,
	outcomes: readonly (Outcome | undefined)[],
	isMeant: (outcome: Outcome | undefined) => boolean,
): void {
	const indexes = [...outcomes.keys()].filter((index) => isMeant(outcomes[index]));
	const told = indexes.find((index) => hasFailed(outcomes[index])) ?? indexes[0];
	if (told === undefined) return;
	const outcome = outcomes[told];
	throw toNodeError(
		context.getNode(),
		outcome?.kind === 'failed' ? outcome : NOT_REACHED,
		told,
		accountFor(outcomes),
		callOf(context) === 'agent',
	);
}

function hasFailed(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'failed' && !HELD_BACK.has(outcome.failure.code);
}

const HELD_BACK = new Set<Failed['failure']['code']>(['stopped', 'cancelled']);
