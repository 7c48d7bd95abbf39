import type { FormSeed } from './formSeed.ts';

/**
 * The forms that the examples use, under the permalinks that stand in them, so that an example runs
 * as it was imported; with a submission for every kind of field.
 */
export const sampleForms: readonly FormSeed[] = [
	{
		permalink: 'aB3dE5gH7j',
		name: 'Contact requests',
		fields: [
			{ name: 'name', label: 'Name', type: 'text', required: true },
			{ name: 'email', label: 'E-mail address', type: 'email', required: true },
			{ name: 'phone', label: 'Telephone', type: 'phone', required: false },
			{ name: 'age', label: 'Age', type: 'number', required: false },
			{ name: 'newsletter', label: 'Wants the newsletter', type: 'boolean', required: false },
			{ name: 'topics', label: 'Topics', type: 'list', required: false },
			{ name: 'message', label: 'Message', type: 'text', required: false },
			{ name: 'attachment', label: 'Attachment', type: 'file', required: false },
		],
		submissions: [
			{
				permalink: 'kL9mN1pQ3r',
				data: {
					name: 'First visitor',
					email: 'first@example.com',
					phone: '+1 555 0100',
					age: 34,
					newsletter: true,
					topics: ['prices', 'delivery'],
					message: 'Please send your price list.',
				},
			},
			{
				permalink: 'tU5vW7xY9z',
				data: {
					name: 'Zweite Besucherin',
					email: 'second@example.com',
					newsletter: false,
					message: 'Grüße aus Köln 🙂\nBis bald!',
				},
			},
			{
				permalink: 'bC2dF4gH6j',
				data: { name: 'Third visitor', email: 'third@example.com', topics: [] },
			},
		],
	},
	{
		permalink: 'eQ4uL8oA2n',
		name: 'Equipment loans',
		fields: [
			{ name: 'item', label: 'Item', type: 'text', required: true },
			{ name: 'borrower_email', label: "Borrower's e-mail address", type: 'email', required: true },
			{ name: 'quantity', label: 'How many', type: 'number', required: false },
			{ name: 'due', label: 'Due back', type: 'date', required: false },
			{ name: 'returned', label: 'Returned', type: 'boolean', required: false },
		],
		submissions: [
			{
				permalink: 'pR8sT3uV5w',
				data: {
					item: 'Projector',
					borrower_email: 'first@example.com',
					quantity: 1,
					due: '2030-03-01',
					returned: false,
				},
			},
			{
				permalink: 'xZ6yA4bC2d',
				data: {
					item: 'Extension cord, 10 m',
					borrower_email: 'third@example.com',
					quantity: 2,
					due: '2030-02-14',
					returned: true,
				},
			},
		],
	},
];
