import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { JsonObject, JsonValue } from '../request/json';
import { isObject } from '../request/json';
import type { Preview } from '../request/preview';
import type { Answer } from './answer';

/** What is said of an operation in the output, such as `{ created: true }`. */
export interface Result {
	/** `created`, `found`, `updated` or `deleted`. */
	readonly key: string;
	/** Whether it was so; false only where the submission was not found and that is to be reported. */
	readonly value: boolean;
	readonly formPermalink: string;
	readonly submissionPermalink: string | null;
}

/** How an answer becomes items: the values of the Output option. */
export type OutputMode = 'simplified' | 'raw' | 'full';

/**
 * Turns the answer to one item into output items, each linked to its input item.
 *
 * @param mode `simplified`: what was done, with the body under `data`, so that no key of the service's
 * can be taken for n8n's own; `raw`: the body as it came; `full`: status, headers and body
 * @param result what is said of the operation
 * @param answer what the service sent
 * @param body its body; undefined where it is empty
 * @param itemIndex the input item's number, counted from 0
 */
export function toItems(
	mode: OutputMode,
	result: Result,
	answer: Answer,
	body: JsonValue | undefined,
	itemIndex: number,
): INodeExecutionData[] {
	return shape(mode, result, answer, body).map((json) => ({
		json,
		pairedItem: { item: itemIndex },
	}));
}

/**
 * The item for a submission that was not found, where that is to be reported.
 *
 * @param result what is said of the operation
 * @param itemIndex the input item's number, counted from 0
 */
export function toNotFoundItem(result: Result, itemIndex: number): INodeExecutionData {
	return {
		json: simplify({ ...result, value: false }, undefined),
		pairedItem: { item: itemIndex },
	};
}

/**
 * The item of a request that was only checked.
 *
 * @param request the request as it may be shown
 * @param itemIndex the input item's number, counted from 0
 */
export function toCheckedItem(request: Preview, itemIndex: number): INodeExecutionData {
	return { json: { dryRun: true, request: { ...request } }, pairedItem: { item: itemIndex } };
}

/**
 * The items of one input item, with its own fields beside what became of it. An answer that has such a
 * key itself goes under `data`.
 *
 * @param items what came of it
 * @param input its fields
 * @param place in the details where the item failed and goes to the error output: n8n takes an item that
 * holds more than `error`, `message` and `details` for a good one
 */
export function withInput(
	items: readonly INodeExecutionData[],
	input: IDataObject,
	place: 'beside' | 'inDetails',
): INodeExecutionData[] {
	return items.map((item) => {
		const { details } = item.json;
		if (place === 'inDetails' && isObject(details)) {
			return { ...item, json: { ...item.json, details: { ...details, input } } };
		}
		const own = Object.hasOwn(item.json, 'input') ? { data: item.json } : item.json;
		return { ...item, json: { ...own, input } };
	});
}

/**
 * The item for a submission that was created before, as its key says; of that n8n keeps a hash alone.
 *
 * @param key what the output calls the operation's result
 * @param formPermalink the form's
 * @param itemIndex the input item's number, counted from 0
 */
export function toAlreadyCreatedItem(
	key: string,
	formPermalink: string,
	itemIndex: number,
): INodeExecutionData {
	return {
		json: { [key]: false, alreadyCreated: true, formPermalink, submissionPermalink: null },
		pairedItem: { item: itemIndex },
	};
}

function shape(
	mode: OutputMode,
	result: Result,
	answer: Answer,
	body: JsonValue | undefined,
): IDataObject[] {
	switch (mode) {
		case 'full':
			return [
				{
					statusCode: answer.statusCode,
					headers: { ...answer.headers },
					body: body ?? null,
				},
			];
		case 'raw':
			if (body === undefined) return [{}];
			return Array.isArray(body) ? body.map(toJson) : [toJson(body)];
		case 'simplified':
			return [simplify(result, body)];
	}
}

function simplify(result: Result, body: JsonValue | undefined): IDataObject {
	return {
		[result.key]: result.value,
		formPermalink: result.formPermalink,
		submissionPermalink: result.submissionPermalink,
		...(body === undefined ? {} : { data: body }),
	};
}

function toJson(value: JsonValue): IDataObject {
	return isObject(value) && !isTakenForFailure(value) ? value : { data: value };
}

/**
 * Whether n8n would take a record for a failed item: by all of its keys it goes to the error output, by
 * two others it is put in place of itself, or ends the execution where it is no error.
 */
function isTakenForFailure(record: JsonObject): boolean {
	if (Object.hasOwn(record, '$error') && Object.hasOwn(record, '$json')) return true;
	const isNamed = Object.hasOwn(record, 'error') && Boolean(record['error']);
	return isNamed && Object.keys(record).every((key) => KEYS_OF_FAILURE.has(key));
}

const KEYS_OF_FAILURE = new Set(['error', 'message', 'details']);
