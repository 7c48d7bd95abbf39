import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadParameter } from '../../../nodes/Submissions/request/parameters.ts';
import { parameterReader } from '../../../nodes/Submissions/request/parameters.ts';

type GetNodeParameter = IExecuteFunctions['getNodeParameter'];

/** Parameters as n8n keeps them, and a log of how they are asked for. */
function reading(raw: Record<string, unknown>): { read: ReadParameter; asked: string[] } {
	const asked: string[] = [];
	const getNodeParameter = ((
		name: string,
		itemIndex: number,
		fallback: unknown,
		options?: { rawExpressions?: boolean },
	) => {
		asked.push(`${name} ${itemIndex}${options?.rawExpressions === true ? ' raw' : ''}`);
		if (!(name in raw)) return fallback;
		return options?.rawExpressions === true ? raw[name] : `${name} of item ${itemIndex}`;
	}) as GetNodeParameter;
	return { read: parameterReader({ getNodeParameter }), asked };
}

it('asks once for what is the same for every item', () => {
	const { read, asked } = reading({ form: { __rl: true, mode: 'id', value: 'aB3dE5gH7j' } });
	for (const index of [0, 1, 2]) {
		expect(read('form', index)).toEqual({ __rl: true, mode: 'id', value: 'aB3dE5gH7j' });
	}
	expect(asked).toEqual(['form 0 raw']);
});

it.each([
	['text', '={{ $json.form }}'],
	['a locator', { __rl: true, mode: 'id', value: '={{ $json.form }}' }],
	[
		'rows',
		{
			assignments: [
				{ name: 'a', value: 'x' },
				{ name: 'b', value: '={{ $json.b }}' },
			],
		},
	],
	['the name of a row', { assignments: [{ name: '={{ $json.n }}', value: 'x' }] }],
])('asks for each item where an expression stands in %s', (_, raw) => {
	const { read, asked } = reading({ form: raw });
	expect([3, 4].map((index) => read('form', index))).toEqual(['form of item 3', 'form of item 4']);
	expect(asked).toEqual(['form 3 raw', 'form 3', 'form 4']);
});

it.each([
	['text with an equals sign inside', 'a=b'],
	['nothing', ''],
	['null', null],
	['a number', 5],
	['an empty collection', {}],
])('takes %s for no expression', (_, raw) => {
	const { read, asked } = reading({ form: raw });
	expect([read('form', 0), read('form', 1)]).toEqual([raw, raw]);
	expect(asked).toHaveLength(1);
});

it('gives null for a parameter that is not there', () => {
	expect(reading({}).read('submission', 0)).toBeNull();
});

it('keeps parameters apart', () => {
	const { read } = reading({ form: 'fixed', submission: '={{ $json.id }}' });
	expect([read('form', 1), read('submission', 1), read('form', 2)]).toEqual([
		'fixed',
		'submission of item 1',
		'fixed',
	]);
});
