import { call, createPath, form, otherForm, start, submission, submissionPath } from './support.ts';

describe('create', () => {
	it('stores the field data and answers 201 with a new permalink of 10 characters', async () => {
		const { store } = await start({ now: () => new Date('2030-01-31T12:00:00Z') });
		const response = await call('POST', createPath, { json: { name: 'Ünï 🙂', age: 7 } });
		expect(response.status).toBe(201);
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
		const stored = store.submissions.all().at(-1);
		expect(stored?.permalink).toMatch(/^[A-Za-z2-9]{10}$/);
		expect(await response.json()).toStrictEqual({
			permalink: stored?.permalink,
			form,
			created: '2030-01-31T12:00:00.000Z',
			updated: '2030-01-31T12:00:00.000Z',
			data: { name: 'Ünï 🙂', age: 7 },
		});
		expect(stored).toMatchObject({ form, revision: 1, data: { name: 'Ünï 🙂', age: 7 } });
	});

	it('says which form is not there', async () => {
		await start();
		const response = await call('POST', '/api/v1/forms/NOSUCHFORM/submissions/new', { json: {} });
		expect(response.status).toBe(404);
		expect(await response.json()).toStrictEqual({
			error: 'not_found',
			message: 'There is no form NOSUCHFORM.',
		});
	});
});

describe('get', () => {
	it('answers 200 with the submission', async () => {
		await start();
		const response = await call('GET', submissionPath());
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({
			permalink: submission,
			form,
			data: { name: 'Seeded', age: 1 },
		});
	});

	it.each([
		['an unknown permalink', submissionPath('NOSUCHSUBM')],
		['one of another form', submissionPath(submission, otherForm)],
		['the word that creates', createPath],
	])('answers 404 to %s', async (_case, path) => {
		await start();
		const response = await call('GET', path);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ error: 'not_found' });
	});
});

describe('update', () => {
	it('changes what was sent and keeps the rest', async () => {
		const { store } = await start();
		const response = await call('POST', submissionPath(), { json: { age: 2, extra: null } });
		expect(response.status).toBe(200);
		const data = { name: 'Seeded', age: 2, extra: null };
		expect(await response.json()).toMatchObject({ permalink: submission, data });
		expect(store.submissions.find(form, submission)).toMatchObject({ data, revision: 2 });
	});

	it('answers 404 to an unknown permalink and stores nothing', async () => {
		const { store } = await start();
		const response = await call('POST', submissionPath('NOSUCHSUBM'), { json: { name: 'x' } });
		expect(response.status).toBe(404);
		expect(store.submissions.all()).toHaveLength(1);
	});
});

describe('delete', () => {
	it('marks the submission deleted, hides it, and answers 200 with what was deleted', async () => {
		const { store } = await start();
		const response = await call('DELETE', submissionPath());
		expect(response.status).toBe(200);
		expect(await response.json()).toStrictEqual({ permalink: submission, deleted: true });
		expect(store.submissions.find(form, submission)?.deleted).not.toBeNull();
		expect((await call('GET', submissionPath())).status).toBe(404);
	});

	it('answers 404 to an unknown permalink', async () => {
		await start();
		expect((await call('DELETE', submissionPath('NOSUCHSUBM'))).status).toBe(404);
	});
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
