/*
 * Attacks through names that JavaScript's objects have of their own: each is a name like any other, on
 * the way out and on the way back, and no object gets a property that it was not given.
 */
import type { INodeParameters } from 'n8n-workflow';

import { FORMATS } from '../fieldData/modes.ts';
import { useService } from '../useService.ts';
import { assignments, locator } from '../service.ts';

const used = useService();

const NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'__defineGetter__',
];

/** The prototype that n8n's objects have; jest's realm has another. */
const outsidePrototype: unknown = Object.getPrototypeOf(requireOutside('n8n-workflow'));
const namesBefore = Object.getOwnPropertyNames(outsidePrototype);

afterEach(() => {
	expect(Object.getOwnPropertyNames(outsidePrototype)).toStrictEqual(namesBefore);
	expect(Object.getPrototypeOf(outsidePrototype)).toBeNull();
});

/** An object from JSON, in which `__proto__` is a key. */
function parsed(json: string): Record<string, never> {
	return JSON.parse(json) as Record<string, never>;
}

describe('fields with such names', () => {
	const fields = Object.fromEntries(NAMES.map((name) => [name, 'x']));
	const json = JSON.stringify(fields);

	test.each([
		['defined below', { fieldData: assignments(...NAMES.map((name) => [name, 'x'] as const)) }],
		['of the input item', { fieldDataMode: 'autoMap' }],
		['in JSON', { fieldDataMode: 'json', fieldDataJson: json }],
	])('%s are sent as fields', async (_where, parameters) => {
		await used.run({ operation: 'create', ...parameters }, [{ json: parsed(json) }]);
		expect(used.onlyRequest().text).toBe(json);
	});

	test.each(FORMATS)('are sent inside another field, as %s', async (bodyFormat) => {
		await used.run({
			operation: 'create',
			fieldDataMode: 'json',
			fieldDataJson: `{"a":${json}}`,
			options: { bodyFormat },
		});
		const text = decodeURIComponent(used.onlyRequest().text);
		if (bodyFormat === 'json') expect(text).toBe(`{"a":${json}}`);
		else for (const name of NAMES) expect(text).toContain(`a[${name}]`);
	});

	test('may be what anything is wrapped in', async () => {
		await used.create({ polluted: 'yes' }, { wrapIn: '__proto__.constructor' });
		expect(used.onlyRequest().text).toBe('{"__proto__":{"constructor":{"polluted":"yes"}}}');
	});
});

const HOSTILE =
	'{"__proto__":{"polluted":"yes","created":false},"constructor":{"prototype":{"polluted":"yes"}}}';

describe('an answer with such names', () => {
	const create = (options: INodeParameters) =>
		used.run({ operation: 'create', fieldData: assignments(['name', 'Ada']), options });

	test.each(['simplified', 'raw', 'full'])('is data in the output %s', async (output) => {
		used.answer({ kind: 'refuse', status: 200, body: parsed(HOSTILE) });
		const { error, output: items } = await create({ output });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const json = items[0]?.json ?? {};
		expect(json['polluted']).toBeUndefined();
		if (output === 'simplified') expect(json['created']).toBe(true);
	});

	test('is told of as any other refusal', async () => {
		const body = parsed('{"errors":{"__proto__":["polluted"],"toString":["is taken"]}}');
		used.answer({ kind: 'refuse', status: 422, body });
		const { error } = await used.run({
			operation: 'update',
			submission: locator(used.put({})),
			fieldData: assignments(['name', 'Ada']),
		});
		expect(error?.message).toContain('__proto__: polluted');
		expect(error?.message).toContain('toString: is taken');
	});
});
