import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { readKnown } from '../request/known';
import type { ReadParameter } from '../request/parameters';
import type { Offer } from '../request/submissionRequest';
import { accountFor, accountForRetry, progressOf } from '../response/account';
import { toFailedItem, toNodeError } from '../response/failedItem';
import { STOP_CODES } from '../response/failureWords';
import type { Failed, Outcome } from '../response/outcome';
import { notReached, STOPPED } from '../response/outcome';
import { withInput } from '../response/output';
import type { Brake } from './brake';
import { callOf, isCancelled } from './call';
import { hasKey, isDryRun, isOn } from './itemOptions';
import { createRest } from './rest';
import { isStuck } from './retry';

/** How a try ends. */
export type End =
	| { readonly kind: 'items'; readonly items: INodeExecutionData[] }
	| { readonly kind: 'stop'; readonly error: NodeApiError | NodeOperationError };

/** A try that is to end. */
export interface Ending {
	readonly context: IExecuteFunctions;
	readonly offer: Offer;
	readonly read: ReadParameter;
	readonly inputs: readonly INodeExecutionData[];
	readonly brake: Brake;
}

/**
 * Ends a try: with its items, or with the account where a failure is to stop the workflow.
 *
 * @param ending the try
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param saidOfKeys what a person should know of the keys, in sentences
 */
export async function endOf(
	ending: Ending,
	outcomes: readonly (Outcome | undefined)[],
	saidOfKeys: readonly string[],
): Promise<End> {
	if (!ending.context.continueOnFail() && outcomes.some(isNotDone)) {
		return stopAt(ending, outcomes, isNotDone, saidOfKeys);
	}
	return { kind: 'items', items: await itemsOf(ending, outcomes) };
}

/**
 * Whether an item has failed, or had no turn.
 *
 * @param outcome what became of it; undefined where its turn did not come
 */
export function isNotDone(outcome: Outcome | undefined): boolean {
	return outcome === undefined || outcome.kind === 'failed';
}

async function itemsOf(
	ending: Ending,
	outcomes: readonly (Outcome | undefined)[],
): Promise<INodeExecutionData[]> {
	const { context, read, offer, inputs, brake } = ending;
	const rest = createRest();
	const isErrorOutput = context.getNode().onError === 'continueErrorOutput';
	// An agent of the engine mixes its chat with the fields.
	const mayIncludeInput = callOf(context) !== 'agent';
	const items: INodeExecutionData[] = [];
	for (const [index, outcome = notReached(brake.reason ?? STOPPED)] of outcomes.entries()) {
		const isKnown = outcome.request !== undefined || isCancelled(context);
		const failed = (failure: Failed) =>
			toFailedItem(
				isKnown ? failure : { ...failure, known: readKnown(read, index, offer.operations) },
				index,
			);
		const own = outcome.kind === 'failed' ? [failed(outcome)] : outcome.items;
		const includes = outcome.request?.includeInput ?? isOn(read, index, 'includeInput');
		const input = inputs[index]?.json;
		const isWanted = mayIncludeInput && includes && input !== undefined;
		const place = isErrorOutput && outcome.kind === 'failed' ? 'inDetails' : 'beside';
		for (const item of isWanted ? withInput(own, input, place) : own) items.push(item);
		await rest();
	}
	return items;
}

/**
 * Ends a try with the account, telling of the first item that really failed, not of one that had no turn
 * because of it.
 *
 * @param ending the try
 * @param outcomes one for each item, in input order; undefined where its turn did not come
 * @param isMeant which of them stop it
 * @param saidOfKeys what a person should know of the keys, in sentences
 */
export function stopAt(
	{ context, read, offer, brake }: Ending,
	outcomes: readonly (Outcome | undefined)[],
	isMeant: (outcome: Outcome | undefined) => boolean,
	saidOfKeys: readonly string[] = [],
): End {
	const indexes = [...outcomes.keys()].filter((index) => isMeant(outcomes[index]));
	const told = indexes.find((index) => hasFailed(outcomes[index])) ?? indexes[0] ?? 0;
	const outcome = outcomes[told];
	const failed = outcome?.kind === 'failed' ? outcome : notReached(brake.reason ?? STOPPED);
	const cancelled = isCancelled(context);
	const created = outcomes.findIndex(isCreated);
	const hasKeys = created !== -1 && hasKey(read, created);
	const sendsNothing = isDryRun(read, outcomes.length);
	// What is kept of a sub-workflow is not there for the Retry of the workflow that called it.
	const isRetried =
		callOf(context) === 'workflow' &&
		context.getMode() !== 'integrated' &&
		!cancelled &&
		!sendsNothing;
	const error = toNodeError(
		context.getNode(),
		failed.request === undefined
			? { ...failed, known: readKnown(read, told, offer.operations) }
			: failed,
		told,
		[...saidOfKeys, accountFor(outcomes, sendsNothing)].filter((words) => words !== '').join(' '),
		{
			byAgent: callOf(context) === 'agent',
			isCancelled: cancelled,
			progress: sendsNothing ? '' : progressOf(outcomes),
			...(isRetried && { onRetry: accountForRetry(outcomes, outcomes.some(isStuck), hasKeys) }),
		},
	);
	return { kind: 'stop', error };
}

function isCreated(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'done' && outcome.request.kind === 'create';
}

function hasFailed(outcome: Outcome | undefined): boolean {
	return outcome?.kind === 'failed' && !HAD_NO_TURN.has(outcome.failure.code);
}

const HAD_NO_TURN = new Set<Failed['failure']['code']>([...STOP_CODES, 'cancelled']);
