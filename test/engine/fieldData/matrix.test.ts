import type { INodeExecutionData } from 'n8n-workflow';

import { FREE_FORM, locator } from '../service.ts';
import type { Format } from './modes.ts';
import { FORMATS, MODES, OUTPUTS, understood } from './modes.ts';
import type { Seen } from '../useService.ts';
import { useService } from '../useService.ts';

const used = useService();

const FIELD_DATA = {
	name: 'Ada Łovelace & "co" 😀',
	age: 36,
	agreed: true,
	topics: ['a b', 'c+d'],
	address: { city: 'Oslo', 'post.code': '0150' },
	note: null,
};

/** The bytes of the body in each format, as text; a multipart one with the boundary that was sent. */
const BODIES: Readonly<Record<Format, (boundary: string) => string>> = {
	json: () => JSON.stringify(FIELD_DATA),
	form: () =>
		'name=Ada%20%C5%81ovelace%20%26%20%22co%22%20%F0%9F%98%80&age=36&agreed=true' +
		'&topics%5B0%5D=a%20b&topics%5B1%5D=c%2Bd' +
		'&address%5Bcity%5D=Oslo&address%5Bpost.code%5D=0150&note=',
	multipart: (boundary) =>
		[
			['name', 'Ada Łovelace & "co" 😀'],
			['age', '36'],
			['agreed', 'true'],
			['topics[0]', 'a b'],
			['topics[1]', 'c+d'],
			['address[city]', 'Oslo'],
			['address[post.code]', '0150'],
			['note', ''],
		]
			.map(
				([name, text]) =>
					`--${boundary}\r\nContent-Disposition: form-data; name="${String(name)}"\r\n\r\n${String(text)}\r\n`,
			)
			.join('') + `--${boundary}--\r\n`,
};

const CONTENT_TYPES: Readonly<Record<Format, RegExp>> = {
	json: /^application\/json$/,
	form: /^application\/x-www-form-urlencoded$/,
	multipart: /^multipart\/form-data; boundary=[\w-]+$/,
};

function expectWire(request: Seen, format: Format, url: string): void {
	expect(request).toMatchObject({ method: 'POST', url });
	const contentType = request.headers['content-type'] ?? '';
	expect(contentType).toMatch(CONTENT_TYPES[format]);
	const body = BODIES[format](contentType.split('boundary=')[1] ?? '');
	expect(request.body.equals(Buffer.from(body))).toBe(true);
	expect(request.headers['content-length']).toBe(String(Buffer.byteLength(body)));
}

/** What each Output makes of the service's answer to a create or update. */
const ITEMS: Readonly<
	Record<string, (key: string, permalink: string, body: object, status: number) => object>
> = {
	simplified: (key, permalink, body) => ({
		[key]: true,
		formPermalink: FREE_FORM,
		submissionPermalink: permalink,
		data: body,
	}),
	raw: (_key, _permalink, body) => body,
	full: (_key, _permalink, body, statusCode) => ({
		statusCode,
		headers: expect.objectContaining({
			'content-type': 'application/json; charset=utf-8',
		}) as object,
		body,
	}),
};

function expectItem(
	items: readonly INodeExecutionData[],
	output: string,
	expected: { key: string; permalink: string; data: unknown; status: number },
): void {
	const { key, permalink, data, status } = expected;
	const body = {
		permalink,
		form: FREE_FORM,
		created: expect.any(String) as string,
		updated: expect.any(String) as string,
		data,
	};
	expect(items).toStrictEqual([
		{ json: ITEMS[output]?.(key, permalink, body, status), pairedItem: { item: 0 } },
	]);
}

describe.each(MODES)('field data by %s', (_mode, give) => {
	const { parameters, items } = give(FIELD_DATA);

	describe.each(FORMATS)('as %s', (bodyFormat) => {
		const data = understood(FIELD_DATA, bodyFormat);

		test.each(OUTPUTS)('create, output %s', async (output) => {
			const options = { bodyFormat, output };
			const result = await used.run({ operation: 'create', ...parameters, options }, items);
			expect(result.error).toBeUndefined();
			const request = used.onlyRequest();
			expectWire(request, bodyFormat, `/api/v1/forms/${FREE_FORM}/submissions/new`);
			const permalink = request.stored ?? '';
			expect(used.stored(permalink)).toStrictEqual(data);
			expectItem(result.output, output, { key: 'created', permalink, data, status: 201 });
			expect(result.hints).toStrictEqual([]);
		});

		test.each(OUTPUTS)('update, output %s', async (output) => {
			const permalink = used.put({ name: 'before', kept: 'yes' });
			const options = { bodyFormat, output };
			const result = await used.run(
				{ operation: 'update', submission: locator(permalink), ...parameters, options },
				items,
			);
			expect(result.error).toBeUndefined();
			expectWire(
				used.onlyRequest(),
				bodyFormat,
				`/api/v1/forms/${FREE_FORM}/submissions/${permalink}`,
			);
			const changed = { kept: 'yes', ...(data as object) };
			expect(used.stored(permalink)).toStrictEqual(changed);
			expectItem(result.output, output, {
				key: 'updated',
				permalink,
				data: changed,
				status: 200,
			});
		});
	});
});

describe.each(MODES)('no field at all by %s', (_mode, give) => {
	const { parameters, items } = give({});

	test.each(FORMATS)('is refused as %s, and nothing is sent', async (bodyFormat) => {
		const { error } = await used.run(
			{ operation: 'create', ...parameters, options: { bodyFormat } },
			items,
		);
		expect(error?.message).toContain('holds no field to send');
		expect(error?.description).toContain('turn on Allow Empty Field Data under Options');
		expect(used.service.log.entries).toStrictEqual([]);
	});

	test.each(FORMATS)('is sent as %s where Allow Empty Field Data is on', async (bodyFormat) => {
		const { error, output } = await used.run(
			{ operation: 'create', ...parameters, options: { bodyFormat, allowEmpty: true } },
			items,
		);
		expect(error).toBeUndefined();
		const request = used.onlyRequest();
		expect(used.stored(request.stored)).toStrictEqual({});
		expect(output).toMatchObject([{ json: { created: true } }]);
		if (bodyFormat === 'json') expect(request.text).toBe('{}');
		if (bodyFormat === 'form') expect(request.text).toBe('');
	});

	test.each(FORMATS)('is sent as %s under Wrap In', async (bodyFormat) => {
		const { error } = await used.run(
			{
				operation: 'create',
				...parameters,
				options: { bodyFormat, allowEmpty: true, wrapIn: 'submission' },
			},
			items,
		);
		expect(error).toBeUndefined();
		const { text } = used.onlyRequest();
		// The other formats have no way to say an empty object.
		const bodies = {
			json: '{"submission":{}}',
			form: '',
			multipart: expect.stringMatching(/^--[\w-]+--\r\n$/) as string,
		};
		expect(text).toStrictEqual(bodies[bodyFormat]);
	});
});
