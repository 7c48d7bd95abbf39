import type { INodeProperties } from 'n8n-workflow';

import {
	addressesSubmission,
	operationProperty,
	operations,
} from '../../../nodes/Submissions/description/operations.ts';
import { routeOf } from '../../../nodes/Submissions/request/route.ts';
import { described } from '../examples.ts';
import service from '../cases/service-routes.json';
import { DESCRIPTION, shownOf } from './shown.ts';

const VALUES = operations.map(({ value }) => value);

it('are the four of the contract, Get chosen at first', () => {
	expect(VALUES).toStrictEqual(['create', 'delete', 'get', 'update']);
	expect(operationProperty.default).toBe('get');
	expect(operationProperty.options).toBe(operations);
	expect(operationProperty.noDataExpression).toBe(true);
});

it.each(Object.entries(service.routes))(
	"%s declares its route letter for letter as the service's document prints it",
	(operation, { method, path }) => {
		expect(routeOf(described(operation))).toStrictEqual({ method, path });
	},
);

it('no operation stands beside those of the document', () => {
	expect(Object.keys(service.routes).sort()).toStrictEqual(VALUES);
});

it('paths ask for no permalink but the two of the document', () => {
	for (const { path } of operations.map(routeOf)) {
		for (const [, name] of path.matchAll(/\[([^\]]*)\]/g)) {
			expect(['permalink', 'submission_permalink']).toContain(name);
		}
	}
});

it.each([
	['create', 'create', 'created', true],
	['delete', 'remove', 'deleted', false],
	['get', 'read', 'found', false],
	['update', 'change', 'updated', true],
])('%s is of the kind %s and calls its result %s', (operation, kind, resultKey, hasFieldData) => {
	expect(described(operation)).toMatchObject({ kind, resultKey, hasFieldData });
});

it.each(operations.map((operation) => [operation.name, operation] as const))(
	'%s says what it does, in the form that n8n lists actions',
	(_, { action, description }) => {
		expect(action).toMatch(/^[A-Z][a-z]+ a submission$/);
		expect(description).toBeTruthy();
		expect(description).not.toBe(action);
	},
);

it('the editor asks for a submission exactly where the route has one', () => {
	for (const operation of operations) {
		const shown = shownOf(DESCRIPTION.properties, { operation: operation.value });
		expect(shown.includes('submission')).toBe(addressesSubmission(operation));
		expect(shown).toContain('form');
	}
});

it('the editor asks for field data exactly where the operation has any', () => {
	for (const { value, hasFieldData } of operations) {
		const shown = shownOf(DESCRIPTION.properties, { operation: value });
		expect(shown.includes('fieldDataMode')).toBe(hasFieldData);
		expect(shown.includes('fieldData')).toBe(hasFieldData);
	}
});

it('no two properties of the node have one name', () => {
	const names = DESCRIPTION.properties.map(({ name }: INodeProperties) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(names).toStrictEqual([
		'operation',
		'form',
		'submission',
		'fieldDataMode',
		'fieldData',
		'fieldDataNotice',
		'ignoreFields',
		'fieldDataJson',
		'options',
	]);
});
