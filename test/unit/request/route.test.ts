import fc from 'fast-check';

import { fillPath, routeOf } from '../../../nodes/Submissions/request/route.ts';
import { described, FORM, SUBMISSION } from '../examples.ts';
import { holdsFor } from '../property.ts';

it.each([
	['create', 'POST', `/api/v1/forms/${FORM}/submissions/new`],
	['get', 'GET', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
	['update', 'POST', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
	['delete', 'DELETE', `/api/v1/forms/${FORM}/submissions/${SUBMISSION}`],
])('%s goes by %s to %s', (operation, method, path) => {
	const route = routeOf(described(operation));
	expect(route.method).toBe(method);
	expect(fillPath(route.path, { permalink: FORM, submission_permalink: SUBMISSION })).toBe(path);
});

it('fills no path that asks for a permalink that is not there', () => {
	const { path } = routeOf(described('get'));
	expect(() => fillPath(path, { permalink: FORM })).toThrow('submission_permalink');
});

it('puts each permalink into one segment, and takes nothing in it for a pattern', () => {
	const { path } = routeOf(described('get'));
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
