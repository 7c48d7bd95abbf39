import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { EXPRESSION_ENGINES, useExpressionEngine } from './fieldData/expressionEngines.ts';
import { useService } from './useService.ts';
import { node } from './engine.ts';
import { FORM, locator, SEEDED } from './service.ts';

const used = useService();

const PAGE = `https://forms.example.com/forms/${FORM}/responses/${SEEDED}`;

const item: INodeExecutionData = {
	json: { form: FORM, submission: SEEDED, page: PAGE, nested: { 'odd name': SEEDED } },
};

/** Expressions for the form and the submission, in every way that n8n offers. */
const EXPRESSIONS = [
	['{{ $json.form }}', '{{ $json.submission }}'],
	['{{ $json["form"] }}', '{{ $json.nested["odd name"] }}'],
	['{{ $vars.form }}', '{{ $vars.submission }}'],
	["{{ $('Start').item.json.form }}", "{{ $('Start').item.json.submission }}"],
	["{{ $('Start').first().json.form }}", "{{ $('Start').first().json.submission }}"],
	['{{ $input.item.json.form }}', '{{ $input.item.json.submission }}'],
	['FORM{{ "234567" }}', '{{ "SUBMiSSi" }}2n'],
	[
		'https://forms.example.com/forms/{{ $json.form }}',
		'https://forms.example.com/forms/{{ $json.form }}/responses/{{ $vars.submission }}?x=1',
	],
	['{{ $json.page }}', '{{ $json.page }}'],
] as const;

function get(form: INodeParameters[string], submission: INodeParameters[string], items = [item]) {
	return used.run({ operation: 'get', form, submission }, items, {
		variables: { form: FORM, submission: SEEDED },
		before: [node('Between', 'pass', {})],
	});
}

const PATH = `/api/v1/forms/${FORM}/submissions/${SEEDED}`;

describe.each(EXPRESSION_ENGINES)('with the expression engine %s', (engine) => {
	useExpressionEngine(engine);

	describe.each(['url', 'id'] as const)('in the mode %s', (mode) => {
		test.each(EXPRESSIONS)('%s and %s give the locators their values', async (form, submission) => {
			const { error } = await get(locator(`=${form}`, mode), locator(`=${submission}`, mode));
			expect(error).toBeUndefined();
			expect(used.onlyRequest().url).toBe(PATH);
		});
	});

	test.each([
		[
			'an expression, which gives its object or its text',
			'={{ $json.form }}',
			'={{ ({ mode: "id", value: $json.submission }) }}',
		],
		['plain text, as workflows made by programs hold it', FORM, PAGE],
	])('a locator as a whole can be %s', async (_what, form, submission) => {
		await get(form, submission);
		expect(used.onlyRequest().url).toBe(PATH);
	});

	test('each item’s own expression gives it its own value', async () => {
		const others = ['OTHER23456', 'OTHER34567'].map((submission) => ({
			json: { form: FORM, submission },
		}));
		const { output } = await used.run(
			{
				operation: 'get',
				form: locator("={{ $('Start').item.json.form }}"),
				submission: locator("={{ $('Start').item.json.submission }}"),
				options: { ifNotFound: 'report' },
			},
			[item, ...others],
			{ before: [node('Between', 'pass', {})] },
		);
		expect(output.map(({ json }) => [json['found'], json['submissionPermalink']])).toStrictEqual([
			[true, SEEDED],
			[false, 'OTHER23456'],
			[false, 'OTHER34567'],
		]);
	});

	test.each([
		['a variable that does not exist', '={{ $vars.missing }}', 'Submission is empty'],
		['a field that the item does not have', '={{ $json.missing }}', 'Submission is empty'],
		['a field of a field that is missing', '={{ $json.missing.deeper }}', 'Submission is empty'],
		['null', '={{ null }}', 'Submission is empty'],
		['a node that does not exist', "={{ $('Nowhere').item.json.submission }}", ''],
	])('%s sends nothing', async (_what, submission, says) => {
		const { error } = await get(locator(FORM), locator(submission));
		expect(error?.message).toContain(says);
		expect(used.service.log.entries).toStrictEqual([]);
	});
});

describe('an address on another host than the Base URL', () => {
	const address = `https://elsewhere.example.com/forms/${FORM}/responses/${SEEDED}`;

	const pasted = locator(address, 'url');

	test.each<[what: string, parameters: INodeParameters]>([
		['in Form alone', { form: pasted, submission: locator(SEEDED) }],
		['in Form alone, By Permalink', { form: locator(address), submission: locator(SEEDED) }],
		[
			'in Form alone, by an expression',
			{ form: locator('={{ $json.address }}', 'url'), submission: locator(SEEDED) },
		],
		[
			'in Form alone, by an expression for the locator',
			{ form: '={{ $json.address }}', submission: locator(SEEDED) },
		],
		['in Form alone, of a create', { operation: 'create', form: pasted }],
		['in Submission alone', { form: locator(FORM), submission: pasted }],
		['of an item that is not found', { form: pasted, submission: locator('NOTTHERE23') }],
	])('%s is told of above the output', async (_what, parameters) => {
		const fieldData = { fieldDataMode: 'json', fieldDataJson: '{"name":"Ada"}' };
		const { hints } = await used.run(
			{ operation: 'get', ...fieldData, ...parameters },
			[{ json: { address } }],
			{ onError: 'continueRegularOutput' },
		);
		const { host } = new URL(used.service.address);
		used.onlyRequest();
		expect(hints.at(-1)).toBe(
			`Item 0 used an address on another host than the credential's Base URL (${host}). Only the permalinks of it were used; the requests went to ${host}.`,
		);
	});

	test('is not one of the Base URL’s own', async () => {
		const own = `${used.service.address}/api/v1/forms/${FORM}/submissions/${SEEDED}/edit`;
		const { hints } = await get(locator(own, 'url'), locator(`\u00a0${own}\n`));
		expect(used.onlyRequest().url).toBe(PATH);
		expect(hints).toStrictEqual([]);
	});
});
