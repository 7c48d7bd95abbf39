import type { INodeProperties } from 'n8n-workflow';

import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { readOptions } from '../../../nodes/Submissions/request/options.ts';
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

it('are each read, so that none of them is without an effect', () => {
	expect(Object.keys(readOptions({}, optionsProperty)).sort()).toStrictEqual([...NAMES].sort());
});

it.each([
	['arrayFormat', ['brackets', 'indices']],
	['bodyFormat', ['form', 'json', 'multipart']],
	['emptyValues', ['clear', 'leaveOut', 'send']],
	['ifNotFound', ['create', 'fail', 'report']],
	['missingValues', ['leaveOut', 'refuse']],
	['output', ['simplified', 'raw', 'full']],
	['repeatUnknown', ['never', 'updates', 'all']],
])('%s offers the values of the contract, each of which is taken', (name, values) => {
	const { options = [] } = OPTIONS.find((option) => option.name === name) ?? {};
	expect(options.map((choice) => 'value' in choice && choice.value)).toStrictEqual(values);
	for (const value of values) {
		expect(readOptions({ [name]: value }, optionsProperty)).toMatchObject({ [name]: value });
	}
});

it('are described in other words than their labels, and numbers have limits', () => {
	for (const { type, typeOptions, displayName, description } of OPTIONS) {
		expect(description).toBeTruthy();
		expect(description).not.toBe(displayName);
		const { minValue, maxValue } = typeOptions ?? {};
		const types = type === 'number' ? ['number', 'number'] : ['undefined', 'undefined'];
		expect([typeof minValue, typeof maxValue]).toStrictEqual(types);
	}
});
