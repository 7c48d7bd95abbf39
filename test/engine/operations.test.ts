import type { INodeParameters } from 'n8n-workflow';

import { assignments, FORM, FREE_FORM, locator, SEEDED, TOKEN } from './service.ts';
import { GET_SEEDED, numbered, useService } from './useService.ts';

const used = useService();

describe('the four operations', () => {
	test('create gives what it stored, and where', async () => {
		const { output, error } = await used.run({
			operation: 'create',
			form: locator(FORM),
			fieldData: assignments(['name', 'Ada'], ['age', '36', 'number']),
		});
		expect(error).toBeUndefined();
		const { text, stored: submissionPermalink } = used.onlyRequest();
		expect(text).toBe('{"name":"Ada","age":36}');
		const data = { permalink: submissionPermalink };
		expect(output).toMatchObject([
			{
				json: { created: true, formPermalink: FORM, submissionPermalink, data },
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		['get', { found: true, data: { data: { name: 'before', kept: 'yes' } } }],
		['update', { updated: true }],
		['delete', { deleted: true }],
	])('%s gives the submission that it was asked for', async (operation, json) => {
		const submission = used.put({ name: 'before', kept: 'yes' });
		const { output } = await used.run({
			operation,
			submission: locator(submission),
			fieldData: assignments(['name', 'after']),
		});
		const addressed = { formPermalink: FREE_FORM, submissionPermalink: submission };
		expect(output).toMatchObject([{ json: { ...json, ...addressed } }]);
		const { data, deleted } = used.service.store.submissions.find(FREE_FORM, submission) ?? {};
		const name = operation === 'update' ? 'after' : 'before';
		expect(data).toStrictEqual({ name, kept: 'yes' });
		expect(deleted === null).toBe(operation !== 'delete');
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
		const submission = used.put({ name: 'before' });
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

test('what is checked only shows the request without the credential, and asks nobody', async () => {
	const { output } = await used.run({
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

test('headers go along, beside those of the node', async () => {
	await used.get({
		headers: {
			header: [
				{ name: 'Idempotency-Key', value: '={{ "row " + 7 }}' },
				{ name: 'accept', value: 'application/vnd.api+json' },
			],
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

test('a refused token is sent once, not twice as n8n does of itself', async () => {
	const credential = { ...used.service.credential, accessToken: 'cancelled' };
	const { error } = await used.run(GET_SEEDED, undefined, { credential });
	expect(error?.message).toMatch(/^The service did not accept the credentials \(status 401\)/);
	used.onlyRequest();
});

describe('items', () => {
	test('give as many requests and items, in order, each linked', async () => {
		const { output } = await used.create(numbered(120));
		expect(used.service.log.entries).toHaveLength(120);
		const permalinks = output.map(({ json }) => json['submissionPermalink'] as string);
		expect(permalinks.map((permalink) => used.stored(permalink))).toStrictEqual(numbered(120));
		expect(output.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			numbered(120).map(({ n }) => ({ item: n })),
		);
	});

	test('no more requests are under way than Requests at Once allows', async () => {
		used.answer({ kind: 'slow', ms: 5 });
		await used.create(numbered(30), { requestsAtOnce: 3 });
		expect(used.service.log.peakInFlight).toBe(3);
	});
});
