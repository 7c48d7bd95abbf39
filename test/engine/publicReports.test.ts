/*
 * What people report of nodes of this kind, each held not to occur here.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FORMATS, MODES } from './fieldData/modes.ts';
import { useDeduplicator } from './useDeduplicator.ts';
import { useService } from './useService.ts';
import { node, submissionsNode, submissionsType } from './engine.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED } from './service.ts';

const { NodeHelpers } = requireOutside('n8n-workflow');

const used = useService();
useDeduplicator();

test.each([
	['an object', '={{ ({ name: $json.name }) }}'],
	['text that JSON.stringify made', '={{ JSON.stringify({ name: $json.name }) }}'],
	['text with an expression in it', '={ "name": "{{ $json.name }}" }'],
	['a field that holds an object', '={{ $json.body }}'],
	['a field that holds text', '={{ $json.text }}'],
	['fixed text', '{ "name": "Ada" }'],
])('JSON is sent as an object, never as a string: %s', async (_what, fieldDataJson) => {
	await used.run({ operation: 'create', fieldDataMode: 'json', fieldDataJson }, [
		{ json: { name: 'Ada', body: { name: 'Ada' }, text: '{"name":"Ada"}' } },
	]);
	expect(used.onlyRequest()).toMatchObject({
		text: '{"name":"Ada"}',
		headers: { 'content-type': 'application/json' },
	});
});

test.each(FORMATS)(
	'options that were added and left blank add nothing, as %s',
	async (bodyFormat) => {
		const blank = { returnFields: '', permalinkPath: '', proxy: '', wrapIn: '', files: {} };
		const { error } = await used.create({ name: 'Ada' }, { bodyFormat, ...blank });
		expect(error).toBeUndefined();
		expect(used.stored(used.onlyRequest().stored)).toStrictEqual({ name: 'Ada' });
	},
);

/** A value for each option that differs from its default. */
const ALL_OPTIONS: INodeParameters = {
	allowEmpty: true,
	allowUnauthorizedCerts: true,
	arrayFormat: 'brackets',
	bodyFormat: 'multipart',
	createOnceKey: 'A-1',
	dryRun: true,
	emptyValues: 'clear',
	files: { file: ['photo', 'plan'].map((name) => ({ name, property: 'data' })) },
	headers: { header: [{ name: 'X-Gate', value: 'open' }] },
	ifNotFound: 'report',
	includeInput: true,
	keysToRemember: 500,
	maxAttempts: 2,
	maxWait: 1,
	minInterval: 1,
	missingValues: 'refuse',
	output: 'full',
	permalinkPath: 'permalink',
	proxy: 'http://127.0.0.1:9',
	repeatUnknown: 'updates',
	requestsAtOnce: 2,
	returnFields: 'permalink',
	timeout: 1000,
	wrapIn: 'submission',
};

describe('no option makes a workflow impossible to open or activate', () => {
	const cases = ['create', 'delete', 'get', 'update', 'upsert'].flatMap((operation) =>
		MODES.map(([mode, give]) => ({ operation, mode, set: give({ name: 'Ada' }).parameters })),
	);
	const namesIn = (options: unknown) => Object.keys(Object(options) as object).sort();

	test('every option of the node has a value here', async () => {
		const options = (await submissionsType()).description.properties.find(
			({ name }) => name === 'options',
		);
		expect(options?.options?.map(({ name }) => name).sort()).toStrictEqual(namesIn(ALL_OPTIONS));
	});

	test.each(cases)(
		'$operation with all options set, fields by $mode',
		async ({ operation, set }) => {
			const { description } = await submissionsType();
			const parameters: INodeParameters = {
				...set,
				operation,
				form: locator(FORM),
				submission: locator(SEEDED),
				options: ALL_OPTIONS,
			};
			const read = (from: INodeParameters | null, withDefaults: boolean) =>
				NodeHelpers.getNodeParameters(
					description.properties,
					from,
					withDefaults,
					false,
					{ typeVersion: 1 },
					description,
				);
			// What the editor does when it opens a workflow, and the server when it loads one.
			const opened = read(parameters, true);
			expect(opened).toMatchObject({ operation });
			const options = Object(opened?.['options']) as INodeParameters;
			expect(options).toStrictEqual(
				Object.fromEntries(Object.keys(options).map((name) => [name, ALL_OPTIONS[name]])),
			);
			// What it does when it saves one: nothing that was set goes missing.
			const saved = read(opened, false);
			expect(namesIn(saved?.['options'])).toStrictEqual(namesIn(options));
			// What it asks before it runs or activates one.
			const asked = submissionsNode(parameters);
			expect(
				NodeHelpers.getNodeParametersIssues(description.properties, asked, description),
			).toBeNull();
		},
	);

	// No proxy runs here.
	const runnable = Object.keys(ALL_OPTIONS).filter((name) => name !== 'proxy');

	test.each(runnable)('the option %s alone runs', async (option) => {
		used.service.choices.set({ body: option === 'wrapIn' ? 'wrapped' : 'flat' });
		const { error } = await used.run(
			{
				operation: 'create',
				fieldData: assignments(['name', 'Ada']),
				options: {
					[option]: ALL_OPTIONS[option] ?? null,
					...(option === 'files' && { bodyFormat: 'multipart' }),
				},
			},
			[{ json: {}, binary: { data: { data: '', mimeType: 'text/plain', fileName: 'a.txt' } } }],
		);
		expect(error).toBeUndefined();
	});
});

test('a list is sent as it is, never merged index by index with a longer one before', async () => {
	await used.run(
		{
			operation: 'create',
			fieldData: assignments(['tags', '={{ $json.tags }}', 'array']),
			options: { requestsAtOnce: 1 },
		},
		[[1, 2, 3], [9], []].map((tags) => ({ json: { tags } })),
	);
	expect(used.service.log.entries.map(({ body }) => body.toString())).toStrictEqual([
		'{"tags":[1,2,3]}',
		'{"tags":[9]}',
		'{"tags":[]}',
	]);
});

const asJson = (fieldDataJson: string) => ({ fieldDataMode: 'json', fieldDataJson });

test.each<[what: string, parameters: INodeParameters, json?: IDataObject]>([
	['no row', { fieldData: {} }],
	[
		'rows that all give nothing',
		{ fieldData: assignments(['a', '={{ $json.b }}'], ['c', '={{ $json.d.e }}', 'number']) },
	],
	['an item without fields', { fieldDataMode: 'autoMap' }],
	[
		'an item whose fields are all ignored',
		{ fieldDataMode: 'autoMap', ignoreFields: 'row' },
		{ row: 2 },
	],
	['an empty object', asJson('{}')],
	['an expression that gives nothing', asJson('={{ $json.missing }}')],
	['an object whose values give nothing', asJson('={{ ({ name: $json.missing }) }}')],
])('an update never sends nothing in silence: %s', async (_what, parameters, json = {}) => {
	const submission = locator(used.put({ name: 'Ada' }));
	const { message } = await used.refusal({ operation: 'update', submission, ...parameters }, [
		{ json },
	]);
	expect(message).toMatch(/contains no fields to send|is empty, not an object/);
});

test.each(['beside', 'grouped', 'alone'] as const)(
	'a field named error does no harm to an item where the answer holds fields %s',
	async (answerFields) => {
		const failure = { error: 'Pump 3 leaks', message: 'urgent', details: 'first floor' };
		const setup = { onError: 'continueErrorOutput', maxTries: 3 } as const;
		used.service.choices.set({ answerFields });
		const { output, errors, error } = await used.create(failure, {}, setup);
		expect(error).toBeUndefined();
		expect(errors).toStrictEqual([]);
		expect(used.stored(used.onlyRequest().stored)).toStrictEqual(failure);
		expect(output).toMatchObject([{ json: { created: true } }]);
		expect(JSON.stringify(output)).toContain('Pump 3 leaks');
	},
);

test('a workflow variable, a field and another node’s item can stand in a locator at once', async () => {
	const submission = used.put({ name: 'Ada' });
	const { error } = await used.run(
		{
			operation: 'update',
			form: locator('={{ $vars.form }}'),
			submission: locator("={{ $('Start').item.json.submission }}"),
			fieldData: assignments(['name', '={{ $json.name }}']),
		},
		[{ json: { submission, name: 'Grace' } }],
		{ variables: { form: FREE_FORM }, before: [node('Between', 'pass', {})] },
	);
	expect(error).toBeUndefined();
	expect(used.stored(submission)).toStrictEqual({ name: 'Grace' });
});
