import { ChoiceSwitches, parseChoices } from '../../sandbox/choices.ts';
import {
	anyText,
	call,
	createPath,
	form,
	start,
	submission,
	submissionPath,
	textWith,
} from './support.ts';

const json = { name: 'New' };

function multipartOf(values: Readonly<Record<string, string>>): FormData {
	const body = new FormData();
	for (const [name, value] of Object.entries(values)) body.append(name, value);
	return body;
}

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

describe('what a write answers', () => {
	const ways = [
		['json', undefined, 'application/json; charset=utf-8', /^\{.*\}$/],
		['text', undefined, 'text/plain; charset=utf-8', /^Done\.$/],
		['empty', 204, null, /^$/],
		['bodiless', undefined, null, /^$/],
	] as const;
	const writes = [
		['createAnswer', 201, () => call('POST', createPath, { json })],
		['updateAnswer', 200, () => call('POST', submissionPath(), { json })],
		['deleteAnswer', 200, () => call('DELETE', submissionPath())],
	] as const;

	it.each(
		writes.flatMap(([choice, usual, write]) =>
			ways.map(([way, status = usual, type, body]) => ({ choice, way, status, type, body, write })),
		),
	)('is $status with $type where $choice is $way', async ({ choice, write, ...expected }) => {
		const { log } = await start({ choices: { [choice]: expected.way } });
		const response = await write();
		expect([response.status, response.headers.get('content-type')]).toStrictEqual([
			expected.status,
			expected.type,
		]);
		expect(await response.text()).toMatch(expected.body);
		expect(log.entries).toMatchObject([{ stored: anyText }]);
	});

	it.each(['201', '200', '202', '203', '206'] as const)('can have status %s', async (status) => {
		await start({ choices: { createStatus: status, updateStatus: status } });
		expect((await call('POST', createPath, { json })).status).toBe(Number(status));
		expect((await call('POST', submissionPath(), { json })).status).toBe(Number(status));
	});

	it('keeps its Location where it has no body', async () => {
		await start({ choices: { permalink: 'location', createAnswer: 'empty' } });
		const response = await call('POST', createPath, { json });
		expect(response.headers.get('location')).toMatch(/\/submissions\/.{10}$/);
	});
});

describe('contentTypes', () => {
	const formats = {
		json: { json },
		form: { body: new URLSearchParams(json) },
		multipart: { body: multipartOf(json) },
	} as const;
	const names = ['json', 'form', 'multipart'] as const;

	it.each(
		names.flatMap((taken) =>
			names.flatMap((sent) =>
				(['415', '400'] as const).map((otherContentType) => ({ taken, sent, otherContentType })),
			),
		),
	)('$taken, sent $sent: taken, or else $otherContentType', async (table) => {
		const { taken, sent, otherContentType } = table;
		const { log } = await start({ choices: { contentTypes: taken, otherContentType } });
		const response = await call('POST', createPath, formats[sent]);
		expect(response.status).toBe(taken === sent ? 201 : Number(otherContentType));
		expect(log.entries[0]?.stored !== undefined).toBe(taken === sent);
	});
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

describe('validation errors', () => {
	const message = 'Some fields are not valid.';
	const errors = { name: ['is required'] };
	const shapes = {
		map: { message, errors },
		list: { errors: [{ field: 'name', message: 'is required' }] },
		problem: { type: 'about:blank', detail: message, errors },
		jsend: { status: 'fail', data: { name: 'is required' } },
		flag: { success: false, message, errors },
	} as const;
	const statuses = { '422': 422, '400': 400, '409': 409, inside200: 200 } as const;
	const titles = { 400: 'Bad Request', 409: 'Conflict', 422: 'Unprocessable Entity' } as const;

	it.each(
		(['422', '400', '409', 'inside200'] as const).flatMap((validationErrors) =>
			(['map', 'list', 'problem', 'jsend', 'flag'] as const).map((errorShape) => ({
				validationErrors,
				errorShape,
			})),
		),
	)('are $validationErrors in the shape $errorShape', async (choices) => {
		const { store } = await start({ choices });
		const status = statuses[choices.validationErrors];
		const meant = status === 200 ? 422 : status;
		const response = await call('POST', createPath, { json: {} });
		expect(response.status).toBe(status);
		expect(response.headers.get('content-type')).toMatch(
			choices.errorShape === 'problem' ? 'application/problem+json' : 'application/json',
		);
		expect(await response.json()).toStrictEqual({
			...shapes[choices.errorShape],
			...(choices.errorShape === 'problem' && { status: meant, title: titles[meant] }),
		});
		expect(store.submissions.all()).toHaveLength(1);
	});
});

it.each([
	['map', { error: 'not_found', message: textWith('no submission') }],
	['list', { errors: [{ code: 'not_found', message: textWith('no submission') }] }],
	['problem', { type: 'about:blank', title: 'Not Found', status: 404, detail: anyText }],
	['jsend', { status: 'error', message: textWith('no submission') }],
	['flag', { success: false, message: textWith('no submission') }],
] as const)('says what is not there in the shape %s', async (errorShape, expected) => {
	await start({ choices: { errorShape } });
	const response = await call('GET', submissionPath('NOTTHERE23'));
	expect(response.status).toBe(404);
	expect(await response.json()).toStrictEqual(expected);
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
