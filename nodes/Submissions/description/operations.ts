import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * The four operations of the interface (part 4), and the only place that knows their paths and
 * methods. The paths stand as the interface's document prints them, parameters in square brackets.
 */
export const operations: INodePropertyOptions[] = [
	{
		name: 'Create',
		value: 'create',
		action: 'Create a submission',
		description: 'Add a submission to a form. Each call adds another one.',
		routing: {
			request: { method: 'POST', url: '/api/v1/forms/[permalink]/submissions/new' },
		},
	},
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete a submission',
		description: 'Remove a submission from its form',
		routing: {
			request: {
				method: 'DELETE',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
	},
	{
		name: 'Get',
		value: 'get',
		action: 'Get a submission',
		description: 'Read the data of a submission',
		routing: {
			request: {
				method: 'GET',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
	},
	{
		name: 'Update',
		value: 'update',
		action: 'Update a submission',
		description: 'Change fields of a submission',
		routing: {
			request: {
				method: 'POST',
				url: '/api/v1/forms/[permalink]/submissions/[submission_permalink]',
			},
		},
	},
];

/** By operation, what the output calls its result: `{ "created": true, … }`. */
export const resultKeys: Readonly<Record<string, string>> = {
	create: 'created',
	delete: 'deleted',
	get: 'found',
	update: 'updated',
};

export const operationProperty: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: operations,
	default: 'get',
};
