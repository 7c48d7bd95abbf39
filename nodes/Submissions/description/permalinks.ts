import type { INodeProperties } from 'n8n-workflow';

import { addressesSubmission, choosing, operationsThat } from './operations';

// The modes have no `validation`: n8n checks it before each run with a time limit for the regular
// expression, and on a busy machine a run would fail for that. `request/permalink.ts` checks what is
// given, also where an expression gives it, which n8n does not.

const addressing = operationsThat(addressesSubmission);

const form = {
	displayName: 'Form',
	name: 'form',
	type: 'resourceLocator',
	default: { mode: 'url', value: '' },
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			hint: "The address of the form's responses page, or of one of its submissions",
			placeholder: 'e.g. https://forms.example.com/forms/aB3dE5gH7j/responses',
		},
		{
			displayName: 'By Permalink',
			name: 'id',
			type: 'string',
			hint: "The 10 characters after /forms/ in the address of the form's page",
			placeholder: 'e.g. aB3dE5gH7j',
		},
	],
} satisfies INodeProperties;

const submission = {
	displayName: 'Submission',
	name: 'submission',
	type: 'resourceLocator',
	default: { mode: 'url', value: '' },
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			hint: "The address of the submission's page",
			placeholder: 'e.g. https://forms.example.com/forms/aB3dE5gH7j/responses/kL9mN1pQ3r',
		},
		{
			displayName: 'By Permalink',
			name: 'id',
			type: 'string',
			hint: "The 10 characters after /responses/ in the address of the submission's page",
			placeholder: 'e.g. kL9mN1pQ3r',
		},
	],
} satisfies INodeProperties;

/** n8n runs no node in which a required parameter is empty. */
export const permalinkProperties: INodeProperties[] = [
	{
		...form,
		required: true,
		description: 'The form that the submission belongs to',
		displayOptions: { hide: { operation: addressing } },
	},
	{
		...form,
		description:
			'The form that the submission belongs to. It may stay empty where Submission is an address, which names its form.',
		displayOptions: { show: { operation: addressing } },
	},
	{
		...submission,
		required: true,
		description: 'The submission to work on',
		displayOptions: { show: { operation: addressing }, hide: { operation: choosing } },
	},
	{
		...submission,
		description:
			'The submission to update. Where it is empty, or its expression gives nothing, a submission is created.',
		displayOptions: { show: { operation: choosing } },
	},
];
