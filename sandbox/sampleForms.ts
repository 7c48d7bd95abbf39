import type { SeedOptions } from './seed.ts';

/** The two forms of the demo, with a submission for every kind of field. */
export const sampleForms: NonNullable<SeedOptions['forms']> = [
	{
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
				data: {
					name: 'Zweite Besucherin',
					email: 'second@example.com',
					newsletter: false,
					message: 'Grüße aus Köln 🙂\nBis bald!',
				},
			},
			{ data: { name: 'Third visitor', email: 'third@example.com', topics: [] } },
		],
	},
	{
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
				data: {
					item: 'Projector',
					borrower_email: 'first@example.com',
					quantity: 1,
					due: '2030-03-01',
					returned: false,
				},
			},
			{
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
