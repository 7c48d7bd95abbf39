import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Body } from './body';
import { encodeBody } from './body';
import type { ReadFieldData } from './fieldData';
import { fieldNames, fromAssignments, fromItem, fromJson } from './fieldData';
import type { ReadFile } from './files';
import { readFiles } from './files';
import type { Options } from './options';
import { readOptions } from './options';
import type { ReadParameter } from './parameters';
import type { GivenPermalink } from './permalink';
import { readPermalink } from './permalink';
import type { Proxy } from './proxy';
import { readProxy } from './proxy';
import { quote, Refusal } from './refusal';
import type { Route } from './route';
import { addressesSubmission, fillPath, routeOf } from './route';

const PARAMETER = 'Field Data';

/** Everything that is needed to send one item and to tell what became of it. */
export interface SubmissionRequest {
	/** The operation's value. */
	readonly operation: string;
	/** What the operation does, for sentences: "create a submission". */
	readonly action: string;
	/** What the output calls the result: "created", say. */
	readonly resultKey: string;
	readonly route: Route;
	/** Path and permalinks filled in, to be put after the base URL. */
	readonly path: string;
	readonly form: string;
	/** The submission that the request addresses; null where it makes a new one. */
	readonly submission: string | null;
	readonly body: Body | undefined;
	/** Fields whose expressions gave nothing to send. */
	readonly leftOut: readonly string[];
	readonly proxy: Proxy | undefined;
	readonly options: Options;
	/** Hosts of pasted addresses. */
	readonly hosts: readonly string[];
}

/** The input item that a request is built from. */
export interface InputItem {
	/** Its number, counted from 0. */
	readonly index: number;
	/** Its own fields, for Map Automatically; undefined where they are mixed with an AI agent's. */
	readonly json: object | undefined;
	readonly readFile: ReadFile;
}

/** What the description offers, from which requests are built. */
export interface Offer {
	readonly operations: readonly INodePropertyOptions[];
	readonly options: INodeProperties;
	/** By operation, what the output calls its result. */
	readonly resultKeys: Readonly<Record<string, string>>;
}

/**
 * Builds the request of one item.
 *
 * @param read reads the node's parameters
 * @param item the input item
 * @param offer what the description offers
 * @throws Refusal when what the parameters give cannot be sent; whatever n8n throws when an expression
 * cannot be evaluated
 */
export function buildRequest(
	read: ReadParameter,
	item: InputItem,
	offer: Offer,
): SubmissionRequest {
	const itemIndex = item.index;
	const operation = readOperation(read('operation', itemIndex), offer.operations);
	const route = routeOf(offer.operations, operation.value);
	const options = readOptions(read('options', itemIndex), offer.options);
	const form = readPermalink(read('form', itemIndex), 'form');
	const submission = addressesSubmission(route)
		? readPermalink(read('submission', itemIndex), 'submission')
		: undefined;
	checkSameForm(form, submission);
	return {
		operation: operation.value,
		action: operation.action,
		resultKey: offer.resultKeys[operation.value] ?? operation.value,
		route,
		path: fillPath(route.path, {
			permalink: form.permalink,
			...(submission && { submission_permalink: submission.permalink }),
		}),
		form: form.permalink,
		submission: submission?.permalink ?? null,
		...(route.method === 'POST'
			? buildBody(read, item, options)
			: { body: undefined, leftOut: [] }),
		proxy: readProxy(options.proxy),
		options,
		hosts: [form.host, submission?.host].filter((host) => host !== undefined),
	};
}

function readOperation(
	value: unknown,
	operations: readonly INodePropertyOptions[],
): { value: string; action: string } {
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation === undefined) {
		throw new Refusal(
			'Operation',
			`The operation ${typeof value === 'string' ? quote(value) : 'that was given'} does not exist.`,
			`Give one of: ${operations.map((candidate) => candidate.value).join(', ')}.`,
		);
	}
	const action = operation.action ?? operation.name;
	return {
		value: String(operation.value),
		action: action.charAt(0).toLowerCase() + action.slice(1),
	};
}

/** A pasted address of a submission names its form; with another form the wrong one is worked on. */
function checkSameForm(form: GivenPermalink, submission: GivenPermalink | undefined): void {
	const other = submission?.formInAddress;
	if (other === undefined || other === form.permalink) return;
	throw new Refusal(
		'Submission',
		`The address of Submission belongs to the form ${quote(other)}, and Form is ${quote(form.permalink)}.`,
		'Correct the one that is wrong.',
	);
}

function buildBody(
	read: ReadParameter,
	item: InputItem,
	options: Options,
): Pick<SubmissionRequest, 'body' | 'leftOut'> {
	const { fieldData, leftOut } = readFieldData(read, item);
	const files = readFiles(options.files, item.readFile);
	if (Object.keys(fieldData).length === 0 && files.length === 0 && !options.allowEmpty) {
		throw new Refusal(
			'Field Data',
			'Field Data holds no field to send.',
			'Check what the expressions give for this item. To send a request without fields, turn on Allow Empty Field Data under Options.',
		);
	}
	return { body: encodeBody(fieldData, files, options.bodyFormat, options.wrapIn), leftOut };
}

function readFieldData(read: ReadParameter, { index, json }: InputItem): ReadFieldData {
	const mode = read('fieldDataMode', index);
	switch (mode) {
		case 'defineBelow':
			return fromAssignments(readRows(read, index));
		case 'autoMap':
			if (json === undefined) throw mixedItem();
			return fromItem(json, fieldNames(read('ignoreFields', index)));
		case 'json':
			return fromJson(readJson(read, index));
		default:
			throw new Refusal(
				'Field Data Mode',
				'The Field Data Mode does not exist.',
				'Give one of: defineBelow, autoMap, json.',
			);
	}
}

/** It would send the chat with the agent along. */
function mixedItem(): Refusal {
	return new Refusal(
		'Field Data Mode',
		'Map Automatically cannot be used by this AI agent: its call mixes the chat with the fields.',
		'Set Field Data Mode to Define Below or JSON, and let the agent fill it with $fromAI().',
	);
}

/** What n8n throws at an expression names no field, so the row that it throws at is sought. */
function readRows(read: ReadParameter, index: number): unknown {
	try {
		return read('fieldData', index);
	} catch (error) {
		throw failedRow(read, index) ?? failedExpression(PARAMETER, error);
	}
}

function failedRow(read: ReadParameter, index: number): Refusal | undefined {
	for (let row = 0; ; row++) {
		const path = `fieldData.assignments[${row}]`;
		const name = read(`${path}.name`, index);
		if (typeof name !== 'string') return undefined;
		try {
			read(`${path}.value`, index);
		} catch (error) {
			return failedExpression(`The field ${quote(name)}`, error);
		}
	}
}

function readJson(read: ReadParameter, index: number): unknown {
	try {
		return read('fieldDataJson', index);
	} catch (error) {
		throw failedExpression(`${PARAMETER} (JSON)`, error);
	}
}

function failedExpression(what: string, error: unknown): Refusal {
	const reason = error instanceof Error ? error.message : String(error);
	return new Refusal(
		PARAMETER,
		`${what} has an expression that gives no value: ${reason}`,
		'Check the expression, and what it gives for this item.',
	);
}
