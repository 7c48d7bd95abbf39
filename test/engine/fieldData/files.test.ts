import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';

import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import { restoreClock, skipWaits } from '../clock.ts';
import { locator } from '../service.ts';
import { inMemory, useBinaryStorage } from './binaryStorage.ts';
import { useService } from '../useService.ts';

const used = useService();
const storage = useBinaryStorage();

beforeEach(() => {
	skipWaits();
});

afterEach(restoreClock);

type Row = readonly [name: string, property: string];

function filesOption(...rows: readonly Row[]): INodeParameters {
	return {
		bodyFormat: 'multipart',
		files: { file: rows.map(([name, property]) => ({ name, property })) },
	};
}

function create(
	binary: Readonly<Record<string, IBinaryData>>,
	options: INodeParameters,
	json: Record<string, string> = { title: 'Plan' },
) {
	const item = { json, binary: { ...binary } };
	return used.run({ operation: 'create', fieldDataMode: 'autoMap', options }, [item]);
}

function sha256(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

/** Every byte there is, many times over, and what ends lines and parts. */
const BYTES = Buffer.concat([
	Buffer.from(Array.from({ length: 4096 }, (_, index) => index % 256)),
	Buffer.from('\r\n--submissions-\r\n\r\n--\r\n'),
]);

/** Puts a file where n8n keeps it. */
type Keep = (content: Buffer, mimeType: string, fileName?: string) => Promise<IBinaryData>;

const KEPT: readonly [where: string, keep: Keep][] = [
	['in memory', (...file) => Promise.resolve(inMemory(...file))],
	['on disk', (...file) => storage.store(...file)],
];

describe.each(KEPT)('files that n8n keeps %s', (_where, keep) => {
	const photo = () => keep(BYTES, 'image/png', 'photo.png');
	const ofField = filesOption(['photo', 'data']);
	/** What was stored of the only request. */
	const stored = () => used.stored(used.onlyRequest().stored);

	test('arrive with name, MIME type and bytes beside the fields', async () => {
		const { error } = await create({ data: await photo() }, ofField);
		expect(error).toBeUndefined();
		expect(stored()).toStrictEqual({
			title: 'Plan',
			photo: { name: 'photo.png', type: 'image/png', size: BYTES.length, sha256: sha256(BYTES) },
		});
		const { headers, bodyBytes } = used.onlyRequest();
		expect(headers['content-length']).toBe(String(bodyBytes));
	});

	test('go into an update too', async () => {
		const permalink = used.put({ title: 'Plan' });
		await used.run(
			{
				operation: 'update',
				submission: locator(permalink),
				fieldDataMode: 'autoMap',
				options: ofField,
			},
			[{ json: {}, binary: { data: await photo() } }],
		);
		expect(used.stored(permalink)).toMatchObject({
			title: 'Plan',
			photo: { sha256: sha256(BYTES) },
		});
	});

	test.each([
		['letters beyond ASCII', 'Übersicht 2030 – 計画 😀.pdf', 'Übersicht 2030 – 計画 😀.pdf'],
		['quotes, as browsers write them', 'the "big" plan.pdf', 'the %22big%22 plan.pdf'],
		['a path', '../../etc/passwd', '../../etc/passwd'],
	])('keep a name with %s', async (_what, fileName, name) => {
		const type = 'application/pdf';
		await create({ data: await keep(BYTES, type, fileName) }, ofField);
		expect(stored()).toMatchObject({ title: 'Plan', photo: { name, type, sha256: sha256(BYTES) } });
	});

	test('without a name or of no known type arrive as files all the same', async () => {
		await create({ data: await keep(BYTES, 'evil\r\nX-Header: 1') }, ofField);
		expect(stored()).toMatchObject({
			photo: { name: 'file', type: 'application/octet-stream', sha256: sha256(BYTES) },
		});
	});

	test('may be empty', async () => {
		await create({ data: await keep(Buffer.alloc(0), 'text/plain', 'empty.txt') }, ofField);
		expect(stored()).toMatchObject({
			photo: { name: 'empty.txt', size: 0, sha256: sha256(Buffer.alloc(0)) },
		});
	});

	test('may be several in one field, in their order, and others in others', async () => {
		const text = (name: string) => keep(Buffer.from(name), 'text/plain', `${name}.txt`);
		await create(
			{ a: await text('1'), b: await text('2'), c: await text('3') },
			filesOption(['attachments', 'b'], ['attachments', 'a'], ['cover', 'c']),
		);
		expect(stored()).toMatchObject({
			attachments: [{ name: '2.txt' }, { name: '1.txt' }],
			cover: { name: '3.txt' },
		});
	});

	test('go under Put Fields Under as their own brackets nest', async () => {
		const { error } = await create(
			{ data: await photo() },
			{ ...filesOption(['docs[]', 'data'], ['docs[]', 'data']), wrapIn: 'submission' },
		);
		expect(error).toBeUndefined();
		expect(used.onlyRequest().text.match(/name="submission[^"]*"/g)).toStrictEqual([
			'name="submission[title]"',
			'name="submission[docs][]"',
			'name="submission[docs][]"',
		]);
	});

	test('are field data of their own, without any other field', async () => {
		const { error } = await create({ data: await photo() }, ofField, {});
		expect(error).toBeUndefined();
		expect(stored()).toMatchObject({ photo: { name: 'photo.png' } });
	});

	test('are each item’s own, by an expression', async () => {
		const items = await Promise.all(
			['one', 'two'].map(async (text) => ({
				json: { title: text, where: `file_${text}` },
				binary: { [`file_${text}`]: await keep(Buffer.from(text), 'text/plain', `${text}.txt`) },
			})),
		);
		await used.run(
			{
				operation: 'create',
				fieldDataMode: 'autoMap',
				ignoreFields: 'where',
				options: { ...filesOption(['plan', '={{ $json.where }}']), requestsAtOnce: 1 },
			},
			items,
		);
		expect(used.service.log.entries.map(({ stored }) => used.stored(stored))).toMatchObject([
			{ title: 'one', plan: { name: 'one.txt', sha256: sha256(Buffer.from('one')) } },
			{ title: 'two', plan: { name: 'two.txt', sha256: sha256(Buffer.from('two')) } },
		]);
	});

	test('are read anew for each attempt', async () => {
		const busy = { kind: 'refuse', status: 503, headers: { 'retry-after': '0' } } as const;
		used.service.faults.set({ rules: [{ when: { first: 2 }, then: busy }] });
		const { error } = await create({ data: await photo() }, ofField);
		expect(error).toBeUndefined();
		const { entries } = used.service.log;
		expect(entries.map(({ status }) => status)).toStrictEqual([503, 503, 201]);
		expect(new Set(entries.map(({ bodyBytes }) => bodyBytes)).size).toBe(1);
		expect(used.stored(entries[2]?.stored)).toMatchObject({ photo: { sha256: sha256(BYTES) } });
	});

	test('are refused by the name that the input does not have, and nothing is sent', async () => {
		const { error } = await create(
			{ data: await photo() },
			filesOption(['photo', 'data'], ['plan', 'attachment_0']),
		);
		expect(error?.message).toContain('The input item has no file under "attachment_0"');
		expect(used.service.log.entries).toStrictEqual([]);
	});
});

describe('a file that vanished from the disk', () => {
	test.each([
		['with all that n8n knew of it', ['', '.metadata']],
		['while n8n still knows its size', ['']],
	])('%s fails its item alone, and says what to do', async (_what, endings) => {
		const gone = await storage.store(BYTES, 'image/png', 'gone.png');
		for (const ending of endings) await rm(`${storage.pathOf(gone)}${ending}`);
		const there = await storage.store(BYTES, 'image/png', 'there.png');
		const options = { ...filesOption(['photo', 'data']), requestsAtOnce: 1 };
		const { output } = await used.run(
			{ operation: 'create', fieldDataMode: 'autoMap', options },
			[
				{ json: { n: 1 }, binary: { data: gone } },
				{ json: { n: 2 }, binary: { data: there } },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(output).toMatchObject([
			{
				json: {
					error: expect.stringContaining(
						"A file of the item cannot be read from n8n's binary data",
					) as string,
					message: expect.stringContaining('Check that the node that made the file ran') as string,
					details: { outcome: 'notSent' },
				},
			},
			{ json: { created: true } },
		]);
		const stored = used.service.log.entries.flatMap((entry) => entry.stored ?? []);
		expect(stored.map((permalink) => used.stored(permalink))).toMatchObject([
			{ n: '2', photo: { name: 'there.png' } },
		]);
	});
});
