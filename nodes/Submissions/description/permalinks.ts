import type { INodeProperties } from 'n8n-workflow';

import { addressesSubmission, operationsThat } from './operations';

// The modes have no `validation`: n8n checks it before each run with a time limit for the regular
// expression, and on a busy machine a run would fail for that. `request/permalink.ts` checks what is
// given, also where an expression gives it, which n8n does not.

export const formProperty: INodeProperties = {
	displayName: 'Form',
	name: 'form',
	type: 'resourceLocator',
	default: { mode: 'url', value: '' },
	required: true,
	description: 'The form that the submission belongs to',
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
};

export const submissionProperty: INodeProperties = {
	displayName: 'Submission',
	name: 'submission',
	type: 'resourceLocator',
	default: { mode: 'url', value: '' },
	required: true,
	description: 'The submission to work on',
	displayOptions: { show: { operation: operationsThat(addressesSubmission) } },
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
};
