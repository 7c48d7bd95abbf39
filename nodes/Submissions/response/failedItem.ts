import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Kind } from '../description/operations';
import { NOTHING_KNOWN } from '../request/known';
import type { RetryAccount } from './account';
import { UNKNOWN_WORDS } from './failureWords';
import type { Failed } from './outcome';
import { outcomeName } from './outcome';
import { withoutTags } from './withoutTags';

const MOST_FIELDS_NAMED = 5;

/**
 * What happened to an item, in a line: what, and why in the service's own words.
 *
 * @param failed the item's outcome
 */
export function happenedLine({ failure }: Failed): string {
	const { message, fieldErrors } = failure.service;
	const said = Object.entries(fieldErrors).map(
		([field, messages]) => `${field}: ${messages.join(' ')}`,
	);
	const fields = [
		...said.slice(0, MOST_FIELDS_NAMED),
		// Not how many: of very many, the details hold only the first.
		...(said.length > MOST_FIELDS_NAMED ? ['and others'] : []),
	].join('; ');
	const isSentence = /[.!?]$/.test(message);
	const words = [message, fields].filter((part) => part !== '').join(isSentence ? ' ' : '; ');
	const status = failure.statusCode === null ? '' : ` (status ${failure.statusCode})`;
	const told = `${failure.happened}${status}`;
	return withoutTags(words === '' ? told : `${told}: ${words}`);
}

/**
 * What to do about it, and what is known of the submission, in whole sentences.
 *
 * @param failed the item's outcome
 */
export function remedyText({ failure, request, attempts }: Failed): string {
	const sentences = [failure.remedy];
	if (failure.certainty === 'unknown' && request !== undefined) {
		sentences.push(...unknownWords(request.kind, failure.storedAs));
	}
	if (attempts > 1) sentences.push(`It was tried ${attempts} times.`);
	return withoutTags(sentences.join(' '));
}

function unknownWords(kind: Kind, storedAs: string | undefined): string[] {
	if (kind === 'read') return [];
	if (kind !== 'create') return [UNKNOWN_WORDS.change];
	return storedAs === undefined
		? [UNKNOWN_WORDS.create]
		: [UNKNOWN_WORDS.createdAs.replace('{permalink}', () => storedAs)];
}

/**
 * The output item of a failed input item, for On Error = Continue.
 *
 * n8n sends it to the error output, since it holds nothing besides `error`, `message` and `details`;
 * an `error` property on the item itself would make n8n throw `json` away.
 *
 * @param failed the item's outcome
 * @param itemIndex the input item's number, counted from 0
 */
export function toFailedItem(failed: Failed, itemIndex: number): INodeExecutionData {
	const { failure, request, known, attempts } = failed;
	const { operation, form, submission } = request ?? known ?? NOTHING_KNOWN;
	return {
		json: {
			error: messageOf(failed, itemIndex),
			message: remedyText(failed),
			details: {
				operation,
				formPermalink: form,
				submissionPermalink: submission,
				statusCode: failure.statusCode,
				serviceMessage: failure.service.message === '' ? null : failure.service.message,
				fieldErrors: { ...failure.service.fieldErrors },
				attempts,
				outcome: outcomeName(failed),
			},
		},
		pairedItem: { item: itemIndex },
	};
}

function isSaid(words: string): boolean {
	return words !== '';
}

/** How a run that stopped was called and ended. */
export interface StoppedRun {
	/** Whether an AI agent called, which n8n gives the message alone. */
	readonly byAgent: boolean;
	/** Whether the execution was cancelled: n8n calls it so only where the message does, in its own spelling. */
	readonly isCancelled: boolean;
	/** How far it came, in a clause; empty where the error says it all. */
	readonly progress: string;
	/** What n8n's Retry of the execution will leave out; it stands in n8n's list beside the button. */
	readonly onRetry?: RetryAccount;
}

/** n8n's guidelines for errors want the item named, in this form and counted from 0 as its editor does. */
function messageOf(failed: Failed, itemIndex: number): string {
	return `${happenedLine(failed)} [item ${itemIndex}]`;
}

/**
 * The error that stops a workflow, for On Error = Stop.
 *
 * It is made from plain text: n8n's own would keep the request, with the credentials, as its cause.
 *
 * @param node the node, as n8n describes it
 * @param failed the outcome that stopped the run
 * @param itemIndex its item's number, counted from 0
 * @param account what became of all items, in sentences
 * @param run how the run was called and ended
 */
export function toNodeError(
	node: INode,
	failed: Failed,
	itemIndex: number,
	account: string,
	{ byAgent, isCancelled, progress, onRetry }: StoppedRun,
): NodeApiError | NodeOperationError {
	const remedy = remedyText(failed);
	const happened = messageOf(failed, itemIndex);
	const clauses = byAgent ? [] : [[progress, onRetry?.clause ?? ''].filter(isSaid).join(', ')];
	const told = [happened, ...clauses].filter(isSaid).join('; ');
	const ended =
		isCancelled && !told.includes('canceled') ? `${told}. The execution was canceled` : told;
	const words = byAgent ? `${ended}. ${remedy}` : ended;
	// n8n calls an execution canceled, and offers no Retry of it, wherever the message holds that word.
	const message = isCancelled ? words : words.replaceAll('canceled', 'cancelled');
	const description = withoutTags(
		[remedy, onRetry?.sentence ?? '', account].filter(isSaid).join(' '),
	);
	const { statusCode } = failed.failure;
	const error =
		statusCode === null
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message },
					{ message, description, httpCode: String(statusCode), itemIndex },
				);
	// n8n puts sentences of its own in place of a message that holds a word such as EPERM.
	error.message = message;
	error.context['details'] = toFailedItem(failed, itemIndex).json['details'];
	return error;
}
