import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { choiceAlternatives, type Choices } from '../../../sandbox/choices.ts';
import { FORMATS, understood } from '../fieldData/modes.ts';
import { useService } from '../useService.ts';
import { FORM, FREE_FORM, locator, SEEDED } from '../service.ts';

const used = useService();

const ADA = { name: 'Ada', age: 36 };

const OUTPUTS = ['simplified', 'raw', 'full'] as const;

function create(options: INodeParameters = {}, json: IDataObject = ADA) {
	return used.run({ operation: 'create', fieldDataMode: 'autoMap', options }, [{ json }]);
}

function update(permalink: string, json: IDataObject, options: INodeParameters = {}) {
	return used.run(
		{ operation: 'update', submission: locator(permalink), fieldDataMode: 'autoMap', options },
		[{ json }],
	);
}

function remove(permalink: string, options: INodeParameters = {}) {
	return used.run({ operation: 'delete', submission: locator(permalink), options });
}

function get(permalink: string, options: INodeParameters = {}) {
	return used.run({ operation: 'get', submission: locator(permalink), options });
}

/** A submission that was there and was deleted. */
function deleted(): string {
	const permalink = used.put(ADA);
	used.service.store.submissions.delete(permalink);
	return permalink;
}

describe('a service that expects the field data under a key', () => {
	describe.each([['submission'], ['data.attributes.fields']])('%s', (bodyPath) => {
		test.each(FORMATS)('gets it there by Put Fields Under, as %s', async (bodyFormat) => {
			used.service.choices.set({ body: 'wrapped', bodyPath });
			const { error } = await create({ bodyFormat, wrapIn: bodyPath });
			expect(error).toBeUndefined();
			expect(used.stored(used.onlyRequest().stored)).toStrictEqual(understood(ADA, bodyFormat));
		});

		test.each(FORMATS)('gets updates there too, as %s', async (bodyFormat) => {
			used.service.choices.set({ body: 'wrapped', bodyPath });
			const permalink = used.put({ name: 'before' });
			await update(permalink, ADA, { bodyFormat, wrapIn: bodyPath });
			expect(used.stored(permalink)).toStrictEqual(understood(ADA, bodyFormat));
		});

		test('refuses it elsewhere, and the node names Put Fields Under', async () => {
			used.service.choices.set({ body: 'wrapped', bodyPath });
			const { error } = await create();
			expect(error?.message).toContain(`must be an object under "${bodyPath}"`);
			expect(error?.description).toContain(
				'Put Fields Under under Options must be what the service expects',
			);
		});
	});

	test('takes spaces around the names of the path for slips', async () => {
		await create({ wrapIn: ' submission . fields ' });
		expect(used.onlyRequest().text).toBe('{"submission":{"fields":{"name":"Ada","age":36}}}');
	});
});

/** Where the new permalink may stand, and the Path of the New Permalink that finds it; '' where none is needed, undefined where none can. */
const PERMALINKS: [permalink: Choices['permalink'], answer: Choices['answer'], path?: string][] = [
	['body', 'flat', ''],
	['submission_permalink', 'flat', ''],
	['nested', 'flat', ''],
	['location', 'flat', ''],
	['body', 'enveloped', ''],
	['submission_permalink', 'enveloped', ''],
	['nested', 'enveloped', 'data.submission.permalink'],
	['location', 'enveloped', ''],
	['none', 'flat'],
	['none', 'enveloped'],
];

describe.each(PERMALINKS)(
	'the new permalink in "%s" of an answer that is %s',
	(permalink, answer, path) => {
		describe.each(['grouped', 'beside', 'alone'] as const)('with fields %s', (answerFields) => {
			beforeEach(() => {
				used.service.choices.set({ permalink, answer, answerFields });
			});

			test(
				path === undefined ? 'is not found, and the run says what to do' : 'is found',
				async () => {
					const { output, hints } = await create({ permalinkPath: path ?? '' });
					const { stored } = used.onlyRequest();
					expect(output[0]?.json['submissionPermalink']).toBe(path === undefined ? null : stored);
					expect(hints).toStrictEqual(
						path === undefined
							? [
									"Item 0 created a submission whose permalink was not found in the service's answer. Set Path of the New Permalink under Options to where it stands.",
								]
							: [],
					);
					expect(used.stored(stored)).toStrictEqual(ADA);
				},
			);
		});
	},
);

describe('Path of the New Permalink', () => {
	test('goes before the usual places', async () => {
		used.service.faults.set({
			rules: [
				{
					then: {
						kind: 'refuse',
						status: 201,
						headers: { location: '/api/v1/forms/FORM765432/submissions/LOCATiON12' },
						body: { permalink: 'USUALPLACE', links: [{ id: 'THiSiSiT12' }] },
					},
				},
			],
		});
		const found = async (permalinkPath: string) =>
			(await create({ permalinkPath })).output[0]?.json['submissionPermalink'];
		expect(await found('links.0.id')).toBe('THiSiSiT12');
		expect(await found("$json.links[0]['id']")).toBe('THiSiSiT12');
		// The usual places differ.
		expect(await found('links.7.id')).toBeNull();
		expect(await found('')).toBeNull();
	});

	test.each([{ permalinkPath: 'links[0' }, { wrapIn: 'a[b]' }, { wrapIn: 'list[0]' }])(
		'is refused before anything is sent where it is none: %j',
		async (options) => {
			const { error } = await create(options);
			const [path = ''] = Object.values(options);
			expect(error?.message).toContain(`is "${path}", which `);
			expect(used.service.log.entries).toStrictEqual([]);
		},
	);

	test('reads the permalink from an address of a web page there', async () => {
		used.service.faults.set({
			rules: [
				{
					then: {
						kind: 'refuse',
						status: 201,
						body: { url: `https://forms.example.com/forms/${FREE_FORM}/responses/THiSiSiT12` },
					},
				},
			],
		});
		expect((await create({ permalinkPath: 'url' })).output[0]?.json['submissionPermalink']).toBe(
			'THiSiSiT12',
		);
	});
});

describe('an update', () => {
	test('of a service that replaces all shows in the data what was lost', async () => {
		used.service.choices.set({ update: 'full' });
		const permalink = used.put({ ...ADA, kept: 'yes' });
		const { output } = await update(permalink, { age: 37 });
		expect(used.stored(permalink)).toStrictEqual({ age: 37 });
		expect(output[0]?.json).toMatchObject({ updated: true, data: { data: { age: 37 } } });
	});
});

describe('the status of a create and of an update', () => {
	test.each(['200', '201', '202', '203', '206'] as const)('%s is a success', async (status) => {
		used.service.choices.set({ createStatus: status, updateStatus: status });
		const created = await create({ output: 'full' });
		const updated = await update(used.put(ADA), ADA, { output: 'full' });
		const statuses = [created, updated].map(({ output }) => output[0]?.json['statusCode']);
		expect(statuses).toStrictEqual([Number(status), Number(status)]);
	});
});

describe('a create and an update that are not answered with a record', () => {
	test.each([
		['text', { data: 'Done.' }],
		['empty', {}],
		['bodiless', {}],
	] as const)('but %s are done', async (answer, rest) => {
		used.service.choices.set({ createAnswer: answer, updateAnswer: answer });
		const permalink = used.put(ADA);
		const results = [await create(), await update(permalink, { name: 'after' })];
		expect(results.map(({ output }) => output[0]?.json)).toStrictEqual([
			{ created: true, formPermalink: FREE_FORM, submissionPermalink: null, ...rest },
			{ updated: true, formPermalink: FREE_FORM, submissionPermalink: permalink, ...rest },
		]);
		expect(used.stored(permalink)).toStrictEqual({ ...ADA, name: 'after' });
	});
});

describe('a service that takes one format', () => {
	test.each(FORMATS)('takes %s by Body Format', async (bodyFormat) => {
		used.service.choices.set({ contentTypes: bodyFormat });
		const { error } = await create({ bodyFormat });
		expect(error).toBeUndefined();
	});

	test.each(['415', '400'] as const)('refuses another with %s', async (otherContentType) => {
		used.service.choices.set({ contentTypes: 'form', otherContentType });
		const { error } = await create();
		expect(error?.message).toContain(`(status ${otherContentType})`);
		expect(error?.message).toContain('taken as application/x-www-form-urlencoded');
	});
});

describe('a delete', () => {
	test('answered with a record', async () => {
		const results = [];
		for (const output of OUTPUTS) {
			results.push((await remove(used.put(ADA), { output })).output[0]?.json);
		}
		expect(results).toMatchObject([
			{ deleted: true, data: { deleted: true } },
			{ deleted: true, permalink: expect.any(String) as string },
			{ statusCode: 200, body: { deleted: true } },
		]);
	});

	test('answered with 204 and nothing', async () => {
		used.service.choices.set({ deleteAnswer: 'empty' });
		const permalinks = OUTPUTS.map(() => used.put(ADA));
		const results = [];
		for (const [index, output] of OUTPUTS.entries()) {
			results.push((await remove(permalinks[index] ?? '', { output })).output[0]?.json);
		}
		expect(results).toStrictEqual([
			{ deleted: true, formPermalink: FREE_FORM, submissionPermalink: permalinks[0] },
			{},
			{ statusCode: 204, headers: expect.any(Object) as object, body: null },
		]);
		expect(
			permalinks.map(
				(permalink) => used.service.store.submissions.find(FREE_FORM, permalink)?.deleted,
			),
		).not.toContain(null);
	});

	test('of what is deleted already, answered 200, is done', async () => {
		used.service.choices.set({ secondDelete: '200' });
		const { output } = await remove(deleted());
		expect(output[0]?.json).toMatchObject({ deleted: true });
	});

	test('of what is deleted already, answered 404, fails', async () => {
		const { error } = await remove(deleted());
		expect(error?.message).toContain(
			'found no such form or submission to delete a submission (status 404)',
		);
	});

	test('of what is deleted already, answered 404, is reported where that is wanted', async () => {
		const permalink = deleted();
		const { output, error } = await remove(permalink, { ifNotFound: 'report' });
		expect(error).toBeUndefined();
		expect(output).toStrictEqual([
			{
				json: { deleted: false, formPermalink: FREE_FORM, submissionPermalink: permalink },
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('reading what was deleted', () => {
	test.each(['404', '410'] as const)('fails at a %s', async (deletedRead) => {
		used.service.choices.set({ deletedRead });
		const { error } = await get(deleted());
		expect(error?.message).toContain(
			`found no such form or submission to get a submission (status ${deletedRead})`,
		);
	});

	test.each(['404', '410'] as const)(
		'is reported at a %s where that is wanted',
		async (deletedRead) => {
			used.service.choices.set({ deletedRead });
			const permalink = deleted();
			const { output, error } = await get(permalink, { ifNotFound: 'report' });
			expect(error).toBeUndefined();
			expect(output).toStrictEqual([
				{
					json: { found: false, formPermalink: FREE_FORM, submissionPermalink: permalink },
					pairedItem: { item: 0 },
				},
			]);
		},
	);

	test.each(OUTPUTS)('is reported in the same words in the output %s', async (output) => {
		const permalink = deleted();
		const result = await get(permalink, { ifNotFound: 'report', output });
		expect(result.output[0]?.json).toStrictEqual({
			found: false,
			formPermalink: FREE_FORM,
			submissionPermalink: permalink,
		});
	});

	test('finds it where the service still returns it', async () => {
		used.service.choices.set({ deletedRead: 'returned' });
		const { output } = await get(deleted(), { ifNotFound: 'report' });
		expect(output[0]?.json).toMatchObject({ found: true, data: { data: ADA } });
	});

	test.each(['404', '410'] as const)(
		'an update fails at a %s, and names the permalinks',
		async (deletedRead) => {
			used.service.choices.set({ deletedRead });
			const { error } = await update(deleted(), ADA);
			expect(error?.message).toContain(`(status ${deletedRead})`);
			expect(error?.description).toContain('Check both permalinks');
		},
	);
});

describe('fields that the service does not accept', () => {
	const wrong = { age: 'many' };

	test.each([
		['422', 'The service did not accept the field data (status 422)', 'refused'],
		[
			'inside200',
			'The service reported faults when asked to create a submission (status 200)',
			'unknown',
		],
	] as const)(
		'are named, with the service’s words: %s',
		async (validationErrors, happened, outcome) => {
			used.service.choices.set({ validationErrors });
			const { output } = await used.run(
				{ operation: 'create', form: locator(FORM), fieldDataMode: 'autoMap' },
				[{ json: wrong }],
				{ onError: 'continueRegularOutput' },
			);
			expect(output).toMatchObject([
				{
					json: {
						error: `${happened}: Some fields are not valid. name: is required; age: must be a number [item 0]`,
						details: {
							outcome,
							fieldErrors: { name: ['is required'], age: ['must be a number'] },
						},
					},
				},
			]);
			expect(used.onlyRequest().stored).toBeUndefined();
		},
	);

	test.each(
		(['422', '400', '409'] as const).flatMap((validationErrors) =>
			(['list', 'problem', 'jsend', 'flag'] as const).map((errorShape) => ({
				validationErrors,
				errorShape,
			})),
		),
	)('are named at $validationErrors in the shape $errorShape', async (choices) => {
		used.service.choices.set(choices);
		const { output } = await used.run(
			{ operation: 'create', form: locator(FORM), fieldDataMode: 'autoMap' },
			[{ json: wrong }],
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json['details']).toMatchObject({
			outcome: 'refused',
			statusCode: Number(choices.validationErrors),
			fieldErrors: { name: ['is required'], age: ['must be a number'] },
		});
	});

	test('are named where the form does not define them', async () => {
		used.service.choices.set({ unknownFields: 'refuse' });
		const { error } = await used.run(
			{
				operation: 'update',
				form: locator(FORM),
				submission: locator(SEEDED),
				fieldDataMode: 'autoMap',
			},
			[{ json: { name: 'Ada', shoe_size: 38 } }],
		);
		expect(error?.message).toContain('shoe_size: is no field of this form');
	});
});

test('a service that refuses several credentials in one request gets one', async () => {
	used.service.choices.set({ severalCredentials: 'refuse' });
	const { error } = await create();
	expect(error).toBeUndefined();
	expect(used.onlyRequest().credentials).toStrictEqual(['accessToken in header']);
});

test('no choice of the sandbox is missing in this file', () => {
	expect(Object.keys(choiceAlternatives).sort()).toStrictEqual([
		'answer',
		'answerFields',
		'body',
		'bodyPath',
		'contentTypes',
		'createAnswer',
		'createStatus',
		'deleteAnswer',
		'deletedRead',
		'errorShape',
		'otherContentType',
		'permalink',
		'secondDelete',
		'severalCredentials',
		'unknownFields',
		'update',
		'updateAnswer',
		'updateStatus',
		'validationErrors',
	]);
});
