import { buildSandbox, type Sandbox } from '../../sandbox/app.ts';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await buildSandbox({
		seed: {
			token: 'a-token',
			forms: [
				{
					permalink: 'FORM234567',
					name: 'A form',
					fields: [],
					submissions: [],
				},
			],
		},
	});
});

afterEach(() => sandbox.close());

it('creates', async () => {
	const response = await sandbox.app.inject({
		method: 'POST',
		url: '/api/v1/forms/FORM234567/submissions/new?access_token=a-token',
		payload: { a: 1 },
	});
	expect(response.statusCode).toBe(201);
	expect(response.json()).toMatchObject({ data: { a: 1 } });
	expect(sandbox.log.entries).toHaveLength(1);
});
