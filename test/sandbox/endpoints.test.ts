import { call, createPath, form, otherForm, start, submission, submissionPath } from './support.ts';

it('creates with 201, a new permalink of 10 characters and the field data', async () => {
	const { store } = await start({ now: () => new Date('2030-01-31T12:00:00Z') });
	const data = { name: 'Ünï 🙂', age: 7 };
	const response = await call('POST', createPath, { json: data });
	expect(response.status).toBe(201);
	expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
	const stored = store.submissions.all().at(-1);
	expect(stored?.permalink).toMatch(/^[A-Za-z2-9]{10}$/);
	const created = '2030-01-31T12:00:00.000Z';
	const record = { permalink: stored?.permalink, form, created, updated: created, data };
	expect(await response.json()).toStrictEqual(record);
	expect(stored).toMatchObject({ form, revision: 1, data });
});

it('marks a deleted submission, hides it, and answers 200 with what was deleted', async () => {
	const { store } = await start();
	const response = await call('DELETE', submissionPath());
	expect(response.status).toBe(200);
	expect(await response.json()).toStrictEqual({ permalink: submission, deleted: true });
	expect(store.submissions.find(form, submission)?.deleted).not.toBeNull();
	expect((await call('GET', submissionPath())).status).toBe(404);
});

it.each([
	['POST', '/api/v1/forms/NOSUCHFORM/submissions/new'],
	['GET', submissionPath('NOSUCHSUBM')],
	['GET', submissionPath(submission, otherForm)],
	['GET', createPath],
	['POST', submissionPath('NOSUCHSUBM')],
	['DELETE', submissionPath('NOSUCHSUBM')],
])('answers 404 to %s %s, which is not there, and stores nothing', async (method, path) => {
	const { store } = await start();
	const response = await call(method, path, method === 'POST' ? { json: { name: 'x' } } : {});
	expect(response.status).toBe(404);
	expect(await response.json()).toMatchObject({ error: 'not_found' });
	expect(store.submissions.all()).toHaveLength(1);
});

it.each([
	['PUT', submissionPath()],
	['GET', '/api/v1/forms'],
	['POST', `${createPath}/`],
	['GET', `/api/v2/forms/${form}/submissions/${submission}`],
])('answers 404 in JSON to %s %s, which the interface does not have', async (method, path) => {
	await start();
	const response = await call(method, path);
	expect(response.status).toBe(404);
	expect(await response.json()).toStrictEqual({
		error: 'not_found',
		message: `The interface has no endpoint ${method} ${path}.`,
	});
});

it('answers 400 in JSON to a path that is not percent-encoded text', async () => {
	const { log } = await start();
	const response = await call('GET', submissionPath('%zz'));
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ error: 'bad_request' });
	expect(log.entries.at(-1)).toMatchObject({ url: submissionPath('%zz'), status: 400 });
});

it('serves the interface under a base path where one is given', async () => {
	await start({ basePath: '/a/service' });
	expect((await call('GET', `/a/service${submissionPath()}`)).status).toBe(200);
	expect((await call('GET', submissionPath())).status).toBe(404);
});
