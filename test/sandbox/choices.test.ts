import { ChoiceSwitches, parseChoices } from '../../sandbox/choices.ts';
import { anyText, call, createPath, form, start, submission, submissionPath } from './support.ts';

const json = { name: 'New' };

async function bodyOf(response: Promise<Response>): Promise<unknown> {
	return (await response).json();
}

describe('body', () => {
	it('is taken under its key where it is wrapped', async () => {
		const { store } = await start({ choices: { body: 'wrapped' } });
		expect((await call('POST', createPath, { json: { submission: json } })).status).toBe(201);
		expect(store.submissions.all().at(-1)?.data).toStrictEqual(json);
	});

	it('is taken under a path of keys, in every format', async () => {
		const { store } = await start({ choices: { body: 'wrapped', bodyPath: 'submission.fields' } });
		await call('POST', createPath, { json: { submission: { fields: json } } });
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		await call('POST', createPath, { headers, body: 'submission[fields][name]=New' });
		const multipart = new FormData();
		multipart.append('submission[fields][name]', 'New');
		await call('POST', createPath, { body: multipart });
		const stored = store.submissions.all().slice(1);
		expect(stored.map(({ data }) => data)).toStrictEqual([json, json, json]);
	});

	it.each([[json], [{ submission: 'x' }], [{ submission: [] }]])(
		'answers 400 to %j where the wrapping is missing',
		async (unwrapped) => {
			await start({ choices: { body: 'wrapped' } });
			const response = await call('POST', createPath, { json: unwrapped });
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({
				message: 'The field data must be an object under "submission".',
			});
		},
	);

	it('answers 422 to a wrapped body where it is to be flat', async () => {
		await start();
		expect((await call('POST', createPath, { json: { submission: json } })).status).toBe(422);
	});
});

describe('answer', () => {
	it('stands under data where it is enveloped', async () => {
		await start({ choices: { answer: 'enveloped' } });
		const inside = { permalink: submission, form, data: { name: 'Seeded' } };
		expect(await bodyOf(call('GET', submissionPath()))).toMatchObject({ data: inside });
		expect(await bodyOf(call('POST', createPath, { json }))).toMatchObject({ data: { form } });
		expect(await bodyOf(call('DELETE', submissionPath()))).toStrictEqual({
			data: { permalink: submission, deleted: true },
		});
	});

	it('has values beside the rest, or alone', async () => {
		const { choices } = await start({ choices: { answerFields: 'beside' } });
		expect(await bodyOf(call('GET', submissionPath()))).toStrictEqual({
			permalink: submission,
			form,
			created: anyText,
			updated: anyText,
			name: 'Seeded',
			age: 1,
		});
		choices.set({ answerFields: 'alone' });
		expect(await bodyOf(call('GET', submissionPath()))).toStrictEqual({ name: 'Seeded', age: 1 });
		expect(await bodyOf(call('POST', createPath, { json }))).toStrictEqual({
			name: 'New',
			permalink: anyText,
		});
	});
});

describe('permalink', () => {
	const places = [
		['body', (permalink: string) => ({ permalink, form })],
		['submission_permalink', (permalink: string) => ({ submission_permalink: permalink, form })],
		['nested', (permalink: string) => ({ submission: { permalink, form } })],
	] as const;

	it.each(places)('is in the answer as %s says', async (permalink, expected) => {
		const { store } = await start({ choices: { permalink } });
		const response = await call('POST', createPath, { json });
		const created = store.submissions.all().at(-1)?.permalink ?? '';
		expect(await response.json()).toMatchObject(expected(created));
		expect(response.headers.has('location')).toBe(false);
	});

	it.each(['location', 'none'] as const)('is nowhere in the body with %s', async (permalink) => {
		const { store } = await start({ choices: { permalink } });
		const response = await call('POST', createPath, { json });
		const created = store.submissions.all().at(-1)?.permalink ?? '';
		expect(await response.text()).not.toContain(created);
		expect(response.headers.get('location')).toBe(
			permalink === 'location' ? submissionPath(created) : null,
		);
	});
});

it('replaces every value in a full update, which must be complete', async () => {
	const { store } = await start({ choices: { update: 'full' } });
	expect((await call('POST', submissionPath(), { json: { age: 2 } })).status).toBe(422);
	expect((await call('POST', submissionPath(), { json })).status).toBe(200);
	expect(store.submissions.find(form, submission)?.data).toStrictEqual(json);
});

it('answers a delete with 204 and nothing where it is to be empty', async () => {
	await start({ choices: { deleteAnswer: 'empty' } });
	const response = await call('DELETE', submissionPath());
	expect(response.status).toBe(204);
	expect(await response.text()).toBe('');
});

it.each([
	['404', 404],
	['410', 410],
	['returned', 200],
] as const)(
	'answers a read and an update of what is deleted as %s',
	async (deletedRead, status) => {
		await start({ choices: { deletedRead } });
		await call('DELETE', submissionPath());
		expect((await call('GET', submissionPath())).status).toBe(status);
		expect((await call('POST', submissionPath(), { json })).status).toBe(status);
	},
);

it.each([
	['404', 404],
	['200', 200],
] as const)('answers a second delete with %s', async (secondDelete, status) => {
	const { log } = await start({ choices: { secondDelete } });
	await call('DELETE', submissionPath());
	expect((await call('DELETE', submissionPath())).status).toBe(status);
	expect(log.entries.map(({ stored }) => stored)).toStrictEqual([submission, undefined]);
});

it('answers a create with 200 by choice', async () => {
	await start({ choices: { createStatus: '200' } });
	expect((await call('POST', createPath, { json })).status).toBe(200);
});

it('hides validation errors in a 200 by choice', async () => {
	const { store } = await start({ choices: { validationErrors: 'inside200' } });
	const response = await call('POST', createPath, { json: {} });
	expect(response.status).toBe(200);
	expect(await response.json()).toStrictEqual({
		message: anyText,
		errors: { name: ['is required'] },
	});
	expect(store.submissions.all()).toHaveLength(1);
});

it('keeps names that the form does not define, or refuses them by name', async () => {
	const { choices, store } = await start();
	const unknown = { ...json, constructor: 1 };
	expect((await call('POST', createPath, { json: unknown })).status).toBe(201);
	expect(store.submissions.all().at(-1)?.data).toStrictEqual(unknown);
	choices.set({ unknownFields: 'refuse' });
	const response = await call('POST', createPath, { json: unknown });
	expect(response.status).toBe(422);
	expect(await response.json()).toMatchObject({
		errors: { constructor: ['is no field of this form'] },
	});
});

it('changes the named choices, leaves the others, and goes back to the defaults', () => {
	const choices = new ChoiceSwitches();
	const defaults = choices.current;
	choices.set({ update: 'full', answer: undefined });
	expect(choices.current).toStrictEqual({ ...defaults, update: 'full' });
	choices.reset();
	expect(choices.current).toStrictEqual(defaults);
});

it.each([[{ body: 'other' }], [{ other: 'flat' }], [{ bodyPath: 'a..b' }], ['flat']])(
	'refuses %j',
	(changes) => {
		expect(() => parseChoices(changes)).toThrow();
	},
);
