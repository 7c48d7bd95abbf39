import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox/app.ts';
import { call, createPath, start, textWith } from './support.ts';

const formEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

function lastData({ store }: Sandbox): unknown {
	return store.submissions.all().at(-1)?.data;
}

describe('JSON', () => {
	it.each([
		['not JSON', '{"a":'],
		['a list', '[]'],
		['text', '"{}"'],
		['a number', '1'],
		['null', 'null'],
	])('that is %s is answered with 400', async (_case, body) => {
		const { store } = await start();
		const headers = { 'content-type': 'application/json' };
		const response = await call('POST', createPath, { headers, body });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: 'bad_request' });
		expect(store.submissions.all()).toHaveLength(1);
	});

	it('that is not UTF-8 is answered with 400', async () => {
		await start();
		const headers = { 'content-type': 'application/json' };
		const body = Buffer.from('{"a":"\xff"}', 'latin1');
		expect((await call('POST', createPath, { headers, body })).status).toBe(400);
	});
});

describe('form encoding', () => {
	it("turns text into what the field's type says, and leaves other names as text", async () => {
		const sandbox = await start();
		const body = 'name=5&age=42&agreed=true&topics=one&due=&other=42';
		expect((await call('POST', createPath, { headers: formEncoded, body })).status).toBe(201);
		expect(lastData(sandbox)).toStrictEqual({
			name: '5',
			age: 42,
			agreed: true,
			topics: ['one'],
			due: null,
			other: '42',
		});
	});
});

describe('multipart', () => {
	const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
	const sha256 = createHash('sha256').update(bytes).digest('hex');

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
				file: { name: 'päth/to 🙂.png', type: 'image/png', size: bytes.length, sha256 },
				more: [
					{
						name: 'a.txt',
						type: 'text/plain',
						size: 1,
						sha256: createHash('sha256').update('a').digest('hex'),
					},
					{
						name: 'empty',
						type: 'application/octet-stream',
						size: 0,
						sha256: createHash('sha256').digest('hex'),
					},
				],
			}),
		);
	});

	it.each([
		['has no boundary', 'multipart/form-data', 'x'],
		[
			'is cut short',
			'multipart/form-data; boundary=b',
			'--b\r\nContent-Disposition: form-data; na',
		],
		[
			'is cut short inside a file',
			'multipart/form-data; boundary=b',
			'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nabc',
		],
	])('that %s is answered with 400', async (_case, type, body) => {
		await start();
		const response = await call('POST', createPath, { headers: { 'content-type': type }, body });
		expect(response.status).toBe(400);
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
