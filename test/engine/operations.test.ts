import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Outcome } from './engine.ts';
import { runNode } from './engine.ts';
import { assignments, FORM, FREE_FORM, locator, SEEDED, TOKEN } from './service.ts';
import { useService } from './useService.ts';

const used = useService();

async function run(parameters: INodeParameters, items?: object[]): Promise<Outcome> {
	return await used.run(
		parameters,
		items?.map((json) => ({ json: { ...json } })),
	);
}

function permalinkOf(item: INodeExecutionData | undefined): string {
	const permalink = item?.json['submissionPermalink'];
	if (typeof permalink !== 'string') throw new Error('The item has no permalink');
	return permalink;
}

/** Creates a submission in the form that takes anything, and gives its permalink. */
async function created(fieldData: object): Promise<string> {
	const { output } = await run({
		operation: 'create',
		fieldDataMode: 'json',
		fieldDataJson: JSON.stringify(fieldData),
	});
	used.service.log.clear();
	return permalinkOf(output[0]);
}

describe('the four operations on the wire', () => {
	test('create posts the field data to the path that ends in new', async () => {
		const { output, error } = await run({
			operation: 'create',
			form: locator(FORM),
			fieldData: assignments(['name', 'Ada'], ['age', '36', 'number']),
		});
		expect(error).toBeUndefined();
		const request = used.onlyRequest();
		expect(request).toMatchObject({
			method: 'POST',
			url: `/api/v1/forms/${FORM}/submissions/new`,
			text: '{"name":"Ada","age":36}',
			headers: {
				authorization: `Bearer ${TOKEN}`,
				'content-type': 'application/json',
				accept: 'application/json',
			},
		});
		expect(output).toMatchObject([
			{
				json: {
					created: true,
					formPermalink: FORM,
					submissionPermalink: request.stored,
					data: { permalink: request.stored },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('get reads the submission, and sends no body', async () => {
		const { output } = await run({
			operation: 'get',
			form: locator(FORM),
			submission: locator(SEEDED),
		});
		expect(used.onlyRequest()).toMatchObject({
			method: 'GET',
			url: `/api/v1/forms/${FORM}/submissions/${SEEDED}`,
			text: '',
		});
		expect(output).toMatchObject([
			{ json: { found: true, formPermalink: FORM, submissionPermalink: SEEDED } },
		]);
		expect(JSON.stringify(output[0]?.json['data'])).toContain('Seeded');
	});

	test('update posts the field data to the path that get reads', async () => {
		const submission = await created({ name: 'before', kept: 'yes' });
		const { output } = await run({
			operation: 'update',
			submission: locator(submission),
			fieldData: assignments(['name', 'after']),
		});
		expect(used.onlyRequest()).toMatchObject({
			method: 'POST',
			url: `/api/v1/forms/${FREE_FORM}/submissions/${submission}`,
			text: '{"name":"after"}',
		});
		expect(output).toMatchObject([
			{ json: { updated: true, formPermalink: FREE_FORM, submissionPermalink: submission } },
		]);
		expect(used.stored(submission)).toStrictEqual({
			name: 'after',
			kept: 'yes',
		});
	});

	test('delete removes the submission, and sends no body', async () => {
		const submission = await created({ name: 'gone' });
		const { output } = await run({ operation: 'delete', submission: locator(submission) });
		expect(used.onlyRequest()).toMatchObject({
			method: 'DELETE',
			url: `/api/v1/forms/${FREE_FORM}/submissions/${submission}`,
			text: '',
		});
		expect(output).toMatchObject([
			{ json: { deleted: true, formPermalink: FREE_FORM, submissionPermalink: submission } },
		]);
	});
});

describe('upsert', () => {
	const upsert = (submission: string, options: INodeParameters = {}) => ({
		operation: 'upsert',
		submission: locator(submission),
		fieldDataMode: 'json',
		fieldDataJson: '={{ ({ name: $json.name }) }}',
		options: { requestsAtOnce: 1, ...options },
	});
	const to = () => used.service.log.entries.map(({ url }) => url.replace(/^.*submissions\//, ''));

	test('of a mixed table updates the rows that have a permalink and creates the others', async () => {
		const submission = await created({ name: 'before' });
		const items = [{ name: 'new', permalink: '' }, { name: 'after', permalink: submission }, {}];
		const { output, error, hints } = await used.run(
			upsert('={{ $json.permalink }}', { allowEmpty: true, includeInput: true }),
			items.map((json) => ({ json })),
		);
		expect(error).toBeUndefined();
		expect(to()).toStrictEqual(['new', submission, 'new']);
		expect(output).toMatchObject([
			{ json: { created: true, input: items[0] } },
			{ json: { updated: true, submissionPermalink: submission, input: items[1] } },
			{ json: { created: true, input: {} } },
		]);
		expect(used.stored(submission)).toStrictEqual({ name: 'after' });
		expect(hints).toStrictEqual(['Item 2 left out fields whose expressions gave nothing: name.']);
	});

	test('creates what is not found where that is chosen, on the page of its address too', async () => {
		const address = `${used.service.address}/forms/${FREE_FORM}/responses/gone234567`;
		const { output, hints } = await used.run(
			{ ...upsert(address, { ifNotFound: 'create' }), form: locator('', 'url') },
			[{ json: { name: 'anew' } }],
		);
		expect(to()).toStrictEqual(['gone234567', 'new']);
		expect(output).toMatchObject([{ json: { created: true, formPermalink: FREE_FORM } }]);
		expect(hints).toStrictEqual([expect.stringMatching(/^The submission was not found\. /)]);
	});
});

describe('what is checked only', () => {
	test('shows the request without the credential, and asks nobody', async () => {
		const { output } = await run({
			operation: 'update',
			submission: locator(SEEDED),
			fieldData: assignments(['name', 'Ada']),
			options: { dryRun: true, headers: { header: [{ name: 'X-Gate', value: 'sesame' }] } },
		});
		expect(used.service.log.entries).toStrictEqual([]);
		const url = `${used.service.address}/api/v1/forms/${FREE_FORM}/submissions/${SEEDED}`;
		expect(output.map(({ json }) => json)).toStrictEqual([
			{ dryRun: true, request: { method: 'POST', url, body: { name: 'Ada' } } },
		]);
	});
});

test('headers go along, beside those of the node', async () => {
	await run({
		operation: 'get',
		form: locator(FORM),
		submission: locator(SEEDED),
		options: {
			headers: {
				header: [
					{ name: 'Idempotency-Key', value: '={{ "row " + 7 }}' },
					{ name: 'accept', value: 'application/vnd.api+json' },
				],
			},
		},
	});
	expect(used.onlyRequest().headers).toMatchObject({
		'idempotency-key': 'row 7',
		accept: 'application/vnd.api+json',
		authorization: `Bearer ${TOKEN}`,
	});
});

test('with the error output, a failed item has its input in its details', async () => {
	const { errors } = await used.run(
		{ operation: 'get', submission: locator('short'), options: { includeInput: true } },
		[{ json: { row: 7 } }],
		{ onError: 'continueErrorOutput' },
	);
	expect(errors).toMatchObject([
		{ json: { row: 7, details: { operation: 'get', input: { row: 7 } } } },
	]);
});

describe('the four ways of authentication', () => {
	test('a refused token is sent once, not twice as n8n does of itself', async () => {
		const { error } = await runNode({
			credential: { ...used.service.credential, accessToken: 'cancelled' },
			parameters: { operation: 'get', form: locator(FORM), submission: locator(SEEDED) },
		});
		expect(error?.message).toMatch(/^The service did not accept the credentials \(status 401\)/);
		used.onlyRequest();
	});
});

describe('items', () => {
	test.each([1, 2, 120])(
		'%i items give as many requests and items, in order, each linked',
		async (count) => {
			const { output } = await run(
				{ operation: 'create', fieldDataMode: 'autoMap' },
				Array.from({ length: count }, (_, number) => ({ number })),
			);
			expect(used.service.log.entries).toHaveLength(count);
			expect(output.map((item) => used.stored(permalinkOf(item)))).toStrictEqual(
				Array.from({ length: count }, (_, number) => ({ number })),
			);
			expect(output.map(({ pairedItem }) => pairedItem)).toStrictEqual(
				Array.from({ length: count }, (_, item) => ({ item })),
			);
		},
	);

	test('an expression gives each item its own permalinks and fields', async () => {
		const permalinks = [await created({ n: 1 }), await created({ n: 2 })];
		const { output } = await run(
			{
				operation: 'update',
				form: locator('={{ $json.form }}'),
				submission: locator('={{ $json.submission }}'),
				fieldData: assignments(['n', '={{ $json.n * 10 }}', 'number']),
			},
			permalinks.map((submission, index) => ({ form: FREE_FORM, submission, n: index + 1 })),
		);
		expect(output.map(({ json }) => json['updated'])).toStrictEqual([true, true]);
		expect(permalinks.map((permalink) => used.stored(permalink))).toStrictEqual([
			{ n: 10 },
			{ n: 20 },
		]);
	});

	test('no more requests are under way than Requests at Once allows', async () => {
		used.service.faults.set({ rules: [{ then: { kind: 'slow', ms: 5 } }] });
		await run(
			{ operation: 'create', fieldDataMode: 'autoMap', options: { requestsAtOnce: 3 } },
			Array.from({ length: 30 }, (_, number) => ({ number })),
		);
		expect(used.service.log.peakInFlight).toBe(3);
	});
});
