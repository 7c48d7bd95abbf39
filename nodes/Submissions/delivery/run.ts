import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parameterReader, writtenReader } from '../request/parameters';
import { previewOf } from '../request/preview';
import { checkProxy } from '../request/proxy';
import type { Offer, SubmissionRequest } from '../request/submissionRequest';
import { buildRequest } from '../request/submissionRequest';
import { failureOfBreakdown } from '../response/failure';
import { hintOf, hintsFor } from '../response/hints';
import type { Failed, Outcome } from '../response/outcome';
import { failedInput, keptOf } from '../response/outcome';
import { toCheckedItem } from '../response/output';
import type { Present } from '../response/present';
import { presenter, textPresenter } from '../response/present';
import type { Access } from './access';
import { openAccess } from './access';
import { askService } from './question';
import type { Brake } from './brake';
import { createBrake } from './brake';
import { callOf, isCancelled } from './call';
import { clock } from './clock';
import { deliver } from './deliver';
import type { End, Ending } from './end';
import { endOf, isNotDone, stopAt } from './end';
import type { OptionOfRun } from './itemOptions';
import { defaultOf, isDryRun, optionOfRun, repeatUnknownOf } from './itemOptions';
import { createKeys } from './keys';
import { forgetKept, keepForRetry, restoreKept } from './kept';
import { createHold } from './hold';
import { openLedger } from './ledger';
import { createLockout } from './lockout';
import { createGate } from './gate';
import { hiddenIn } from './hidden';
import { createTurns, runPool } from './pool';
import { createProgress, createWaitLog } from './progress';
import { createRest } from './rest';
import { isStuck, isUnknown } from './retry';

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
	const call = callOf(context);
	const inputs = context.getInputData(0, call === 'tool' ? 'ai_tool' : 'main');
	const read = parameterReader(context, (index) =>
		call === 'tool' ? undefined : inputs[index]?.json,
	);
	const ending = { context, offer, read, inputs, brake };
	const end = await runToEnd(ending).catch(() => endAnyway(ending));
	brake.release();
	if (end.kind === 'stop') throw end.error;
	return [end.items];
}

async function runToEnd(ending: Ending): Promise<End> {
	const { context, offer, read, inputs, brake } = ending;
	const call = callOf(context);
	const stopsAtFailure = !context.continueOnFail();
	const ledger = openLedger(context);
	const outcomes = () => inputs.map((_, index) => ledger.get(index));
	const holdsUp = (outcome: Outcome | undefined) => isStuck(outcome) && !isEarlier(outcome);
	if (stopsAtFailure && outcomes().some(holdsUp)) return stopAt(ending, outcomes(), holdsUp);

	const access = await openAccess(context, inputs.length);
	const option = (name: OptionOfRun) => optionOfRun(read, inputs.length, offer, name);
	const given = (name: OptionOfRun) => option(name) ?? defaultOf(offer, name);
	let asking: Promise<unknown> | undefined;
	const gate = createGate({
		clock,
		brake,
		most: option('requestsAtOnce'),
		minInterval: given('minInterval'),
		maxWait: given('maxWait') * MINUTE,
		ask:
			access.kind === 'open'
				? async () => {
						const answer = askService(context, access, offer.operations, latestRequest);
						asking = answer;
						return await answer;
					}
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
	const readWritten = writtenReader(context);
	const rest = createRest();
	const ownUrl = access.kind === 'open' ? access.baseUrl : '';
	const keys = createKeys(context, ownUrl, given('keysToRemember'), brake);
	/** Where nothing is sent, all can be checked; it is found out at the first failure. */
	let sendsNothing: boolean | undefined;
	const noteProgress = createProgress(inputs.length, context.logger);

	const carryOut = async (index: number, earlier: Failed | undefined): Promise<Outcome> => {
		if (access.kind === 'failed') return presented(access, presenter([]), brake);
		const item = {
			index,
			json: call === 'agent' ? undefined : (inputs[index]?.json ?? {}),
			readFile: (property: string) => context.helpers.assertBinaryData(index, property),
			readWritten,
		};
		const prepared = prepare(() => {
			const built = buildRequest(read, item, offer);
			const skips = access.allowUnauthorizedCerts || built.options.allowUnauthorizedCerts;
			checkProxy(built.proxy, skips, access);
			return built;
		});
		if (prepared.kind === 'failed') return presented(prepared, access.present, brake);
		const { request } = prepared;
		if (request.options.dryRun) {
			const items = [toCheckedItem(previewOf(request, access.baseUrl), index)];
			const checked = { kind: 'checked', request: keptOf(request), items, attempts: 0 } as const;
			return keys.check(request) ?? checked;
		}
		latestRequest = request;
		const work = (asked: SubmissionRequest) => async (before: Failed | undefined) =>
			await deliver(
				{ context, access, brake, gate, rest, note, stopsAtFailure },
				asked,
				index,
				before,
			);
		const create = async (asked: SubmissionRequest) =>
			await keys.once(asked, index, ofSameKind(earlier, asked), work(asked));
		const change = async () => {
			const outcome = await work(request)(ofSameKind(earlier, request));
			const { instead } = request;
			const isNotThere = outcome.kind === 'done' && outcome.notFound === true;
			return instead !== undefined && isNotThere ? await create(instead) : outcome;
		};
		const outcome = await (request.submission === null
			? create(request)
			: takeTurns(`${request.form}/${request.submission}`, change));
		// It takes its time to make what hides, which nothing needs that is done.
		return outcome.kind === 'failed'
			? presented(outcome, presentOf(access, request), brake)
			: outcome;
	};
	const breakdown = await runPool(
		inputs.length,
		() => gate.size,
		brake,
		rest,
		async (index) => {
			const earlier = ledger.get(index);
			if (earlier?.kind === 'done' || isStuck(earlier)) return;
			const latest = await carryOut(index, earlier?.kind === 'failed' ? earlier : undefined);
			// What an earlier try sent without an answer stays unknown, whatever the input gives now.
			const isNewer = latest.kind === 'done' || isUnknown(latest);
			const outcome = !isNewer && isUnknown(earlier) ? earlier : latest;
			ledger.set(index, outcome);
			noteHeld(outcome);
			const isStop = outcome.kind === 'failed' && stopsAtFailure && !isEarlier(outcome);
			if (isStop && !(sendsNothing ??= isDryRun(read, inputs.length))) brake.pull('stopped');
			noteProgress();
		},
	);
	if (breakdown !== undefined) context.logger.error(BROKE_DOWN);
	// Once it has ended, nothing of a run is under way: a next try would send beside it.
	await asking;
	const saidOfKeys = await keys.end();

	const endsWell = !(stopsAtFailure && outcomes().some(isNotDone)) && !isCancelled(context);
	if (call === 'workflow') {
		if (endsWell) forgetKept(context);
		else await keepForRetry(context, inputs, ledger);
	}
	const end = await endOf(ending, outcomes(), saidOfKeys);
	if (end.kind === 'items') {
		context.addExecutionHints(...saidOfKeys.map(hintOf));
		const isOpen = access.kind === 'open';
		const present = textPresenter(isOpen ? access.secrets : []);
		const hints = hintsFor(outcomes(), isOpen ? new URL(access.baseUrl).host : undefined);
		context.addExecutionHints(
			...hints.map((hint) => ({ ...hint, message: present(hint.message) })),
		);
	}
	return end;
}

/** In milliseconds. */
const MINUTE = 60_000;

/** What became of an update says nothing of the create in its place. */
function ofSameKind(earlier: Failed | undefined, { kind }: SubmissionRequest): Failed | undefined {
	const before = earlier?.request?.kind;
	return before === undefined || before === kind ? earlier : undefined;
}

/** Hides what the item's own headers and its proxy carry, too. */
function presentOf(access: Access, request: SubmissionRequest): Present {
	const hidden = hiddenIn(request);
	return hidden.length === 0 ? access.present : presenter([...access.secrets, ...hidden]);
}

/** What another execution left holds no item of this one up. */
function isEarlier(outcome: Outcome | undefined): boolean {
	return outcome?.earlier !== undefined;
}

/** Before or after the sending something of the node itself broke down: what is known is told. */
async function endAnyway(ending: Ending): Promise<End> {
	const { context, inputs, brake } = ending;
	brake.pull('brokeDown');
	context.logger.error(BROKE_DOWN);
	const ledger = openLedger(context);
	return await endOf(
		ending,
		inputs.map((_, index) => ledger.get(index)),
		[],
	);
}

/** What was thrown is not told: it may hold a request, with the credentials in it. */
const BROKE_DOWN =
	'Submissions: the node itself broke down, so that not all items had their turn. Report it with the version of this node and of n8n.';

/** A failed outcome that is fit to be shown and saved. */
function presented(failed: Failed, present: Present, brake: Brake): Failed {
	try {
		return { ...failed, failure: present(failed.failure) };
	} catch {
		brake.pull('brokeDown');
		const { certainty } = failed.failure;
		return { ...failed, failure: { ...failureOfBreakdown(certainty === 'unknown'), certainty } };
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
