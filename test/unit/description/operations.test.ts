import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import {
	operationProperty,
	operations,
	toolDescriptionProperties,
	workOf,
} from '../../../nodes/Submissions/description/operations.ts';
import { routeOf } from '../../../nodes/Submissions/request/route.ts';
import { described } from '../examples.ts';
import service from '../cases/service-routes.json';
import { DESCRIPTION, nodeWith, shownOf } from './shown.ts';

const VALUES = operations.map(({ value }) => value);

it('are the five of the contract, Get chosen at first', () => {
	expect([...VALUES].sort()).toStrictEqual(['create', 'delete', 'get', 'update', 'upsert']);
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

it('no operation does work beside that of the document', () => {
	const works = operations.flatMap((operation) => [true, false].map((is) => workOf(operation, is)));
	const values = new Set(works.map(({ value }) => value));
	expect([...values].sort()).toStrictEqual(Object.keys(service.routes).sort());
});

it('upsert updates the submission that is given, and creates where none is', () => {
	const upsert = operations.find(({ value }) => value === 'upsert');
	if (upsert === undefined) throw new Error('There is no upsert');
	expect([true, false].map((isGiven) => workOf(upsert, isGiven).value)).toStrictEqual([
		'update',
		'create',
	]);
	expect(() => workOf(upsert, true, [upsert])).toThrow('"update"');
});

it.each([
	['create', 'create', 'created', true],
	['delete', 'remove', 'deleted', false],
	['get', 'read', 'found', false],
	['update', 'change', 'updated', true],
])('%s is of the kind %s and calls its result %s', (operation, kind, resultKey, hasFieldData) => {
	expect(described(operation)).toMatchObject({ kind, resultKey, hasFieldData });
});

/** Whether it writes, and whether a second call doubles. */
const TOLD: Readonly<Record<string, RegExp>> = {
	create: /Creates .* Each call creates another one/,
	get: /Reads .* changes nothing/,
	update: /Changes .* The same call again changes nothing more/,
	upsert: /Updates .* or creates .* Each call without a permalink creates another/,
	delete: /Deletes .* A second call deletes nothing more/,
};

it.each(operations)(
	'$name says what it does: to a person, as a new node and as a tool',
	({ value, action, description }) => {
		expect(action).toMatch(/^[A-Z][a-z]+( or update)? a submission$/);
		expect(description).toBeTruthy();
		expect(description).not.toBe(action);
		const parameters = { resource: 'submission', operation: value };
		expect(NodeHelpers.makeNodeName(parameters, DESCRIPTION)).toBe(action);
		const shownTo = (type: typeof DESCRIPTION) =>
			toolDescriptionProperties
				.filter((property) =>
					NodeHelpers.displayParameter(parameters, property, nodeWith(parameters), type),
				)
				.map((property) => property.default);
		expect(shownTo(DESCRIPTION)).toStrictEqual([]);
		expect(shownTo({ ...DESCRIPTION, name: `${DESCRIPTION.name}Tool` })).toStrictEqual([
			expect.stringMatching(TOLD[value] ?? 'nothing'),
		]);
	},
);

it('the properties are those of the contract, of which n8n shows one of a name', () => {
	const names = DESCRIPTION.properties.map(({ name }: INodeProperties) => name);
	expect([...new Set(names)]).toStrictEqual([
		'resource',
		'toolDescription',
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
	for (const operation of VALUES) {
		const shown = shownOf(DESCRIPTION.properties, { operation });
		expect(new Set(shown).size).toBe(shown.length);
	}
});
