import fc from 'fast-check';

import { operations } from '../../../nodes/Submissions/description/operations.ts';
import {
	addressesSubmission,
	fillPath,
	routeOf,
} from '../../../nodes/Submissions/request/route.ts';
import { FORM, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';

it.each([
	['create', 'POST', `/api/v1/forms/${FORM}/submissions/new`],
	['get', 'GET', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
	['update', 'POST', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
	['delete', 'DELETE', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
])('%s goes by %s to %s', (operation, method, path) => {
	const route = routeOf(operations, operation);
	expect(route.method).toBe(method);
	expect(fillPath(route.path, { permalink: FORM, submission_permalink: SUBMISSION })).toBe(path);
});

it('tells which routes address a submission', () => {
	const addressing = ['create', 'get', 'update', 'delete'].filter((operation) =>
		addressesSubmission(routeOf(operations, operation)),
	);
	expect(addressing).toStrictEqual(['get', 'update', 'delete']);
});

it.each(['', 'Create', 'list', '__proto__'])('knows no route for the operation %j', (operation) => {
	expect(() => routeOf(operations, operation)).toThrow(`"${operation}"`);
});

it.each([
	['a value without routing', { name: 'X', value: 'x' }],
	['a routing without a url', { name: 'X', value: 'x', routing: { request: { method: 'GET' } } }],
	['a routing without a method', { name: 'X', value: 'x', routing: { request: { url: '/x' } } }],
] as const)('knows no route for %s', (_, operation) => {
	expect(() => routeOf([operation], 'x')).toThrow('no route');
});

it('fills no path that asks for a permalink that is not there', () => {
	const { path } = routeOf(operations, 'get');
	expect(() => fillPath(path, { permalink: FORM })).toThrow('submission_permalink');
});

it('puts each permalink into one segment, and takes nothing in it for a pattern', () => {
	const { path } = routeOf(operations, 'get');
	const permalinks = fc.tuple(
		fc.string({ unit: 'grapheme', minLength: 1 }),
		fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constant('[permalink]$&$1')),
	);
	holdsFor(permalinks, ([permalink, submission]) => {
		const filled = fillPath(path, { permalink, submission_permalink: submission });
		const segments = filled.split('/');
		expect(segments).toHaveLength(7);
		expect([segments[4], segments[6]].map((part) => decodeURIComponent(part ?? ''))).toStrictEqual([
			permalink,
			submission,
		]);
	});
});
