import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FieldPath } from '../request/fieldPath';
import { parseFieldPath } from '../request/fieldPath';
import type { JsonValue } from '../request/json';
import { isObject } from '../request/json';
import type { Answer } from './answer';
import { atPath } from './createdPermalink';

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

/**
 * Keeps only some fields of a body, so that other personal data stays out of the run's record.
 *
 * @param body a body; lists are gone through, and of what has no fields nothing is kept
 * @param names field names; where no field is called so, a name is a path (`data.email`); none to keep
 * all
 */
export function keepFields(
	body: JsonValue | undefined,
	names: readonly string[],
): JsonValue | undefined {
	if (names.length === 0) return body;
	return keep(
		body,
		names.map((name) => ({ name, path: pathOf(name) })),
	);
}

interface Kept {
	readonly name: string;
	readonly path: FieldPath;
}

/** A name that is no path is only a name; one of dots alone must not lead to all there is. */
function pathOf(name: string): FieldPath {
	const path = parseFieldPath(name) ?? [];
	return path.length === 0 ? [name] : path;
}

function keep(body: JsonValue | undefined, fields: readonly Kept[]): JsonValue | undefined {
	if (Array.isArray(body)) {
		return body.map((element) => keep(element, fields)).filter((kept) => kept !== undefined);
	}
	if (!isObject(body)) return undefined;
	return Object.fromEntries(
		fields.flatMap(({ name, path }) => {
			const value = Object.hasOwn(body, name) ? body[name] : atPath(body, path);
			return value === undefined ? [] : [[name, value]];
		}),
	);
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
	return isObject(value) ? value : { data: value };
}
