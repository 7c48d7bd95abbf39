import type { IHttpRequestMethods, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What is done to a submission. What may be repeated, and what is said of it, depends on that alone. */
export type Kind = 'create' | 'read' | 'change' | 'remove';

/** All that differs between operations; nothing elsewhere tells it from a method or a path. */
export interface Operation extends INodePropertyOptions {
	readonly value: string;
	/** Its sentence, as n8n lists actions and names nodes. */
	readonly action: string;
	/** What an AI agent is told of it as a tool. */
	readonly toolDescription: string;
	readonly kind: Kind;
	/** The method and path as the interface's document prints them, parameters in square brackets. */
	readonly routing: {
		readonly request: { readonly method: IHttpRequestMethods; readonly url: string };
	};
	readonly hasFieldData: boolean;
	/** What the output calls its result: `{ "created": true, … }`. */
	readonly resultKey: string;
}

/** The four operations of the interface (part 4), and the only place that knows their paths and methods. */
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
 * Whether an operation works on one submission, and not on a form only.
 *
 * @param operation an operation of the table
 */
export function addressesSubmission({ routing }: Operation): boolean {
	return routing.request.url.includes('[submission_permalink]');
}

/**
 * The values of some operations, for what the editor shows with them.
 *
 * @param isMeant which of them
 */
export function operationsThat(isMeant: (operation: Operation) => boolean): string[] {
	return operations.filter(isMeant).map(({ value }) => value);
}

export const operationProperty: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: operations,
	default: 'get',
};
