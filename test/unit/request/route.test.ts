import fc from 'fast-check';

import { fillPath, routeOf } from '../../../nodes/Submissions/request/route.ts';
import { described, FORM } from '../examples.ts';
import { holdsFor } from '../property.ts';

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
		expect(filled.split('/').map(decodeURIComponent)).toStrictEqual([
			'',
			'api',
			'v1',
			'forms',
			permalink,
			'submissions',
			submission,
		]);
	});
});
