import type { IExecuteFunctions } from 'n8n-workflow';

import { Refusal } from '../request/refusal';
import type { SubmissionRequest } from '../request/submissionRequest';
import { failureOfKey, failureOfStop } from '../response/failure';
import { ranges } from '../response/listed';
import type { Delivered, Failed } from '../response/outcome';
import { failedInput, keptOf, STOPPED } from '../response/outcome';
import { toAlreadyCreatedItem } from '../response/output';
import type { Brake } from './brake';
import { callOf } from './call';
import type { Marks } from './marks';
import { canKeepMarks, openMarks } from './marks';
import { mayRepeatUnknown } from './retry';

/** Sees to it that of the items of one key only one is ever created. */
export interface Keys {
	/**
	 * Carries out the create of an item whose key nobody else has sent; of one without a key, always.
	 *
	 * @param request the item's request
	 * @param itemIndex the item's number, counted from 0
	 * @param earlier what became of it in an earlier try
	 * @param work sends it, and never throws
	 * @returns what became of it, or what is known of its key
	 */
	once(
		request: SubmissionRequest,
		itemIndex: number,
		earlier: Failed | undefined,
		work: (earlier: Failed | undefined) => Promise<Delivered>,
	): Promise<Delivered>;
	/**
	 * Whether keys can be had at all, without claiming one.
	 *
	 * @param request the item's request
	 * @returns undefined where nothing stands in the way
	 */
	check(request: SubmissionRequest): Failed | undefined;
	/**
	 * Waits until all is noted, at the end of the run.
	 *
	 * @returns what a person should know of it, in sentences
	 */
	end(): Promise<readonly string[]>;
}

/**
 * Makes the keys of one run.
 *
 * @param context the node's run
 * @param baseUrl the address of the service; the same key elsewhere is another one
 * @param most how many keys are remembered; beyond them the oldest are forgotten
 * @param brake the run's brake
 */
export function createKeys(
	context: IExecuteFunctions,
	baseUrl: string,
	most: number,
	brake: Brake,
): Keys {
	const notNoted: number[] = [];
	/** What this run created, and the items that have one of these keys, too. */
	const created = new Set<string>();
	const repeated: number[] = [];
	const noting = new Set<Promise<void>>();
	let marks: Marks | undefined;

	const note = (itemIndex: number, write: () => Promise<void>, release: () => void) => {
		const written = write()
			.catch(() => {
				notNoted.push(itemIndex);
			})
			.finally(() => {
				release();
				noting.delete(written);
			});
		noting.add(written);
	};

	const check: Keys['check'] = ({ kind, options }) => {
		if (options.createOnceKey === undefined || kind !== 'create') return undefined;
		const refusal = refusalOfKeys(context);
		return refusal && failedInput(refusal, refusal.remedy);
	};

	return {
		check,

		async once(request, itemIndex, earlier, work) {
			const { createOnceKey, repeatUnknown } = request.options;
			if (createOnceKey === undefined || request.kind !== 'create') return await work(earlier);
			const refused = check(request);
			if (refused !== undefined) return refused;
			const memory = (marks ??= openMarks(context));

			const mark = `${baseUrl} ${request.form} ${createOnceKey}`;
			const failed = (failure: Failed['failure']): Failed => ({
				kind: 'failed',
				request: keptOf(request),
				failure,
				attempts: earlier?.attempts ?? 0,
			});
			const release = await memory.hold(mark, brake.signal);
			if (release === undefined) return failed(failureOfStop(brake.reason ?? STOPPED));
			const claim = await memory.claim(mark, most);
			switch (claim.standing) {
				case 'notClaimed':
					release();
					return failed(failureOfKey('keyNotKept'));
				case 'created': {
					release();
					if (!claim.isNoted) notNoted.push(itemIndex);
					if (created.has(mark)) repeated.push(itemIndex);
					const items = [toAlreadyCreatedItem(request.resultKey, request.form, itemIndex)];
					const base = { request: keptOf(request), items, submission: null, attempts: 0 };
					return { kind: 'done', ...base, earlier: 'keyed' };
				}
				case 'open':
				case 'free': {
					const isOpen = claim.standing === 'open';
					const open = { ...failed(failureOfKey('keyOpen')), earlier: 'keyed' as const };
					if (isOpen && !mayRepeatUnknown(request.kind, repeatUnknown)) {
						release();
						return open;
					}
					const isUnknown = earlier?.failure.certainty === 'unknown';
					const outcome = await work(isOpen && !isUnknown ? open : earlier).catch(
						(error: unknown) => {
							release();
							throw error;
						},
					);
					if (outcome.kind === 'done') {
						created.add(mark);
						note(itemIndex, () => memory.settle(mark), release);
					} else if (outcome.failure.certainty === 'unknown') release();
					else note(itemIndex, () => memory.giveBack(mark), release);
					return outcome;
				}
			}
		},

		async end() {
			await Promise.all(noting);
			if (marks === undefined) return [];
			const remembered = notNoted.length > 0 ? undefined : await marks.count();
			return [
				...(repeated.length > 0 ? [wordsOfRepeated(repeated)] : []),
				...(notNoted.length > 0 ? [wordsOfNotNoted(notNoted)] : []),
				...(remembered !== undefined && remembered >= most ? [wordsOfForgotten(most)] : []),
			];
		},
	};
}

/** Rows that are not the same have one key where an expression gives too little, such as "order-". */
function wordsOfRepeated(items: readonly number[]): string {
	const which = ranges(items, MOST_ITEMS_NAMED);
	const have = items.length === 1 ? `Item ${which} has` : `Items ${which} have`;
	return `${have} the key of another item of this run, which was created. Where they are rows of their own, correct the key.`;
}

const MOST_ITEMS_NAMED = 10;

function wordsOfNotNoted(items: readonly number[]): string {
	const which = items.length === 1 ? `item ${items[0]}` : `${items.length} items`;
	return `n8n's database did not take what became of ${which}: a later run will call the key unknown.`;
}

function wordsOfForgotten(most: number): string {
	return `The node remembers ${most} keys, and forgets the oldest from now on: what has one of those would be created again. Raise Keys to Remember under Options.`;
}

/** Why keys cannot be had here at all. */
function refusalOfKeys(context: IExecuteFunctions): Refusal | undefined {
	if (callOf(context) !== 'workflow') {
		return new Refusal(
			LABEL,
			`${LABEL} cannot be used by an AI agent: a model could make up a key.`,
			'Remove the option from the tool.',
		);
	}
	if (!canKeepMarks(context)) {
		return new Refusal(
			LABEL,
			`${LABEL} needs n8n's memory of a node, which this n8n does not have.`,
			'Update n8n, or remove the option.',
		);
	}
	if ((context.getWorkflow().id ?? '') === '') {
		return new Refusal(
			LABEL,
			`${LABEL} needs a workflow that is saved: n8n keeps the keys with it.`,
			'Save the workflow, then run it.',
		);
	}
	return undefined;
}

const LABEL = 'Create Once Per Key';
