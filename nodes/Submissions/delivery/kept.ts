import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Done, Failed, Outcome } from '../response/outcome';
import type { Ledger } from './ledger';
import type { RepeatUnknown } from './retry';

/** Where in the node's part of the execution's record it stands. */
const PLACE = 'keptForRetry';

/** Of what shape it is; what another version of this package kept in another shape is not read. */
const SHAPE = 2;

/**
 * What is kept of a run that did not end well, for n8n's Retry of the execution: n8n saves a node's
 * context with a failed execution and hands it to its Retry, in both variants of the button.
 */
interface Kept {
	readonly shape: typeof SHAPE;
	/** Which round of a loop it was. */
	readonly runIndex: number;
	readonly items: readonly KeptItem[];
}

interface KeptItem {
	/** The input item's number, counted from 0. */
	readonly number: number;
	readonly hash: string;
	readonly outcome: KeptOutcome;
}

/** Nothing of a request's body, of a file or of a credential is in it. */
type KeptOutcome =
	(Omit<Done, 'items' | 'missing'> & { readonly output: readonly IDataObject[] }) | Failed;

/**
 * Keeps what became of the items of a run: of those that are done, with their output, and of those
 * that are unknown. The others are sent by a Retry anyway.
 *
 * @param context the node's run
 * @param inputs the input items
 * @param ledger what became of them
 */
export async function keepForRetry(
	context: IExecuteFunctions,
	inputs: readonly INodeExecutionData[],
	ledger: Ledger,
): Promise<void> {
	const items: KeptItem[] = [];
	for (const [number, input] of inputs.entries()) {
		const outcome = toKept(ledger.get(number));
		const hash = outcome === undefined ? undefined : await hashOf(context, input);
		if (outcome !== undefined && hash !== undefined) items.push({ number, hash, outcome });
	}
	const kept: Kept = { shape: SHAPE, runIndex: runIndexOf(context), items };
	context.getContext('node')[PLACE] = kept;
}

/**
 * Forgets what was kept, once a run ended well: n8n does not begin it again.
 *
 * @param context the node's run
 */
export function forgetKept(context: IExecuteFunctions): void {
	context.getContext('node')[PLACE] = undefined;
}

/**
 * Gives back what the execution that this one retries kept of the same run.
 *
 * An outcome counts only for an item that is the same as then, since a Retry can begin at the trigger,
 * with other items: the one in the same place, or else the first such that is left.
 *
 * @param context the node's run
 * @param inputs the input items
 * @param repeatUnknown the user's choice as it is now, for an item by its number: somebody who has
 * looked may have allowed by now what was not allowed then
 * @returns outcomes by the items' numbers; none where this is no Retry
 */
export async function restoreKept(
	context: IExecuteFunctions,
	inputs: readonly INodeExecutionData[],
	repeatUnknown: (index: number) => RepeatUnknown,
): Promise<Ledger> {
	const kept: unknown = context.getContext('node')[PLACE];
	if (!isKept(kept) || kept.runIndex !== runIndexOf(context)) return new Map();
	const hashes: (string | undefined)[] = [];
	for (const input of inputs) hashes.push(await hashOf(context, input));
	const matched = [...matchKept(kept.items, hashes)];
	return new Map(
		matched.map(([index, outcome]) => [index, fromKept(outcome, index, repeatUnknown(index))]),
	);
}

function toKept(outcome: Outcome | undefined): KeptOutcome | undefined {
	// What is known by its key is asked for again: the keys may know better by then.
	if (outcome === undefined || outcome.kind === 'checked' || outcome.earlier === 'keyed') {
		return undefined;
	}
	if (outcome.kind === 'failed') {
		return outcome.failure.certainty === 'unknown' ? outcome : undefined;
	}
	const { kind, request, submission, attempts, notFound, items } = outcome;
	const output = items.map(({ json }) => json);
	return { kind, request, submission, attempts, ...(notFound && { notFound }), output };
}

function fromKept(kept: KeptOutcome, index: number, repeatUnknown: RepeatUnknown): Outcome {
	const earlier = 'retried';
	if (kept.kind === 'failed') {
		return { ...kept, earlier, request: kept.request && { ...kept.request, repeatUnknown } };
	}
	const { output, ...rest } = kept;
	return {
		...rest,
		earlier,
		// What there is to say of their requests was said then.
		request: { ...rest.request, leftOut: [], absent: [], hosts: [] },
		items: output.map((json) => ({ json, pairedItem: { item: index } })),
	};
}

/**
 * Finds the items that kept outcomes are for.
 *
 * @param kept outcomes, each with the number and the hash that its item had
 * @param hashes of the items now, in order
 * @returns outcomes by the items' numbers now; each outcome and each item at most once
 */
export function matchKept<O>(
	kept: readonly { readonly number: number; readonly hash: string; readonly outcome: O }[],
	hashes: readonly (string | undefined)[],
): Map<number, O> {
	const matched = new Map<number, O>();
	const elsewhere = new Map<string, O[]>();
	for (const { number, hash, outcome } of kept.toReversed()) {
		if (hashes[number] === hash) {
			matched.set(number, outcome);
			continue;
		}
		const others = elsewhere.get(hash) ?? [];
		others.push(outcome);
		elsewhere.set(hash, others);
	}
	for (const [index, hash] of hashes.entries()) {
		if (hash === undefined || matched.has(index)) continue;
		const outcome = elsewhere.get(hash)?.pop();
		if (outcome !== undefined) matched.set(index, outcome);
	}
	return matched;
}

/**
 * What an item is, in a few characters: its fields, and of its files what stays the same where the item
 * is made anew. Together with the operation, since an update is not done because a create was.
 *
 * @returns undefined where its fields are no JSON; nothing of such an item is kept
 */
async function hashOf(
	context: IExecuteFunctions,
	{ json, binary }: INodeExecutionData,
): Promise<string | undefined> {
	const { operation } = context.getNode().parameters;
	const files = Object.entries(binary ?? {}).map(([name, file]) => {
		return [name, file.fileName, file.mimeType, file.fileSize];
	});
	try {
		const text = textOf([operation, json, files]);
		const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
		return Buffer.from(digest).toString('base64');
	} catch {
		return undefined;
	}
}

function textOf(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		// n8n saves an item that holds itself, and its Retry gets it again.
		const numbers = new Map<unknown, number>();
		return JSON.stringify(value, (_, part: unknown) => {
			const known = numbers.get(part);
			if (known !== undefined) return `the same as ${known}`;
			if (typeof part === 'object') numbers.set(part, numbers.size);
			return part;
		});
	}
}

function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0)['$runIndex']);
}

function isKept(value: unknown): value is Kept {
	return typeof value === 'object' && value !== null && 'shape' in value && value.shape === SHAPE;
}
