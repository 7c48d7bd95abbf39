import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox/app.ts';
import { call, createPath, start, textWith } from './support.ts';

function lastData({ store }: Sandbox): unknown {
	return store.submissions.all().at(-1)?.data;
}

const jsonType = { 'content-type': 'application/json' };

it.each(['{"a":', '[]', '"{}"', '1', 'null', Buffer.from('{"a":"\xff"}', 'latin1')])(
	'answers 400 to JSON that is no object in UTF-8: %s',
	async (body) => {
		const { store } = await start();
		const response = await call('POST', createPath, { headers: jsonType, body });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: 'bad_request' });
		expect(store.submissions.all()).toHaveLength(1);
	},
);

it("turns text of a form into what the field's type says, and leaves other names as text", async () => {
	const sandbox = await start();
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const body = 'name=5&age=42&agreed=true&topics=one&due=&other=42';
	expect((await call('POST', createPath, { headers, body })).status).toBe(201);
	const typed = { age: 42, agreed: true, topics: ['one'], due: null };
	expect(lastData(sandbox)).toStrictEqual({ name: '5', ...typed, other: '42' });
});

describe('multipart', () => {
	const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
	const file = (name: string, type: string, content: Buffer) => ({
		name,
		type,
		size: content.length,
		sha256: createHash('sha256').update(content).digest('hex'),
	});

	it('keeps text, nested names, and the name, type, size and digest of each file', async () => {
		const sandbox = await start();
		const body = new FormData();
		body.append('name', 'Ünï 🙂\r\nsecond line');
		body.append('nested[a]', '1');
		body.append('list[]', 'x');
		body.append('list[]', 'y');
		body.append('__proto__', 'z');
		body.append('file', new Blob([bytes], { type: 'image/png' }), 'päth/to 🙂.png');
		body.append('more', new Blob(['a'], { type: 'text/plain' }), 'a.txt');
		body.append('more', new Blob([]), 'empty');
		expect((await call('POST', createPath, { body })).status).toBe(201);
		expect(JSON.stringify(lastData(sandbox))).toBe(
			JSON.stringify({
				name: 'Ünï 🙂\r\nsecond line',
				nested: { a: '1' },
				list: ['x', 'y'],
				['__proto__']: 'z',
				file: file('päth/to 🙂.png', 'image/png', bytes),
				more: [
					file('a.txt', 'text/plain', Buffer.from('a')),
					file('empty', 'application/octet-stream', Buffer.alloc(0)),
				],
			}),
		);
	});

	it.each([
		['', 'x'],
		['; boundary=b', '--b\r\nContent-Disposition: form-data; na'],
		['; boundary=b', '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nabc'],
	])('without a boundary or cut short is answered with 400: %j', async (boundary, body) => {
		await start();
		const headers = { 'content-type': `multipart/form-data${boundary}` };
		expect((await call('POST', createPath, { headers, body })).status).toBe(400);
	});
});

it.each(['text/plain', 'application/xml', 'application/json5'])(
	'answers 415 to the content type "%s", naming those that are taken',
	async (type) => {
		await start();
		const headers = { 'content-type': type };
		const response = await call('POST', createPath, { headers, body: Buffer.from('a=1') });
		expect(response.status).toBe(415);
		expect(await response.json()).toMatchObject({
			error: 'unsupported_media_type',
			message: textWith('application/json, application/x-www-form-urlencoded'),
		});
	},
);

it('answers 413 to a body beyond the limit', async () => {
	await start({ bodyLimit: 10 });
	expect((await call('POST', createPath, { json: { name: 'longer' } })).status).toBe(413);
});
