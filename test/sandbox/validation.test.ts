import { call, createPath, start, submission, submissionPath } from './support.ts';

it.each([
	['no body at all', {}],
	['an empty object', { json: {} }],
	['null', { json: { name: null } }],
	['an empty text', { json: { name: '' } }],
])('counts %s as missing', async (_case, init) => {
	await start();
	expect((await call('POST', createPath, init)).status).toBe(422);
});

it.each([
	['name', 5, 'must be text'],
	['age', '5', 'must be a number'],
	['agreed', 'true', 'must be true or false'],
	['email', 'nobody', 'must be an e-mail address'],
	['due', '31.1.2030', 'must be a date such as 2030-01-31'],
	['due', '2030-99-99', 'must be a date such as 2030-01-31'],
	['topics', 'one', 'must be a list'],
	['file', 'text', 'must be a file, sent as multipart/form-data'],
])('answers 422 where %s is %j: it %s', async (name, value, error) => {
	await start();
	const response = await call('POST', submissionPath(), { json: { [name]: value } });
	expect(response.status).toBe(422);
	expect(await response.json()).toMatchObject({ errors: { [name]: [error] } });
});

it('asks a partial update only for the fields that it names', async () => {
	await start();
	expect((await call('POST', submissionPath(), { json: { age: 2 } })).status).toBe(200);
	expect((await call('POST', submissionPath(), { json: { name: '' } })).status).toBe(422);
});

it('leaves a submission as it was where an update is refused', async () => {
	const { store } = await start();
	await call('POST', submissionPath(), { json: { name: 'Changed', age: 'old' } });
	const [stored] = store.submissions.all();
	expect(stored).toMatchObject({ permalink: submission, revision: 1, data: { name: 'Seeded' } });
});
