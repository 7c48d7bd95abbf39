import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { run } from './delivery/run';
import { fieldDataProperties } from './description/fieldData';
import {
	operationProperty,
	operations,
	resourceProperty,
	toolDescriptionProperties,
} from './description/operations';
import { optionsProperty } from './description/options';
import { permalinkProperties } from './description/permalinks';
import { testSubmissionsCredential } from './methods/credentialTest';

export class Submissions implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Submissions',
		name: 'submissions',
		icon: { light: 'file:submissions.svg', dark: 'file:submissions.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": submission" }}',
		description: 'Create, get, update and delete submissions of forms',
		defaults: { name: 'Submissions' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'submissionsApi', required: true, testedBy: 'testSubmissionsCredential' },
		],
		properties: [
			resourceProperty,
			...toolDescriptionProperties,
			operationProperty,
			...permalinkProperties,
			...fieldDataProperties,
			optionsProperty,
		],
	};

	methods = { credentialTest: { testSubmissionsCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, { operations, options: optionsProperty });
	}
}
