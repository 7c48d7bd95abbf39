import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox/app.ts';
import { call, createPath, otherForm, start, textWith } from './support.ts';

const freePath = `/api/v1/forms/${otherForm}/submissions/new`;
const formEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

function lastData({ store }: Sandbox): unknown {
	return store.submissions.all().at(-1)?.data;
}

describe('JSON', () => {
	it.each([
		['every kind of value', '{"a":null,"b":[1,[true]],"c":{"d":{"e":"f"}},"":"g","h.i":1.5}'],
		['names that objects inherit', '{"__proto__":{"polluted":1},"constructor":{"prototype":2}}'],
		['Unicode', '{"ключ":"значение","🙂":"\\ud83d\\ude42 é e\\u0301 \\u0000"}'],
	])('stores %s letter for letter and gives it back', async (_case, text) => {
		const sandbox = await start();
		const headers = { 'content-type': 'application/json' };
		const response = await call('POST', freePath, { headers, body: text });
		expect(response.status).toBe(201);
		const canonical = JSON.stringify(JSON.parse(text));
		expect(JSON.stringify(lastData(sandbox))).toBe(canonical);
		expect(await response.text()).toContain(`"data":${canonical}}`);
		expect('polluted' in {}).toBe(false);
	});

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
	it.each([
		['a=1&b=&c', { a: '1', b: '', c: '' }],
		['a%5Bb%5D%5Bc%5D=1&a[d]=2', { a: { b: { c: '1' }, d: '2' } }],
		['l[0]=x&l[1]=y&m[]=x&m[]=y&n=x&n=y', { l: ['x', 'y'], m: ['x', 'y'], n: ['x', 'y'] }],
		['l[0][a]=1&l[1][a]=2', { l: [{ a: '1' }, { a: '2' }] }],
		['a.b=1&c+d=e+f%2B&%C3%BC=%F0%9F%99%82', { 'a.b': '1', 'c d': 'e f+', ü: '🙂' }],
		['hasOwnProperty=1&toString[a]=2', { hasOwnProperty: '1', toString: { a: '2' } }],
	])('reads %s by brackets', async (body, data) => {
		const sandbox = await start();
		expect((await call('POST', freePath, { headers: formEncoded, body })).status).toBe(201);
		expect(lastData(sandbox)).toStrictEqual(data);
	});

	it('keeps more list items and more fields than qs takes by default', async () => {
		const sandbox = await start();
		const list = Array.from({ length: 50 }, (_, index) => String(index));
		const pairs = [
			...list.map((value, index) => `l[${String(index)}]=${value}`),
			...Array.from({ length: 1500 }, (_, index) => `f${String(index)}=1`),
		];
		await call('POST', freePath, { headers: formEncoded, body: pairs.join('&') });
		expect(lastData(sandbox)).toMatchObject({ l: list, f1499: '1' });
	});

	it('keeps a field called __proto__', async () => {
		const sandbox = await start();
		const body = '__proto__[polluted]=1&a[__proto__]=2';
		await call('POST', freePath, { headers: formEncoded, body });
		expect(JSON.stringify(lastData(sandbox))).toBe(
			'{"__proto__":{"polluted":"1"},"a":{"__proto__":"2"}}',
		);
		expect('polluted' in {}).toBe(false);
	});

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
