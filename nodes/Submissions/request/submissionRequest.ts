import type { INodeProperties } from 'n8n-workflow';

import type { Kind, Operation, Work } from '../description/operations';
import { addressesSubmission, workOf } from '../description/operations';
import type { Contents, InputItem } from './contents';
import { NO_CONTENTS, readContents } from './contents';
import type { Header } from './headers';
import { readHeaders } from './headers';
import type { Place, ReadNamed } from './namedReader';
import { namedReader } from './namedReader';
import type { Options } from './options';
import { optionsIn, readOptions } from './options';
import type { ReadParameter } from './parameters';
import type { GivenPermalink } from './permalink';
import { isEmptyLocator, readPermalink } from './permalink';
import type { Proxy } from './proxy';
import { readProxy } from './proxy';
import { quote, Refusal } from './refusal';
import type { Route } from './route';
import { fillPath, routeOf } from './route';

/** Everything that is needed to send one item and to tell what became of it. */
export interface SubmissionRequest extends Contents {
	/** The operation's value. */
	readonly operation: string;
	/** What is done for this item. */
	readonly kind: Kind;
	/** The same in a sentence: "create a submission". */
	readonly action: string;
	/** What the output calls the result: "created", say. */
	readonly resultKey: string;
	readonly route: Route;
	/** Path and permalinks filled in, to be put after the base URL. */
	readonly path: string;
	readonly form: string;
	/** The submission that the request addresses; null where it addresses a form only. */
	readonly submission: string | null;
	/** Why it creates, where the operation might have updated. */
	readonly createsSince?: 'noneGiven' | 'notFound';
	/** What is sent once the submission was not found. */
	readonly instead?: SubmissionRequest;
	/** Headers of the user's own. */
	readonly headers: readonly Header[];
	readonly proxy: Proxy | undefined;
	readonly options: Options;
	/** Hosts of pasted addresses. */
	readonly hosts: readonly string[];
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
	const options = readOptions(
		readNamed('options', 'Options', () => placesOfOptions(offer.options)),
		offer.options,
	);
	const { form, submission } = readPermalinks(readNamed, operation, offer.operations);
	const work = workOf(operation, submission !== undefined, offer.operations);
	const mayCreate = 'given' in operation;
	if (options.ifNotFound === 'create' && !mayCreate) throw cannotCreate();
	const shared = {
		operation: operation.value,
		form: form.permalink,
		...(work.hasFieldData ? readContents(readNamed, item, options) : NO_CONTENTS),
		headers: readHeaders(options.headers),
		proxy: readProxy(options.proxy),
		options,
		hosts: [form.host, submission?.host].filter((host) => host !== undefined),
	};
	const createsInstead = submission !== undefined && options.ifNotFound === 'create';
	return {
		...shared,
		...toSend(work, form.permalink, submission?.permalink),
		...(mayCreate && submission === undefined && { createsSince: 'noneGiven' }),
		...(createsInstead && {
			instead: {
				...shared,
				...toSend(workOf(operation, false, offer.operations), form.permalink, undefined),
				createsSince: 'notFound',
			},
		}),
	};
}

function toSend(work: Work, form: string, submission: string | undefined) {
	const route = routeOf(work);
	return {
		kind: work.kind,
		action: work.action.charAt(0).toLowerCase() + work.action.slice(1),
		resultKey: work.resultKey,
		route,
		path: fillPath(route.path, {
			permalink: form,
			...(submission !== undefined && { submission_permalink: submission }),
		}),
		submission: submission ?? null,
	};
}

/**
 * Reads the permalinks that an operation needs. The address of a submission names its form too.
 *
 * @param read reads the node's parameters
 * @param operation the operation of the item
 * @param table all operations
 * @throws Refusal when one of them is missing or cannot be one, or they do not belong together
 */
export function readPermalinks(
	read: ReadNamed,
	operation: Operation,
	table: readonly Operation[],
): { readonly form: GivenPermalink; readonly submission: GivenPermalink | undefined } {
	const givenForm = read('form', 'Form');
	const form = isEmptyLocator(givenForm) ? undefined : readPermalink(givenForm, 'form');
	const takesOne = addressesSubmission(workOf(operation, true, table));
	const given = takesOne ? read('submission', 'Submission') : undefined;
	const isLeftEmpty = 'given' in operation && isEmptyLocator(given);
	const submission = takesOne && !isLeftEmpty ? readPermalink(given, 'submission') : undefined;
	if (form === undefined) {
		const namesForm = submission?.formInAddress !== undefined;
		return { form: readPermalink(namesForm ? given : givenForm, 'form'), submission };
	}
	checkSameForm(form, submission);
	return { form, submission };
}

/** Where in the Options an expression may stand. */
function placesOfOptions(collection: INodeProperties): Place[] {
	return optionsIn(collection).map(({ name, displayName }) => ({
		path: `options.${name}`,
		label: `The option ${displayName}`,
	}));
}

/**
 * Finds the operation of an item.
 *
 * @param value what the parameter gives
 * @param operations those that there are
 * @throws Refusal when there is no such operation
 */
export function readOperation(value: unknown, operations: readonly Operation[]): Operation {
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

function cannotCreate(): Refusal {
	return new Refusal(
		'If Not Found',
		'The option If Not Found is "create", which only Create or Update can do.',
		'Give one of: fail, report. Or choose the operation Create or Update.',
	);
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
