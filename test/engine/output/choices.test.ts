import { readFileSync } from 'node:fs';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { choiceAlternatives, type Choices } from '../../../sandbox/choices.ts';
import { FORMATS, understood } from '../fieldData/modes.ts';
import type { Outcome } from '../engine.ts';
import { useService } from '../useService.ts';
import { FORM, FREE_FORM, locator, SEEDED } from '../service.ts';

const used = useService();

const ADA = { name: 'Ada', age: 36 };

const OUTPUTS = ['simplified', 'raw', 'full'] as const;

const create = (options: INodeParameters = {}) => used.create(ADA, options);

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

const jsonOf = ({ output }: Outcome) => output[0]?.json;

/** A submission that was there and was deleted. */
function deleted(): string {
	const permalink = used.put(ADA);
	used.service.store.submissions.delete(permalink);
	return permalink;
}

describe('a service that expects the field data under a key', () => {
	const paths = ['submission', 'data.attributes.fields'];

	test.each(paths.flatMap((path) => FORMATS.map((format) => [path, format] as const)))(
		'gets it under %s by Put Fields Under, as %s',
		async (bodyPath, bodyFormat) => {
			used.service.choices.set({ body: 'wrapped', bodyPath });
			expect((await create({ bodyFormat, wrapIn: bodyPath })).error).toBeUndefined();
			const permalink = used.put({ name: 'before' });
			await update(permalink, ADA, { bodyFormat, wrapIn: bodyPath });
			const [created] = used.service.log.entries;
			for (const stored of [created?.stored, permalink]) {
				expect(used.stored(stored)).toStrictEqual(understood(ADA, bodyFormat));
			}
		},
	);

	test.each(paths)(
		'at %s refuses it elsewhere, and the node names the option',
		async (bodyPath) => {
			used.service.choices.set({ body: 'wrapped', bodyPath });
			const { error } = await create();
			expect(error?.message).toContain(`must be an object under "${bodyPath}"`);
			expect(error?.description).toContain(
				'Put Fields Under under Options must be what the service expects',
			);
		},
	);
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

const NOT_FOUND =
	"Item 0 created a submission whose permalink was not found in the service's answer. Set Path of the New Permalink under Options to where it stands.";

test.each(
	(['grouped', 'beside', 'alone'] as const).flatMap((answerFields) =>
		PERMALINKS.map(([permalink, answer, path]) => ({ permalink, answer, answerFields, path })),
	),
)('the new permalink is found, or told of: %j', async ({ path, ...choices }) => {
	used.service.choices.set(choices);
	const outcome = await create({ permalinkPath: path ?? '' });
	const { stored } = used.onlyRequest();
	const isFound = path !== undefined;
	expect(jsonOf(outcome)?.['submissionPermalink']).toBe(isFound ? stored : null);
	expect(outcome.hints).toStrictEqual(isFound ? [] : [NOT_FOUND]);
	expect(used.stored(stored)).toStrictEqual(ADA);
});

describe('Path of the New Permalink', () => {
	const found = async (permalinkPath: string) =>
		jsonOf(await create({ permalinkPath }))?.['submissionPermalink'];

	test('goes before the usual places, and reads the address of a web page', async () => {
		used.answer({
			kind: 'refuse',
			status: 201,
			headers: { location: '/api/v1/forms/FORM765432/submissions/LOCATiON12' },
			body: {
				permalink: 'USUALPLACE',
				links: [{ id: 'THiSiSiT12' }],
				url: `https://forms.example.com/forms/${FREE_FORM}/responses/ONTHEPAGE2`,
			},
		});
		expect(await found('links.0.id')).toBe('THiSiSiT12');
		expect(await found("$json.links[0]['id']")).toBe('THiSiSiT12');
		expect(await found('url')).toBe('ONTHEPAGE2');
		// The usual places differ.
		expect(await found('links.7.id')).toBeNull();
		expect(await found('')).toBeNull();
	});

	test.each([{ permalinkPath: 'links[0' }, { wrapIn: 'a[b]' }, { wrapIn: 'list[0]' }])(
		'is refused before anything is sent where it is none: %j',
		async (options) => {
			const { error } = await create(options);
			expect(error?.message).toContain(`is "${Object.values(options).join()}", which `);
			expect(used.service.log.entries).toStrictEqual([]);
		},
	);
});

test('an update of a service that replaces all shows in the data what was lost', async () => {
	used.service.choices.set({ update: 'full' });
	const permalink = used.put({ ...ADA, kept: 'yes' });
	const outcome = await update(permalink, { age: 37 });
	expect(used.stored(permalink)).toStrictEqual({ age: 37 });
	expect(jsonOf(outcome)).toMatchObject({ updated: true, data: { data: { age: 37 } } });
});

test.each(['200', '201', '202', '203', '206'] as const)(
	'%s is a success of a create and of an update',
	async (status) => {
		used.service.choices.set({ createStatus: status, updateStatus: status });
		const created = await create({ output: 'full' });
		const updated = await update(used.put(ADA), ADA, { output: 'full' });
		for (const outcome of [created, updated]) {
			expect(jsonOf(outcome)?.['statusCode']).toBe(Number(status));
		}
	},
);

test.each([
	['text', { data: 'Done.' }],
	['empty', {}],
	['bodiless', {}],
] as const)('a create and an update that are answered with %s are done', async (answer, rest) => {
	used.service.choices.set({ createAnswer: answer, updateAnswer: answer });
	const permalink = used.put(ADA);
	const of = (submissionPermalink: string | null) => ({
		formPermalink: FREE_FORM,
		submissionPermalink,
		...rest,
	});
	expect(jsonOf(await create())).toStrictEqual({ created: true, ...of(null) });
	expect(jsonOf(await update(permalink, { name: 'after' }))).toStrictEqual({
		updated: true,
		...of(permalink),
	});
	expect(used.stored(permalink)).toStrictEqual({ ...ADA, name: 'after' });
});

describe('a service that takes one format', () => {
	test.each(FORMATS)('takes %s by Body Format', async (bodyFormat) => {
		used.service.choices.set({ contentTypes: bodyFormat });
		expect((await create({ bodyFormat })).error).toBeUndefined();
	});

	test.each(['415', '400'] as const)('refuses another with %s', async (otherContentType) => {
		used.service.choices.set({ contentTypes: 'form', otherContentType });
		const { error } = await create();
		expect(error?.message).toContain(`(status ${otherContentType})`);
		expect(error?.message).toContain('taken as application/x-www-form-urlencoded');
	});
});

describe('a delete', () => {
	test.each([
		['simplified', { deleted: true, data: { deleted: true } }],
		['raw', { deleted: true, permalink: expect.any(String) as string }],
		['full', { statusCode: 200, body: { deleted: true } }],
	])('answered with a record: %s', async (output, json) => {
		expect(jsonOf(await remove(used.put(ADA), { output }))).toMatchObject(json);
	});

	test.each([
		['simplified', { deleted: true, formPermalink: FREE_FORM }],
		['raw', {}],
		['full', { statusCode: 204, headers: expect.any(Object) as object, body: null }],
	])('answered with 204 and nothing: %s', async (output, json) => {
		used.service.choices.set({ deleteAnswer: 'empty' });
		const submissionPermalink = used.put(ADA);
		expect(jsonOf(await remove(submissionPermalink, { output }))).toStrictEqual(
			output === 'simplified' ? { ...json, submissionPermalink } : json,
		);
		const gone = used.service.store.submissions.find(FREE_FORM, submissionPermalink);
		expect(gone?.deleted).not.toBeNull();
	});

	test('of what is deleted already, answered 200, is done', async () => {
		used.service.choices.set({ secondDelete: '200' });
		expect(jsonOf(await remove(deleted()))).toMatchObject({ deleted: true });
	});
});

describe.each(['404', '410'] as const)(
	'what was deleted, and is answered with %s',
	(deletedRead) => {
		const says = (operation: string, status = deletedRead) =>
			`found no such form or submission to ${operation} a submission (status ${status})`;

		beforeEach(() => {
			used.service.choices.set({ deletedRead });
		});

		test('fails, and the permalinks are named', async () => {
			expect((await get(deleted())).error?.message).toContain(says('get'));
			expect((await remove(deleted())).error?.message).toContain(says('delete', '404'));
			const { error } = await update(deleted(), ADA);
			expect(error?.message).toContain(`(status ${deletedRead})`);
			expect(error?.description).toContain('Check both permalinks');
		});

		test.each(OUTPUTS)('is reported where that is wanted, in the output %s too', async (output) => {
			const permalink = deleted();
			const options = { ifNotFound: 'report', output };
			const addressed = { formPermalink: FREE_FORM, submissionPermalink: permalink };
			for (const [key, { error, output: items }] of [
				['found', await get(permalink, options)],
				['deleted', await remove(permalink, options)],
			] as const) {
				expect(error).toBeUndefined();
				expect(items).toStrictEqual([
					{ json: { [key]: false, ...addressed }, pairedItem: { item: 0 } },
				]);
			}
		});
	},
);

test('what was deleted is found where the service still returns it', async () => {
	used.service.choices.set({ deletedRead: 'returned' });
	expect(jsonOf(await get(deleted(), { ifNotFound: 'report' }))).toMatchObject({
		found: true,
		data: { data: ADA },
	});
});

describe('fields that the service does not accept', () => {
	const fieldErrors = { name: ['is required'], age: ['must be a number'] };

	async function createWrong() {
		const { output } = await used.run(
			{ operation: 'create', form: locator(FORM), fieldDataMode: 'autoMap' },
			[{ json: { age: 'many' } }],
			{ onError: 'continueRegularOutput' },
		);
		return output[0]?.json;
	}

	test.each([
		['422', 'The service did not accept the field data (status 422)', 'refused'],
		[
			'inside200',
			'The service reported faults when asked to create a submission (status 200)',
			'unknown',
		],
	] as const)('are named in its words: %s', async (validationErrors, happened, outcome) => {
		used.service.choices.set({ validationErrors });
		expect(await createWrong()).toMatchObject({
			error: `${happened}: Some fields are not valid. name: is required; age: must be a number [item 0]`,
			details: { outcome, fieldErrors },
		});
		expect(used.onlyRequest().stored).toBeUndefined();
	});

	test.each(
		(['422', '400', '409'] as const).flatMap((validationErrors) =>
			(['list', 'problem', 'jsend', 'flag'] as const).map((errorShape) => ({
				validationErrors,
				errorShape,
			})),
		),
	)('are named at $validationErrors in the shape $errorShape', async (choices) => {
		used.service.choices.set(choices);
		expect((await createWrong())?.['details']).toMatchObject({
			outcome: 'refused',
			statusCode: Number(choices.validationErrors),
			fieldErrors,
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
	expect((await create()).error).toBeUndefined();
	expect(used.onlyRequest().credentials).toStrictEqual(['accessToken in header']);
});

test('no choice of the sandbox is missing in this file', () => {
	const text = readFileSync(__filename, 'utf8');
	const missing = Object.keys(choiceAlternatives).filter((choice) => !text.includes(choice));
	expect(missing).toStrictEqual([]);
});
