/*
 * What people report of nodes of this kind, each held not to occur here.
 */
import type { INodeParameters } from 'n8n-workflow';

import { FORMATS, MODES } from './fieldData/modes.ts';
import { useDeduplicator } from './useDeduplicator.ts';
import { useService } from './useService.ts';
import { node, submissionsNode, submissionsType } from './engine.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED } from './service.ts';

const { NodeHelpers } = requireOutside('n8n-workflow');

const used = useService();
useDeduplicator();

describe('a JSON body from an expression is sent as an object, never as a string', () => {
	test.each([
		['an object', '={{ ({ name: $json.name }) }}'],
		['text that JSON.stringify made', '={{ JSON.stringify({ name: $json.name }) }}'],
		['text with an expression in it', '={ "name": "{{ $json.name }}" }'],
		['a field that holds an object', '={{ $json.body }}'],
		['a field that holds text', '={{ $json.text }}'],
		['fixed text', '{ "name": "Ada" }'],
	])('%s', async (_what, fieldDataJson) => {
		await used.run({ operation: 'create', fieldDataMode: 'json', fieldDataJson }, [
			{ json: { name: 'Ada', body: { name: 'Ada' }, text: '{"name":"Ada"}' } },
		]);
		expect(used.onlyRequest()).toMatchObject({
			text: '{"name":"Ada"}',
			headers: { 'content-type': 'application/json' },
		});
	});
});

describe('blank optional fields are not sent', () => {
	const blank = {
		returnFields: '',
		permalinkPath: '',
		proxy: '',
		wrapIn: '',
		files: {},
	};

	test.each(FORMATS)(
		'options that were added and left blank add nothing, as %s',
		async (bodyFormat) => {
			const request = { operation: 'create', fieldData: assignments(['name', 'Ada']) };
			await used.run({ ...request, options: { bodyFormat } });
			const { stored } = used.onlyRequest();
			used.service.log.clear();
			await used.run({ ...request, options: { bodyFormat, ...blank } });
			expect(used.stored(used.onlyRequest().stored)).toStrictEqual(used.stored(stored));
			expect(used.stored(stored)).toStrictEqual({ name: 'Ada' });
		},
	);

	test('a row whose expression gives nothing is left out; one that is empty text is sent', async () => {
		await used.run({
			operation: 'create',
			fieldData: assignments(['name', 'Ada'], ['phone', '={{ $json.phone }}'], ['note', '']),
		});
		expect(used.onlyRequest().text).toBe('{"name":"Ada","note":""}');
	});

	test('an option that was never touched has its default, and stops nothing', async () => {
		const { error } = await used.run({
			operation: 'create',
			fieldData: assignments(['name', 'Ada']),
		});
		expect(error).toBeUndefined();
	});
});

/** A value for each option that differs from its default. */
const ALL_OPTIONS: INodeParameters = {
	allowEmpty: true,
	allowUnauthorizedCerts: true,
	arrayFormat: 'brackets',
	bodyFormat: 'multipart',
	createOnceKey: 'A-1',
	dryRun: true,
	emptyValues: 'clear',
	files: {
		file: [
			{ name: 'photo', property: 'data' },
			{ name: 'plan', property: 'data' },
		],
	},
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
	const cases = ['create', 'delete', 'get', 'update'].flatMap((operation) =>
		MODES.map(([mode, give]) => ({
			operation,
			mode,
			parameters: give({ name: 'Ada' }).parameters,
		})),
	);

	test('every option of the node has a value here', async () => {
		const options = (await submissionsType()).description.properties.find(
			({ name }) => name === 'options',
		);
		expect(options?.options?.map(({ name }) => name).sort()).toStrictEqual(
			Object.keys(ALL_OPTIONS).sort(),
		);
	});

	test.each(cases)('$operation with all options set, fields by $mode', async (given) => {
		const { description } = await submissionsType();
		const parameters: INodeParameters = {
			...given.parameters,
			operation: given.operation,
			form: locator(FORM),
			submission: locator(SEEDED),
			options: ALL_OPTIONS,
		};
		// What the editor does when it opens a workflow, and the server when it loads one.
		const opened = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			{ typeVersion: 1 },
			description,
		);
		expect(opened).toMatchObject({ operation: given.operation });
		for (const [name, value] of Object.entries((opened?.['options'] ?? {}) as INodeParameters)) {
			expect([name, value]).toStrictEqual([name, ALL_OPTIONS[name]]);
		}
		// What it does when it saves one: nothing that was set goes missing.
		const saved = NodeHelpers.getNodeParameters(
			description.properties,
			opened,
			false,
			false,
			{ typeVersion: 1 },
			description,
		);
		expect(Object.keys((saved?.['options'] ?? {}) as INodeParameters).sort()).toStrictEqual(
			Object.keys((opened?.['options'] ?? {}) as INodeParameters).sort(),
		);
		// What it asks before it runs or activates one.
		expect(
			NodeHelpers.getNodeParametersIssues(
				description.properties,
				submissionsNode(parameters),
				description,
			),
		).toBeNull();
	});

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

describe('a list is sent as it is, never merged with another index by index', () => {
	test('a shorter list after a longer one, item by item', async () => {
		await used.run(
			{
				operation: 'create',
				fieldData: assignments(['tags', '={{ $json.tags }}', 'array']),
				options: { requestsAtOnce: 1 },
			},
			[{ json: { tags: [1, 2, 3] } }, { json: { tags: [9] } }, { json: { tags: [] } }],
		);
		expect(used.service.log.entries.map(({ body }) => body.toString())).toStrictEqual([
			'{"tags":[1,2,3]}',
			'{"tags":[9]}',
			'{"tags":[]}',
		]);
	});
});

describe('an update never sends nothing in silence', () => {
	const nothing: readonly (readonly [what: string, parameters: INodeParameters])[] = [
		['no row', { fieldData: {} }],
		[
			'rows that all give nothing',
			{
				fieldData: assignments(
					['name', '={{ $json.missing }}'],
					['age', '={{ $json.a.b }}', 'number'],
				),
			},
		],
		['an item without fields', { fieldDataMode: 'autoMap' }],
		[
			'an item whose fields are all ignored',
			{ fieldDataMode: 'autoMap', ignoreFields: 'row_number' },
		],
		['an empty object', { fieldDataMode: 'json', fieldDataJson: '{}' }],
		[
			'an expression that gives nothing',
			{ fieldDataMode: 'json', fieldDataJson: '={{ $json.missing }}' },
		],
		[
			'an object whose values give nothing',
			{ fieldDataMode: 'json', fieldDataJson: '={{ ({ name: $json.missing }) }}' },
		],
	];

	test.each(nothing)('%s is refused', async (_what, parameters) => {
		const json = parameters['ignoreFields'] === undefined ? {} : { row_number: 2 };
		const { error } = await used.run(
			{ operation: 'update', submission: locator(used.put({ name: 'Ada' })), ...parameters },
			[{ json }],
		);
		expect(error?.message).toMatch(/contains no fields to send|is empty, not an object/);
		expect(used.service.log.entries).toStrictEqual([]);
	});
});

describe('a field named error does no harm', () => {
	const failure = { error: 'Pump 3 leaks', message: 'urgent', details: 'first floor' };

	test.each(['beside', 'grouped', 'alone'] as const)(
		'to an item that was created, where the answer holds fields %s',
		async (answerFields) => {
			used.service.choices.set({ answerFields });
			const { output, errors, error } = await used.run(
				{ operation: 'create', fieldDataMode: 'autoMap' },
				[{ json: failure }],
				{ onError: 'continueErrorOutput', maxTries: 3 },
			);
			expect(error).toBeUndefined();
			expect(errors).toStrictEqual([]);
			expect(used.stored(used.onlyRequest().stored)).toStrictEqual(failure);
			expect(output).toMatchObject([{ json: { created: true } }]);
			expect(JSON.stringify(output)).toContain('Pump 3 leaks');
		},
	);

	test.each(['beside', 'grouped'] as const)(
		'to an item that was read, where the answer holds fields %s',
		async (answerFields) => {
			used.service.choices.set({ answerFields });
			const { output, errors } = await used.run(
				{ operation: 'get', submission: locator(used.put(failure)) },
				undefined,
				{ onError: 'continueErrorOutput', maxTries: 3 },
			);
			expect(errors).toStrictEqual([]);
			used.onlyRequest();
			expect(output).toMatchObject([{ json: { found: true } }]);
		},
	);
});

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
