import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { ReadParameter } from '../request/parameters';
import { parameterReader } from '../request/parameters';
import { readOption } from '../request/options';
import { checkProxy } from '../request/proxy';
import type { Offer, SubmissionRequest } from '../request/submissionRequest';
import { buildRequest } from '../request/submissionRequest';
import { accountFor, accountForRetry } from '../response/account';
import { toFailedItem, toNodeError } from '../response/failedItem';
import { failureOfBreakdown } from '../response/failure';
import { hintOf, hintsFor } from '../response/hints';
import type { Failed, Outcome } from '../response/outcome';
import { failedInput, notReached, STOPPED } from '../response/outcome';
import type { Present } from '../response/present';
import { presenter } from '../response/present';
import { openAccess } from './access';
import { createQuestion } from './question';
import type { Brake } from './brake';
import { createBrake } from './brake';
import { callOf, isCancelled } from './call';
import { clock } from './clock';
import { deliver } from './deliver';
import { createKeys } from './keys';
import { forgetKept, keepForRetry, restoreKept } from './kept';
import { createHold } from './hold';
import { openLedger } from './ledger';
import { createLockout } from './lockout';
import { createGate } from './gate';
import { createTurns, runPool } from './pool';
import { createProgress, createWaitLog } from './progress';
import type { RepeatUnknown } from './retry';
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
	const brake = createBrake(context.getExecutionCancelSignal());
	const end = await runToEnd(context, offer, brake).catch(() => endAnyway(context, brake));
	brake.release();
	if (end.kind === 'stop') throw end.error;
	return [end.items];
}

/** How a try ends. */
type End =
	| { readonly kind: 'items'; readonly items: INodeExecutionData[] }
	| { readonly kind: 'stop'; readonly error: NodeApiError | NodeOperationError };

async function runToEnd(context: IExecuteFunctions, offer: Offer, brake: Brake): Promise<End> {
	const call = callOf(context);
	const inputs = context.getInputData(0, call === 'tool' ? 'ai_tool' : 'main');
	const stopsAtFailure = !context.continueOnFail();
	const ledger = openLedger(context);
	const outcomes = () => inputs.map((_, index) => ledger.get(index));
	const holdsUp = (outcome: Outcome | undefined) => isStuck(outcome) && !isEarlier(outcome);
	if (stopsAtFailure && outcomes().some(holdsUp)) {
		return stopAt(context, outcomes(), brake, holdsUp);
	}

	const access = await openAccess(context);
	const read = parameterReader(context, (index) =>
		call === 'tool' ? undefined : inputs[index]?.json,
	);
	const option = (name: OptionOfRun) => optionOfRun(read, inputs.length, offer, name);
	const gate = createGate({
		clock,
		brake,
		most: option('requestsAtOnce'),
		minInterval: option('minInterval') ?? defaultOf(offer, 'minInterval'),
		maxWait: (option('maxWait') ?? defaultOf(offer, 'maxWait')) * MINUTE,
		ask:
			access.kind === 'open'
				? createQuestion(context, access, offer.operations, () => latestRequest)
				: undefined,
		tell: createWaitLog(context.logger),
	});
	if (call === 'workflow' && ledger.size === 0) {
		const kept = await restoreKept(context, inputs, (index) => repeatUnknownOf(read, index));
		for (const [index, outcome] of kept) ledger.set(index, outcome);
	}
	const note = createLockout(brake);
	const noteHeld = createHold(brake);
	for (const outcome of ledger.values()) noteHeld(outcome);
	let latestRequest: SubmissionRequest | undefined;
	const takeTurns = createTurns();
	const keys = createKeys(context, access.kind === 'open' ? access.baseUrl : '', brake);
	const noteProgress = createProgress(inputs.length, context.logger);

	const carryOut = async (index: number, earlier: Failed | undefined): Promise<Outcome> => {
		if (access.kind === 'failed') return access;
		const item = {
			index,
			json: call === 'agent' ? undefined : (inputs[index]?.json ?? {}),
			readFile: (property: string) => context.helpers.assertBinaryData(index, property),
		};
		const prepared = prepare(() => {
			const built = buildRequest(read, item, offer);
			const skips = access.allowUnauthorizedCerts || built.options.allowUnauthorizedCerts;
			checkProxy(built.proxy, skips, access);
			return built;
		});
		if (prepared.kind === 'failed') return prepared;
		const { request } = prepared;
		latestRequest = request;
		const work = (before: Failed | undefined) =>
			deliver({ context, access, brake, gate, note }, request, index, before);
		return await (request.submission === null
			? keys.once(request, index, earlier, work)
			: takeTurns(`${request.form}/${request.submission}`, () => work(earlier)));
	};
	const present = access.kind === 'open' ? access.present : presenter([]);
	const breakdown = await runPool(
		inputs.length,
		() => gate.size,
		brake,
		async (index) => {
			const earlier = ledger.get(index);
			if (earlier?.kind === 'done' || isStuck(earlier)) return;
			const latest = await carryOut(index, earlier);
			// What an earlier try sent without an answer stays unknown, whatever the input gives now.
			const isNewer = latest.kind === 'done' || isUnknown(latest);
			const outcome = !isNewer && isUnknown(earlier) ? earlier : latest;
			ledger.set(index, presented(outcome, present, brake));
			noteHeld(ledger.get(index));
			if (outcome.kind === 'failed' && stopsAtFailure && !isEarlier(outcome)) brake.pull('stopped');
			noteProgress();
		},
	);
	if (breakdown !== undefined) context.logger.error(BROKE_DOWN);
	const saidOfKeys = await keys.end();

	const endsWell = !(stopsAtFailure && outcomes().some(isNotDone)) && !isCancelled(context);
	if (call === 'workflow') {
		if (endsWell) forgetKept(context);
		else await keepForRetry(context, inputs, ledger);
	}
	const end = endOf(context, outcomes(), brake, saidOfKeys);
	if (end.kind === 'items') {
		context.addExecutionHints(...saidOfKeys.map(hintOf));
		if (access.kind === 'open') {
			const host = new URL(access.baseUrl).host;
			context.addExecutionHints(...hintsFor(outcomes(), host));
		}
	}
	return end;
}

function isNotDone(outcome: Outcome | undefined): boolean {
	return outcome?.kind !== 'done';
}

function endOf(
	context: IExecuteFunctions,
	outcomes: readonly (Outcome | undefined)[],
	brake: Brake,
	saidOfKeys: readonly string[],
): End {
	if (!context.continueOnFail() && outcomes.some(isNotDone)) {
		return stopAt(context, outcomes, brake, isNotDone, saidOfKeys);
	}
	const items = outcomes.flatMap((outcome, index) =>
		outcome?.kind === 'done'
			? outcome.items
			: [toFailedItem(outcome ?? notReached(brake.reason ?? STOPPED), index)],
	);
	return { kind: 'items', items };
}

/** Before or after the sending something of the node itself broke down: what is known is told. */
function endAnyway(context: IExecuteFunctions, brake: Brake): End {
	brake.pull('brokeDown');
	context.logger.error(BROKE_DOWN);
	const ledger = openLedger(context);
	const inputs = context.getInputData(0, callOf(context) === 'tool' ? 'ai_tool' : 'main');
	const outcomes = inputs.map((_, index) => ledger.get(index));
	return endOf(context, outcomes, brake, []);
}

/** What was thrown is not told: it may hold a request, with the credentials in it. */
const BROKE_DOWN =
	'Submissions: the node itself broke down, so that not all items had their turn. Report it with the version of this node and of n8n.';

/** An outcome that is fit to be shown and saved. */
function presented(outcome: Outcome, present: Present, brake: Brake): Outcome {
	if (outcome.kind === 'done') return outcome;
	try {
		return { ...outcome, failure: present(outcome.failure) };
	} catch {
		brake.pull('brokeDown');
		const { certainty } = outcome.failure;
		return { ...outcome, failure: { ...failureOfBreakdown(certainty === 'unknown'), certainty } };
	}
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

/** Options that hold for a run as a whole. */
type OptionOfRun = 'maxWait' | 'minInterval' | 'requestsAtOnce';

/** In milliseconds. */
const MINUTE = 60_000;

/** So many items are asked for an option of the whole run, before its default holds. */
const MOST_ASKED = 100;

/**
 * How fast a run goes is the same for all its items. It is read for the first item for which it can be,
 * by itself: another option whose expression fails there must not undo a limit.
 *
 * @returns undefined where it was not added
 */
function optionOfRun(
	read: ReadParameter,
	count: number,
	offer: Offer,
	name: OptionOfRun,
): number | undefined {
	for (let index = 0; index < Math.min(count, MOST_ASKED); index++) {
		try {
			const given = givenOption(read, index, name);
			return given === undefined || given === null
				? undefined
				: readOption(given, offer.options, name);
		} catch {
			continue;
		}
	}
	return defaultOf(offer, name);
}

function defaultOf(offer: Offer, name: OptionOfRun): number {
	return readOption(undefined, offer.options, name);
}

function givenOption(read: ReadParameter, index: number, name: string): unknown {
	try {
		const options: unknown = read('options', index);
		return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
	} catch {
		return read(`options.${name}`, index);
	}
}

function repeatUnknownOf(read: ReadParameter, index: number): RepeatUnknown {
	try {
		const given = givenOption(read, index, 'repeatUnknown');
		return given === 'all' || given === 'updates' ? given : 'never';
	} catch {
		return 'never';
	}
}

/** What may have been written and may not be written again stays as it is in a later try. */
function isStuck(outcome: Outcome | undefined): boolean {
	if (!isUnknown(outcome) || outcome.request === undefined) return false;
	const { route, repeatUnknown } = outcome.request;
	return !mayRepeatUnknown(route, repeatUnknown);
}

function isUnknown(outcome: Outcome | undefined): outcome is Failed {
	return outcome?.kind === 'failed' && outcome.failure.certainty === 'unknown';
}

/** What another execution left holds no item of this one up. */
function isEarlier(outcome: Outcome | undefined): boolean {
	return outcome?.earlier !== undefined;
}

/** Tells of the first item that really failed, not of one that had no turn because of it. */
function stopAt(
	context: IExecuteFunctions,
	outcomes: readonly (Outcome | undefined)[],
	brake: Brake,
	isMeant: (outcome: Outcome | undefined) => boolean,
	saidOfKeys: readonly string[] = [],
): End {
	const indexes = [...outcomes.keys()].filter((index) => isMeant(outcomes[index]));
	const told = indexes.find((index) => hasFailed(outcomes[index])) ?? indexes[0] ?? 0;
	const outcome = outcomes[told];
	const cancelled = isCancelled(context);
	// What is kept of a sub-workflow is not there for the Retry of the workflow that called it.
	const isRetried =
		callOf(context) === 'workflow' && context.getMode() !== 'integrated' && !cancelled;
	const error = toNodeError(
		context.getNode(),
		outcome?.kind === 'failed' ? outcome : notReached(brake.reason ?? STOPPED),
		told,
		[...saidOfKeys, accountFor(outcomes)].join(' '),
		{
			byAgent: callOf(context) === 'agent',
			isCancelled: cancelled,
			...(isRetried && { onRetry: accountForRetry(outcomes, outcomes.some(isStuck)) }),
		},
	);
	return { kind: 'stop', error };
}

function hasFailed(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'failed' && !HAD_NO_TURN.has(outcome.failure.code);
}

const HAD_NO_TURN = new Set<Failed['failure']['code']>([
	'stopped',
	'cancelled',
	'cancelledBefore',
	'lockedOut',
	'brokeDown',
	'askedTooLong',
	'waitedInVain',
	'heldTooMuch',
]);
