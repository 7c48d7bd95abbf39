import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadParameter } from '../../../nodes/Submissions/request/parameters.ts';
import { parameterReader } from '../../../nodes/Submissions/request/parameters.ts';

type GetNodeParameter = IExecuteFunctions['getNodeParameter'];

interface Reading {
	readonly read: ReadParameter;
	/** What n8n was asked for: `raw` as it is stored, else evaluated. */
	readonly asked: string[];
}

/** A reader of parameters as n8n keeps them, for items with these fields. */
function reading(raw: Record<string, unknown>, items: (object | undefined)[] = []): Reading {
	const asked: string[] = [];
	const getNodeParameter = ((
		name: string,
		itemIndex: number,
		fallback: unknown,
		options?: { rawExpressions?: boolean },
	) => {
		const isRaw = options?.rawExpressions === true;
		asked.push(`${name} ${itemIndex}${isRaw ? ' raw' : ''}`);
		if (isRaw) return name in raw ? raw[name] : fallback;
		return `${name} of item ${itemIndex}`;
	}) as GetNodeParameter;
	return { read: parameterReader({ getNodeParameter }, (index) => items[index]), asked };
}

it('asks once for what is the same for every item', () => {
	const form = { __rl: true, mode: 'id', value: 'aB3dE5gH7j' };
	const { read, asked } = reading({ form });
	for (const index of [0, 1, 2]) {
		expect(read('form', index)).toBe(form);
	}
	expect(asked).toStrictEqual(['form 0 raw']);
});

it.each([
	['text with an equals sign inside', 'a=b'],
	['nothing', ''],
	['null', null],
	['a number', 5],
	['an empty collection', {}],
	['braces without an equals sign', '{{ $json.a }}'],
])('takes %s for no expression', (_, raw) => {
	const { read, asked } = reading({ form: raw }, [{ a: 1 }, { a: 2 }]);
	expect([read('form', 0), read('form', 1)]).toStrictEqual([raw, raw]);
	expect(asked).toHaveLength(1);
});

it('gives null for a parameter that is not there', () => {
	expect(reading({}).read('submission', 0)).toBeNull();
});

describe('an expression that needs the engine', () => {
	it.each([
		['text', '={{ $json.a + 1 }}', 'form'],
		['a locator', { __rl: true, mode: 'id', value: '={{ $json.a.trim() }}' }, 'form'],
	])('is evaluated for each item, asked for raw only once: %s', (_, raw, path) => {
		const { read, asked } = reading({ form: raw }, [{ a: 1 }, { a: 2 }]);
		expect([0, 1].map((index) => read('form', index))).toStrictEqual([
			`${path} of item 0`,
			`${path} of item 1`,
		]);
		expect(asked).toStrictEqual(['form 0 raw', `${path} 0`, `${path} 1`]);
	});

	it('is evaluated with the row that it stands in, and the other rows are not', () => {
		const raw = {
			assignments: [
				{ name: 'plain', value: 'x', type: 'string' },
				{ name: 'odd', value: '={{ $json.a + 1 }}', type: 'number' },
				{ name: 'dragged', value: '={{ $json.a }}', type: 'number' },
			],
		};
		const { read, asked } = reading({ fieldData: raw }, [{ a: 1 }]);
		expect(read('fieldData', 0)).toStrictEqual({
			assignments: [
				{ name: 'plain', value: 'x', type: 'string' },
				'fieldData.assignments[1] of item 0',
				{ name: 'dragged', value: 1, type: 'number' },
			],
		});
		expect(asked).toStrictEqual(['fieldData 0 raw', 'fieldData.assignments[1] 0']);
	});

	it('is evaluated as a whole where its key cannot stand in a path', () => {
		const { read } = reading({ options: { 'a.b': '={{ $json.a }}' } }, [{ a: 1 }]);
		expect(read('options', 0)).toBe('options of item 0');
	});
});

describe('a plain reference to a field', () => {
	it('is followed without the engine, for each item', () => {
		const raw = { __rl: true, mode: 'id', value: '={{ $json.form }}' };
		const { read, asked } = reading({ form: raw }, [{ form: 'one' }, { form: 'two' }, {}]);
		expect([0, 1, 2].map((index) => read('form', index))).toStrictEqual([
			{ __rl: true, mode: 'id', value: 'one' },
			{ __rl: true, mode: 'id', value: 'two' },
			{ __rl: true, mode: 'id', value: undefined },
		]);
		expect(asked).toStrictEqual(['form 0 raw']);
	});

	it("gives the item's own object, which the engine would copy by its fields alone", () => {
		const on = new Date(0);
		const { read, asked } = reading({ form: '={{ $json.on }}' }, [{ on }]);
		expect(read('form', 0)).toBe(on);
		expect(asked).toStrictEqual(['form 0 raw']);
	});

	it('is evaluated by the engine where it leads through what is more than plain', () => {
		const { read, asked } = reading({ form: '={{ $json.on.x }}' }, [{ on: new Date(0) }]);
		expect(read('form', 0)).toBe('form of item 0');
		expect(asked).toStrictEqual(['form 0 raw', 'form 0']);
	});

	it('is evaluated by the engine where it is not known what it refers to', () => {
		const { read } = reading({ form: '={{ $json.form }}' }, [undefined]);
		expect(read('form', 0)).toBe('form of item 0');
	});
});

it('keeps parameters apart', () => {
	const { read } = reading({ form: 'fixed', submission: '={{ $json.id }}' }, [{}, { id: 7 }]);
	expect([read('form', 1), read('submission', 1), read('form', 0)]).toStrictEqual([
		'fixed',
		7,
		'fixed',
	]);
});
