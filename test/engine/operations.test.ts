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
