import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { operationsThat } from './operations';

const writes = operationsThat(({ hasFieldData }) => hasFieldData);

function shownFor(mode: string): IDisplayOptions {
	return { show: { operation: writes, fieldDataMode: [mode] } };
}

export const fieldDataProperties: INodeProperties[] = [
	{
		displayName: 'Field Data Mode',
		name: 'fieldDataMode',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { operation: writes } },
		options: [
			{
				name: 'Define Below',
				value: 'defineBelow',
				description: 'Name each field and give it a value',
			},
			{
				name: 'Map Automatically',
				value: 'autoMap',
				description: "Send the input item's fields under their own names",
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'Give all fields as one JSON object',
			},
		],
		default: 'defineBelow',
	},
	{
		displayName: 'Field Data',
		name: 'fieldData',
		type: 'assignmentCollection',
		default: {},
		displayOptions: shownFor('defineBelow'),
		description: 'The fields to send, each by the name that the form knows it by',
	},
	{
		// n8n shows neither the hint nor the description of an assignment collection.
		displayName:
			'Names are taken literally. To clear a field, use an expression that returns null; a row whose expression gives undefined is left out.',
		name: 'fieldDataNotice',
		type: 'notice',
		default: '',
		displayOptions: shownFor('defineBelow'),
	},
	{
		displayName: 'Fields to Ignore',
		name: 'ignoreFields',
		type: 'string',
		default: '',
		placeholder: 'e.g. row_number, internal_note',
		displayOptions: shownFor('autoMap'),
		description:
			'Names of input fields to leave out, separated by commas; an expression may give a list of names',
		hint: "Every other field of the input item is sent, so the item's names must be those of the form",
	},
	{
		displayName: 'Field Data (JSON)',
		name: 'fieldDataJson',
		type: 'json',
		default: '{}',
		displayOptions: shownFor('json'),
		description: 'An object with the fields to send by name, or an expression that gives one',
		hint: 'e.g. { "name": "Ada", "age": 36 }',
	},
];
