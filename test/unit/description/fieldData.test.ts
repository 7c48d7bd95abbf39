import { fieldDataProperties } from '../../../nodes/Submissions/description/fieldData.ts';
import { operations } from '../../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { buildRequest } from '../../../nodes/Submissions/request/submissionRequest.ts';
import { FORM } from '../examples.ts';
import { shownOf } from './shown.ts';

const mode = fieldDataProperties.find(({ name }) => name === 'fieldDataMode');
const MODES = (mode?.options ?? []).flatMap((option) =>
	'value' in option ? [String(option.value)] : [],
);

const SHOWN: Readonly<Record<string, readonly string[]>> = {
	defineBelow: ['fieldData', 'fieldDataNotice'],
	autoMap: ['ignoreFields'],
	json: ['fieldDataJson'],
};

it('has the three modes of the contract, Define Below chosen at first', () => {
	expect(MODES).toStrictEqual(['defineBelow', 'autoMap', 'json']);
	expect(mode?.default).toBe('defineBelow');
	expect(mode?.noDataExpression).toBe(true);
});

it.each(MODES)('the mode %s shows its own parameter and no other, for what writes', (value) => {
	for (const operation of ['create', 'update', 'upsert', 'get', 'delete']) {
		const shown = shownOf(fieldDataProperties, { operation, fieldDataMode: value });
		const isWrite = operation !== 'get' && operation !== 'delete';
		expect(shown).toStrictEqual(isWrite ? ['fieldDataMode', ...(SHOWN[value] ?? [])] : []);
	}
});

it.each(MODES)('the mode %s is handled, from the parameter that it shows', (value) => {
	const given: Record<string, unknown> = {
		operation: 'create',
		form: FORM,
		fieldDataMode: value,
		fieldData: { assignments: [{ name: 'from', value: 'defineBelow', type: 'string' }] },
		ignoreFields: 'ignored',
		fieldDataJson: '{"from":"json"}',
		options: {},
	};
	const readFile = () => {
		throw new Error('none');
	};
	const item = {
		index: 0,
		json: { from: 'autoMap', ignored: 1 },
		readFile,
		readWritten: () => undefined,
	};
	const offer = { operations, options: optionsProperty };
	const { body } = buildRequest((name) => given[name] ?? null, item, offer);
	expect(body).toMatchObject({ content: JSON.stringify({ from: value }) });
});

it('is typed rows, a text and JSON, as the contract says', () => {
	const types = Object.fromEntries(fieldDataProperties.map(({ name, type }) => [name, type]));
	expect(types).toStrictEqual({
		fieldDataMode: 'options',
		fieldData: 'assignmentCollection',
		fieldDataNotice: 'notice',
		ignoreFields: 'string',
		fieldDataJson: 'json',
	});
});
