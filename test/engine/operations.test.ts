import { runNode } from './engine.ts';
import type { Service } from './service.ts';
import { assignments, FORM, locator, SEEDED, startService, TOKEN } from './service.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(async () => {
	await service.close();
});

beforeEach(() => {
	service.log.clear();
});

test('create sends a POST to the path ending in new, and gives the new permalink', async () => {
	const { output, error } = await runNode({
		credential: service.credential,
		parameters: {
			operation: 'create',
			form: locator(FORM),
			fieldDataMode: 'defineBelow',
			fieldData: assignments(['name', 'Ada'], ['age', '36', 'number']),
		},
	});
	expect(error).toBeUndefined();
	const [request] = service.log.entries;
	expect(request).toMatchObject({ method: 'POST', url: `/api/v1/forms/${FORM}/submissions/new` });
	expect(JSON.parse(request?.body.toString() ?? '')).toEqual({ name: 'Ada', age: 36 });
	expect(request?.headers).toMatchObject({
		authorization: `Bearer ${TOKEN}`,
		'content-type': 'application/json',
	});
	expect(output).toEqual([
		{
			json: {
				created: true,
				formPermalink: FORM,
				submissionPermalink: request?.stored,
				data: expect.objectContaining({ permalink: request?.stored }),
			},
			pairedItem: { item: 0 },
		},
	]);
});
