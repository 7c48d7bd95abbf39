import type { INodeProperties } from 'n8n-workflow';

import {
	operationProperty,
	operations,
	resultKeys,
} from '../../../nodes/Submissions/description/operations.ts';
import { addressesSubmission, routeOf } from '../../../nodes/Submissions/request/route.ts';
import service from '../cases/service-routes.json';
import { DESCRIPTION, shownOf } from './shown.ts';

const VALUES = operations.map(({ value }) => String(value));

it('are the four of the contract, Get chosen at first', () => {
	expect(VALUES).toStrictEqual(['create', 'delete', 'get', 'update']);
	expect(operationProperty.default).toBe('get');
	expect(operationProperty.options).toBe(operations);
	expect(operationProperty.noDataExpression).toBe(true);
});

it.each(Object.entries(service.routes))(
	"%s declares its route letter for letter as the service's document prints it",
	(operation, { method, path }) => {
		expect(routeOf(operations, operation)).toStrictEqual({ method, path });
	},
);

it('no operation stands beside those of the document', () => {
	expect(Object.keys(service.routes).sort()).toStrictEqual(VALUES);
});

it('paths ask for no permalink but the two of the document', () => {
	for (const { path } of VALUES.map((value) => routeOf(operations, value))) {
		for (const [, name] of path.matchAll(/\[([^\]]*)\]/g)) {
			expect(['permalink', 'submission_permalink']).toContain(name);
		}
	}
});

it.each([
	['create', 'created'],
	['delete', 'deleted'],
	['get', 'found'],
	['update', 'updated'],
])('%s calls its result %s', (operation, key) => {
	expect(resultKeys[operation]).toBe(key);
});

it('every operation has a result key, and no key is without one', () => {
	expect(Object.keys(resultKeys).sort()).toStrictEqual(VALUES);
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
	for (const operation of VALUES) {
		const shown = shownOf(DESCRIPTION.properties, { operation });
		expect(shown.includes('submission')).toBe(addressesSubmission(routeOf(operations, operation)));
		expect(shown).toContain('form');
	}
});

it('the editor asks for field data exactly where the request has a payload', () => {
	for (const operation of VALUES) {
		const shown = shownOf(DESCRIPTION.properties, { operation });
		const hasPayload = routeOf(operations, operation).method === 'POST';
		expect(shown.includes('fieldDataMode')).toBe(hasPayload);
		expect(shown.includes('fieldData')).toBe(hasPayload);
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
