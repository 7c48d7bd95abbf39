import type { IHttpRequestMethods, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What is done to a submission. What may be repeated, and what is said of it, depends on that alone. */
export type Kind = 'create' | 'read' | 'change' | 'remove';

interface Listed extends INodePropertyOptions {
	readonly value: string;
	/** Its sentence, as n8n lists actions and names nodes. */
	readonly action: string;
	/** What an AI agent is told of it as a tool. */
	readonly toolDescription: string;
}

/** All that differs between operations; nothing elsewhere tells it from a method or a path. */
export interface Work extends Listed {
	readonly kind: Kind;
	/** The method and path as the interface's document prints them, parameters in square brackets. */
	readonly routing: {
		readonly request: { readonly method: IHttpRequestMethods; readonly url: string };
	};
	readonly hasFieldData: boolean;
	/** What the output calls its result: `{ "created": true, … }`. */
	readonly resultKey: string;
}

/** Does the work of one of two others, by whether a submission is given. */
export interface Choice extends Listed {
	/** The values of the others. */
	readonly given: string;
	readonly notGiven: string;
}

export type Operation = Work | Choice;

/**
 * The four operations of the interface (part 4), and what is put together of them. The only place that
 * knows their paths and methods.
 */
export const operations: Operation[] = [
	{
		name: 'Create',
		value: 'create',
		action: 'Create a submission',
		description: 'Add a submission to a form. Each call adds another one.',
		toolDescription:
			'Creates a submission of a form and gives its permalink. Each call creates another one, so call it once for each submission.',
		kind: 'create',
		routing: {
			request: { method: 'POST', url: '/api/v1/forms/[permalink]/submissions/new' },
		},
		hasFieldData: true,
		resultKey: 'created',
	},
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update a submission',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		toolDescription:
			'Updates the submission with this permalink, or creates one where no permalink is given. Each call without a permalink creates another submission.',
		given: 'update',
		notGiven: 'create',
	},
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete a submission',
		description: 'Remove a submission from its form',
		toolDescription:
			'Deletes the submission with this permalink for good. A second call deletes nothing more.',
		kind: 'remove',
		routing: {
			request: {
				method: 'DELETE',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
		hasFieldData: false,
		resultKey: 'deleted',
	},
	{
		name: 'Get',
		value: 'get',
		action: 'Get a submission',
		description: 'Read the data of a submission',
		toolDescription:
			'Reads the data of the submission with this permalink. It changes nothing and can be called again.',
		kind: 'read',
		routing: {
			request: {
				method: 'GET',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
		hasFieldData: false,
		resultKey: 'found',
	},
	{
		name: 'Update',
		value: 'update',
		action: 'Update a submission',
		description: 'Change fields of a submission',
		toolDescription:
			'Changes fields of the submission with this permalink. The same call again changes nothing more.',
		kind: 'change',
		routing: {
			request: {
				method: 'POST',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
		hasFieldData: true,
		resultKey: 'updated',
	},
];

/**
 * What an operation does.
 *
 * @param operation an operation of the table
 * @param isGiven whether a submission is given
 * @param table where the others are
 * @throws Error when the table lacks the other that it names
 */
export function workOf(
	operation: Operation,
	isGiven: boolean,
	table: readonly Operation[] = operations,
): Work {
	if (!('given' in operation)) return operation;
	const chosen = isGiven ? operation.given : operation.notGiven;
	const work = table.find(({ value }) => value === chosen);
	if (work === undefined || 'given' in work) throw new Error(`There is no operation "${chosen}"`);
	return work;
}

/**
 * Whether work is done on one submission, and not on a form only.
 *
 * @param work what an operation does
 */
export function addressesSubmission({ routing }: Work): boolean {
	return routing.request.url.includes('[submission_permalink]');
}

/**
 * The values of some operations, for what the editor shows with them.
 *
 * @param isMeant tells by what an operation may do whether it is one of them
 */
export function operationsThat(isMeant: (work: Work) => boolean): string[] {
	return operations
		.filter((operation) => [true, false].some((isGiven) => isMeant(workOf(operation, isGiven))))
		.map(({ value }) => value);
}

/** The values of the operations that do the work of one of two others. */
export const choosing: string[] = operations
	.filter((operation) => 'given' in operation)
	.map(({ value }) => value);

const RESOURCE = 'submission';

/** Nobody sees it: with it, n8n names a new node, and an agent's tool, by the sentence of its operation. */
export const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Submission', value: RESOURCE }],
	default: RESOURCE,
};

/** What an AI agent is told of a tool, ready to be changed, in place of n8n's sentence for all nodes. */
export const toolDescriptionProperties: INodeProperties[] = operations.map(
	({ value, toolDescription }) => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 2 },
		default: toolDescription,
		required: true,
		displayOptions: { show: { '@tool': [true], operation: [value] } },
		description:
			'What the AI agent is told of this tool. Say what one call does, and whether a second one doubles it.',
	}),
);

export const operationProperty: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [RESOURCE] } },
	options: operations,
	default: 'get',
};
