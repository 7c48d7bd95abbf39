import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Work } from './operations';
import { addressesSubmission, choosing, operationsThat } from './operations';

function shownFor(isMeant: (work: Work) => boolean): IDisplayOptions {
	return { show: { '/operation': operationsThat(isMeant) } };
}

const writes = shownFor(({ hasFieldData }) => hasFieldData);
const creates = shownFor(({ kind }) => kind === 'create');

/** Each option shows only where it has an effect; n8n wants them sorted by their labels. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Allow Empty Field Data',
			name: 'allowEmpty',
			type: 'boolean',
			default: false,
			displayOptions: writes,
			description:
				'Whether to send a request that holds no field at all. Without it such an item is refused, since it is nearly always a broken expression.',
		},
		{
			displayName: 'Array Format',
			name: 'arrayFormat',
			type: 'options',
			displayOptions: writes,
			options: [
				{
					name: 'Brackets Only',
					value: 'brackets',
					description: 'As tags[]=a&tags[]=b; for lists of texts, numbers and the like',
				},
				{
					name: 'Brackets with Indices',
					value: 'indices',
					description: 'As tags[0]=a&tags[1]=b; lists can hold lists and objects',
				},
			],
			default: 'indices',
			description: 'How lists are written in the body formats Form and Multipart',
		},
		{
			displayName: 'Body Format',
			name: 'bodyFormat',
			type: 'options',
			displayOptions: writes,
			options: [
				{
					name: 'Form',
					value: 'form',
					description: 'As web forms do (application/x-www-form-urlencoded)',
				},
				{
					name: 'JSON',
					value: 'json',
					description: 'As a JSON object',
				},
				{
					name: 'Multipart',
					value: 'multipart',
					description: 'As web forms with files do (multipart/form-data)',
				},
			],
			default: 'json',
			description: 'How the field data is written in the request',
		},
		{
			displayName: 'Create Once Per Key',
			name: 'createOnceKey',
			type: 'string',
			default: '',
			displayOptions: creates,
			placeholder: 'e.g. {{ $json.order_number }}',
			description:
				"What a row has of its own, such as its number. n8n remembers it with this node, and an item whose key was created before, in whatever execution, is not sent again. Two workers that come to one key at once can both send it. n8n's database stores only a hash of the key.",
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to check every item and show the request that would be sent, without sending anything',
		},
		{
			displayName: 'Empty Values',
			name: 'emptyValues',
			type: 'options',
			displayOptions: writes,
			options: [
				{
					name: 'Clear the Field',
					value: 'clear',
					description: 'Send null in its place',
				},
				{
					name: 'Leave Out',
					value: 'leaveOut',
					description: 'Send the other fields; an update leaves this one as it is',
				},
				{
					name: 'Send',
					value: 'send',
					description: 'Send the empty text',
				},
			],
			default: 'send',
			description: 'What to do with a field whose value is empty text, such as an empty cell',
		},
		{
			displayName: 'Fields to Return',
			name: 'returnFields',
			type: 'string',
			default: '',
			placeholder: 'e.g. status, email',
			description:
				"Return only these fields of the service's data, so that other personal data stays out of the execution log. Names separated by commas; they are looked for in the answer and one level down. Empty returns all.",
		},
		{
			displayName: 'Files',
			name: 'files',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add file',
			default: {},
			displayOptions: writes,
			description: 'Files of the input item to send along. Needs the body format Multipart.',
			options: [
				{
					displayName: 'File',
					name: 'file',
					values: [
						{
							displayName: 'Field Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. photo',
							description: 'The field that the file is for; several files may name the same one',
						},
						{
							displayName: 'Input Data Field Name',
							name: 'property',
							type: 'string',
							default: 'data',
							placeholder: 'e.g. data',
							description: "The name under which the file stands in the input's Binary tab",
						},
					],
				},
			],
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add header',
			default: {},
			description:
				'Headers to send along, such as one that a gateway wants, or an Idempotency-Key. Their values are hidden in errors.',
			options: [
				{
					displayName: 'Header',
					name: 'header',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. Idempotency-Key',
							description: 'The name of the header',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. {{ $json.order_number }}',
							description: 'The value of the header for this item',
						},
					],
				},
			],
		},
		{
			displayName: 'If Not Found',
			name: 'ifNotFound',
			type: 'options',
			displayOptions: shownFor(addressesSubmission),
			options: [
				{
					name: 'Create',
					value: 'create',
					description: 'Create a submission with the same field data',
					displayOptions: { show: { '/operation': choosing } },
				},
				{
					name: 'Fail',
					value: 'fail',
					description: 'The item fails',
				},
				{
					name: 'Report',
					value: 'report',
					description: 'The item says found: false, updated: false or deleted: false',
				},
			],
			default: 'fail',
			description: 'What to do when the service has no such submission',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInput',
			type: 'boolean',
			default: false,
			description:
				"Whether to add the input item's fields under input, so that a row's own number is at hand",
		},
		{
			displayName: 'Keys to Remember',
			name: 'keysToRemember',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100000, numberPrecision: 0 },
			default: 10000,
			displayOptions: creates,
			description:
				'How many keys n8n remembers for Create Once Per Key. Beyond them the oldest is forgotten, and would be created again; the more there are, the longer each item takes.',
		},
		{
			displayName: 'Max Attempts',
			name: 'maxAttempts',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
			default: 3,
			description:
				'Maximum number of attempts, including the first. Only what cannot double a submission is repeated.',
		},
		{
			displayName: 'Max Wait (Minutes)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1440, numberPrecision: 0 },
			default: 5,
			description:
				'How long the run waits for a service that takes no requests, before it gives up. Where the service asks for a longer wait, it gives up at once; where no connection was ever made, as a rule after half a minute.',
		},
		{
			displayName: 'Minimum Interval (Ms)',
			name: 'minInterval',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3600000, numberPrecision: 0 },
			default: 0,
			description: 'Minimum time between the starts of two requests, in milliseconds',
		},
		{
			displayName: 'Missing Values',
			name: 'missingValues',
			type: 'options',
			displayOptions: writes,
			options: [
				{
					name: 'Leave Out',
					value: 'leaveOut',
					description: 'The other fields are sent, and a hint names those left out',
				},
				{
					name: 'Refuse',
					value: 'refuse',
					description: 'The item fails, and nothing of it is sent',
				},
			],
			default: 'leaveOut',
			description: 'What to do with a field whose expression gives nothing',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Simplified',
					value: 'simplified',
					description: "What was done and the permalinks, with the service's data under data",
				},
				{
					name: 'Raw',
					value: 'raw',
					description: "The service's data as it came",
				},
				{
					name: 'Full Response',
					value: 'full',
					description: 'The status code, the headers and the body',
				},
			],
			default: 'simplified',
			description: 'What the output items contain',
		},
		{
			displayName: 'Path of the New Permalink',
			name: 'permalinkPath',
			type: 'string',
			default: '',
			displayOptions: creates,
			placeholder: 'e.g. data.permalink',
			description:
				"Where the new submission's permalink stands in the service's answer. The usual places are tried without it.",
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://proxy.example.com:3128',
			description: 'Address of an HTTP proxy to send the requests through',
		},
		{
			displayName: 'Put Fields Under',
			name: 'wrapIn',
			type: 'string',
			default: '',
			displayOptions: writes,
			placeholder: 'e.g. submission.fields',
			description: 'A path under which the service expects the field data, names separated by dots',
		},
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: 5,
			description:
				'How many requests may be under way at the same time. Without it, the run begins with 5 and finds up to 20 by itself. Items for the same submission always go one after the other.',
		},
		{
			displayName: 'Retry When Outcome Is Unknown',
			name: 'repeatUnknown',
			type: 'options',
			displayOptions: writes,
			options: [
				{
					name: 'Never',
					value: 'never',
					description: 'The item fails and says that the submission may have been written',
				},
				{
					name: 'Updates',
					value: 'updates',
					description: 'Send updates again; creates fail',
				},
				{
					name: 'Updates and Creates',
					value: 'all',
					description: 'Send both again, even though a create may then exist twice',
				},
			],
			default: 'never',
			description:
				'Whether to send a write again when no answer came, so that it is not known whether it was carried out',
		},
		{
			displayName: 'Timeout (Ms)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3600000, numberPrecision: 0 },
			default: 60000,
			description: 'How long to wait for the whole answer to a request, in milliseconds',
		},
	],
};
