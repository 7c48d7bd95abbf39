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

it.each(['a=b', '', null, 5, {}, '{{ $json.a }}', { __rl: true, mode: 'id', value: 'one' }])(
	'asks once for what is the same for every item, as no expression is: %j',
	(raw) => {
		const { read, asked } = reading({ form: raw }, [{ a: 1 }, { a: 2 }]);
		for (const index of [0, 1, 2]) expect(read('form', index)).toBe(raw);
		expect(asked).toStrictEqual(['form 0 raw']);
	},
);

it('gives null for a parameter that is not there', () => {
	expect(reading({}).read('submission', 0)).toBeNull();
});

describe('an expression that needs the engine', () => {
	it.each(['={{ $json.a + 1 }}', { __rl: true, mode: 'id', value: '={{ $json.a.trim() }}' }])(
		'is evaluated for each item, asked for raw only once: %j',
		(raw) => {
			const { read, asked } = reading({ form: raw }, [{ a: 1 }, { a: 2 }]);
			expect([read('form', 0), read('form', 1)]).toStrictEqual([
				'form of item 0',
				'form of item 1',
			]);
			expect(asked).toStrictEqual(['form 0 raw', 'form 0', 'form 1']);
		},
	);

	it('is evaluated with the row that it stands in, and the other rows are not', () => {
		const plain = { name: 'plain', value: 'x' };
		const odd = { name: 'odd', value: '={{ $json.a + 1 }}' };
		const dragged = { name: 'dragged', value: '={{ $json.a }}' };
		const { read, asked } = reading({ fieldData: { assignments: [plain, odd, dragged] } }, [
			{ a: 1 },
		]);
		expect(read('fieldData', 0)).toStrictEqual({
			assignments: [plain, 'fieldData.assignments[1] of item 0', { ...dragged, value: 1 }],
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
		const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
		const items = [{ form: 'one' }, { form: 'two' }, {}];
		const { read, asked } = reading({ form: locator('={{ $json.form }}') }, items);
		expect([0, 1, 2].map((index) => read('form', index))).toStrictEqual(
			['one', 'two', undefined].map(locator),
		);
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
	const values = [read('form', 1), read('submission', 1), read('form', 0)];
	expect(values).toStrictEqual(['fixed', 7, 'fixed']);
});
