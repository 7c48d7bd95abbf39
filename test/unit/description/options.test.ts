import type { INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { readOptions } from '../../../nodes/Submissions/request/options.ts';
import { toItems } from '../../../nodes/Submissions/response/output.ts';
import { answerOf } from '../examples.ts';
import { shownOf } from './shown.ts';

const OPTIONS = (optionsProperty.options ?? []).filter(
	(option): option is INodeProperties => 'type' in option,
);
const NAMES = OPTIONS.map(({ name }) => name);

/** Where each option of the contract has an effect. */
const ALL = ['create', 'delete', 'get', 'update', 'upsert'];
const WRITES = ['create', 'update', 'upsert'];
const EFFECTS: Readonly<Record<string, readonly string[]>> = {
	allowEmpty: WRITES,
	allowUnauthorizedCerts: ALL,
	arrayFormat: WRITES,
	bodyFormat: WRITES,
	createOnceKey: ['create', 'upsert'],
	dryRun: ALL,
	emptyValues: WRITES,
	files: WRITES,
	headers: ALL,
	ifNotFound: ['delete', 'get', 'update', 'upsert'],
	includeInput: ALL,
	keysToRemember: ['create', 'upsert'],
	maxAttempts: ALL,
	maxWait: ALL,
	minInterval: ALL,
	missingValues: WRITES,
	output: ALL,
	permalinkPath: ['create', 'upsert'],
	proxy: ALL,
	repeatUnknown: WRITES,
	requestsAtOnce: ALL,
	returnFields: ALL,
	timeout: ALL,
	wrapIn: WRITES,
};

function valuesOf(name: string): unknown[] {
	const option = OPTIONS.find((candidate) => candidate.name === name);
	return (option?.options ?? []).flatMap((choice) => ('value' in choice ? [choice.value] : []));
}

it('are those of the contract', () => {
	expect([...NAMES].sort()).toStrictEqual(Object.keys(EFFECTS));
});

it.each(Object.entries(EFFECTS))(
	'%s shows where it has an effect, and nowhere else',
	(name, where) => {
		const shownIn = ALL.filter((operation) => shownOf(OPTIONS, { operation }).includes(name));
		expect(shownIn).toStrictEqual(where);
	},
);

it('depend on nothing inside a nested collection, which makes n8n break a workflow', () => {
	const inner = OPTIONS.flatMap(({ options = [] }) => options).flatMap((option) =>
		'values' in option ? option.values : [],
	);
	expect(inner.map(({ name }) => name)).toStrictEqual(['name', 'property', 'name', 'value']);
	for (const property of inner) expect(property.displayOptions).toBeUndefined();
});

it('stand in the order of their labels', () => {
	const labels = OPTIONS.map(({ displayName }) => displayName);
	expect(labels).toStrictEqual([...labels].sort((one, other) => one.localeCompare(other)));
});

it('are each read, so that none of them is without an effect', () => {
	expect(Object.keys(readOptions({}, optionsProperty)).sort()).toStrictEqual([...NAMES].sort());
});

it.each(OPTIONS.map((option) => [option.name, option] as const))(
	'%s has a default that is taken, a description, and a name of its own for it',
	(name, option) => {
		// A key that was added and left empty is refused: all items would have the same.
		if (name !== 'createOnceKey') {
			expect(readOptions({ [name]: option.default }, optionsProperty)).toStrictEqual(
				readOptions({}, optionsProperty),
			);
		}
		expect(option.description).toBeTruthy();
		expect(option.description).not.toBe(option.displayName);
		expect(NAMES.filter((other) => other === name)).toHaveLength(1);
	},
);

it.each([
	['arrayFormat', ['brackets', 'indices']],
	['bodyFormat', ['form', 'json', 'multipart']],
	['emptyValues', ['clear', 'leaveOut', 'send']],
	['ifNotFound', ['create', 'fail', 'report']],
	['missingValues', ['leaveOut', 'refuse']],
	['output', ['simplified', 'raw', 'full']],
	['repeatUnknown', ['never', 'updates', 'all']],
])('%s offers the values of the contract, each of which is taken', (name, values) => {
	expect(valuesOf(name)).toStrictEqual(values);
	for (const value of values) {
		expect(readOptions({ [name]: value }, optionsProperty)).toMatchObject({ [name]: value });
	}
});

it('every body format has an encoder', () => {
	for (const format of valuesOf('bodyFormat')) {
		expect(encodeBody({ a: 'b' }, [], String(format), '').kind).toMatch(/^(text|parts)$/);
	}
});

it('every output gives items of a shape of its own', () => {
	const result = { key: 'found', value: true, formPermalink: 'f', submissionPermalink: 's' };
	const shapes = (['simplified', 'raw', 'full'] as const).map((mode) =>
		JSON.stringify(toItems(mode, result, answerOf(200), { a: 1 }, 0)),
	);
	expect(new Set(shapes).size).toBe(valuesOf('output').length);
});

it('numbers have limits that the default keeps', () => {
	for (const { name, type, typeOptions, default: value } of OPTIONS) {
		if (type !== 'number') continue;
		expect([name, typeof typeOptions?.minValue, typeof typeOptions?.maxValue]).toStrictEqual([
			name,
			'number',
			'number',
		]);
		expect(Number(value)).toBeGreaterThanOrEqual(typeOptions?.minValue ?? NaN);
		expect(Number(value)).toBeLessThanOrEqual(typeOptions?.maxValue ?? NaN);
	}
});
