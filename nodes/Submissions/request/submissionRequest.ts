import type { INodeProperties } from 'n8n-workflow';

import type { Kind, Operation } from '../description/operations';
import { addressesSubmission } from '../description/operations';
import type { Body } from './body';
import { encodeBody } from './body';
import type { ReadFieldData } from './fieldData';
import { fieldNames, fromAssignments, fromItem, fromJson } from './fieldData';
import type { ReadFile } from './files';
import { readFiles } from './files';
import type { JsonObject } from './json';
import type { Options } from './options';
import { optionsIn, readOptions } from './options';
import type { Place, ReadNamed } from './namedReader';
import { namedReader } from './namedReader';
import type { ReadParameter } from './parameters';
import type { GivenPermalink } from './permalink';
import { readPermalink } from './permalink';
import type { Proxy } from './proxy';
import { readProxy } from './proxy';
import { quote, Refusal } from './refusal';
import type { Route } from './route';
import { fillPath, routeOf } from './route';

/** Everything that is needed to send one item and to tell what became of it. */
export interface SubmissionRequest {
	/** The operation's value. */
	readonly operation: string;
	/** What it does. */
	readonly kind: Kind;
	/** What the operation does, for sentences: "create a submission". */
	readonly action: string;
	/** What the output calls the result: "created", say. */
	readonly resultKey: string;
	readonly route: Route;
	/** Path and permalinks filled in, to be put after the base URL. */
	readonly path: string;
	readonly form: string;
	/** The submission that the request addresses; null where it addresses a form only. */
	readonly submission: string | null;
	readonly body: Body | undefined;
	/** The field data in the body, which an answer may repeat; undefined where there is none. */
	readonly sent: JsonObject | undefined;
	/** Fields, and places in them, for which nothing was given. */
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
	readonly operations: readonly Operation[];
	readonly options: INodeProperties;
}

/**
 * Builds the request of one item.
 *
 * @param read reads the node's parameters
 * @param item the input item
 * @param offer what the description offers
 * @throws Refusal when what the parameters give cannot be sent, or an expression gives nothing at all
 */
export function buildRequest(
	read: ReadParameter,
	item: InputItem,
	offer: Offer,
): SubmissionRequest {
	const readNamed = namedReader(read, item.index);
	const operation = readOperation(readNamed('operation', 'Operation'), offer.operations);
	const route = routeOf(operation);
	const options = readOptions(
		readNamed('options', 'Options', () => placesOfOptions(offer.options)),
		offer.options,
	);
	const form = readPermalink(readNamed('form', 'Form'), 'form');
	const submission = addressesSubmission(operation)
		? readPermalink(readNamed('submission', 'Submission'), 'submission')
		: undefined;
	checkSameForm(form, submission);
	return {
		operation: operation.value,
		kind: operation.kind,
		action: inSentence(operation.action),
		resultKey: operation.resultKey,
		route,
		path: fillPath(route.path, {
			permalink: form.permalink,
			...(submission && { submission_permalink: submission.permalink }),
		}),
		form: form.permalink,
		submission: submission?.permalink ?? null,
		...(operation.hasFieldData
			? buildBody(readNamed, item, options)
			: { body: undefined, sent: undefined, leftOut: [] }),
		proxy: readProxy(options.proxy),
		options,
		hosts: [form.host, submission?.host].filter((host) => host !== undefined),
	};
}

/** Where in the Options an expression may stand. */
function placesOfOptions(collection: INodeProperties): Place[] {
	return optionsIn(collection).map(({ name, displayName }) => ({
		path: `options.${name}`,
		label: `The option ${displayName}`,
	}));
}

function readOperation(value: unknown, operations: readonly Operation[]): Operation {
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation === undefined) {
		throw new Refusal(
			'Operation',
			`The operation ${typeof value === 'string' ? quote(value) : 'that was given'} does not exist.`,
			`Give one of: ${operations.map((candidate) => candidate.value).join(', ')}.`,
		);
	}
	return operation;
}

function inSentence(action: string): string {
	return action.charAt(0).toLowerCase() + action.slice(1);
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
	read: ReadNamed,
	item: InputItem,
	options: Options,
): Pick<SubmissionRequest, 'body' | 'sent' | 'leftOut'> {
	const { fieldData, leftOut } = readFieldData(read, item);
	if (options.missingValues === 'refuse') checkNothingMissing(leftOut);
	const files = readFiles(options.files, item.readFile);
	if (Object.keys(fieldData).length === 0 && files.length === 0 && !options.allowEmpty) {
		throw new Refusal(
			'Field Data',
			'Field Data holds no field to send.',
			'Check what the expressions give for this item. To send a request without fields, turn on Allow Empty Field Data under Options.',
		);
	}
	const { bodyFormat, wrapIn, arrayFormat } = options;
	const body = encodeBody(fieldData, files, bodyFormat, wrapIn, arrayFormat);
	return { body, sent: fieldData, leftOut };
}

function checkNothingMissing(leftOut: readonly string[]): void {
	const [first, ...others] = leftOut;
	if (first === undefined) return;
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	throw new Refusal(
		'Field Data',
		`Nothing is given for the field ${quote(first)}${more}.`,
		'Check what the expressions give for this item. To leave such fields out, set Missing Values under Options to Leave Out.',
	);
}

function readFieldData(read: ReadNamed, { json }: InputItem): ReadFieldData {
	const mode = read('fieldDataMode', 'Field Data Mode');
	switch (mode) {
		case 'defineBelow':
			return fromAssignments(read('fieldData', 'Field Data', () => placesOfRows(read)));
		case 'autoMap':
			if (json === undefined) throw mixedItem();
			return fromItem(json, fieldNames(read('ignoreFields', 'Fields to Ignore')));
		case 'json':
			return fromJson(read('fieldDataJson', 'Field Data (JSON)'));
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

/** Where in the rows of Define Below an expression may stand. */
function* placesOfRows(read: ReadNamed): Generator<Place> {
	for (let row = 0; ; row++) {
		const path = `fieldData.assignments[${row}]`;
		const label = `Row ${row + 1} of Field Data`;
		const name = read(`${path}.name`, label);
		if (name === null || name === undefined) return;
		yield {
			path: `${path}.value`,
			label: typeof name === 'string' && name !== '' ? `The field ${quote(name)}` : label,
		};
	}
}
