import type { INodeProperties, INodePropertyModeValidation } from 'n8n-workflow';

/** The editor counts a character beyond the basic plane as two. */
const PERMALINK = String.raw`[^\s/?#%\\]{10,20}`;

/** Both modes take both kinds of value, as the run does; the editor only warns of what is neither. */
function accepts(address: string, errorMessage: string): INodePropertyModeValidation[] {
	return [
		{
			type: 'regex',
			properties: {
				regex: `(?:${PERMALINK}|\\s*[hH][tT][tT][pP][sS]?://.+/forms/${address})`,
				errorMessage,
			},
		},
	];
}

const formAccepts = accepts(
	String.raw`[^/?#]+.*`,
	'Enter a permalink of 10 characters, or an address such as https://forms.example.com/forms/aB3dE5gH7j/responses',
);

const submissionAccepts = accepts(
	String.raw`[^/?#]+/responses/[^/?#]+.*`,
	'Enter a permalink of 10 characters, or an address such as https://forms.example.com/forms/aB3dE5gH7j/responses/kL9mN1pQ3r',
);

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
			validation: formAccepts,
		},
		{
			displayName: 'By Permalink',
			name: 'id',
			type: 'string',
			hint: "The 10 characters after /forms/ in the address of the form's page",
			placeholder: 'e.g. aB3dE5gH7j',
			validation: formAccepts,
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
	displayOptions: { show: { operation: ['delete', 'get', 'update'] } },
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			hint: "The address of the submission's page",
			placeholder: 'e.g. https://forms.example.com/forms/aB3dE5gH7j/responses/kL9mN1pQ3r',
			validation: submissionAccepts,
		},
		{
			displayName: 'By Permalink',
			name: 'id',
			type: 'string',
			hint: "The 10 characters after /responses/ in the address of the submission's page",
			placeholder: 'e.g. kL9mN1pQ3r',
			validation: submissionAccepts,
		},
	],
};
