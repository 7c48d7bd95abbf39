import { outcomeName } from '../../../nodes/Submissions/response/outcome.ts';
import { failedWith, failureWith, OPERATIONS, requestOf } from '../examples.ts';

it.each(OPERATIONS)(
	'a %s is reported by what is known of it, and a read is never unknown',
	(operation) => {
		const request = requestOf(operation);
		for (const certainty of ['refused', 'notSent', 'unknown'] as const) {
			const name = outcomeName(failedWith({ request, failure: failureWith({ certainty }) }));
			expect(name).toBe(operation === 'get' && certainty === 'unknown' ? 'failed' : certainty);
		}
	},
);

it('an item without a request is reported by what is known of it', () => {
	const failure = failureWith({ certainty: 'notSent' });
	expect(outcomeName(failedWith({ request: undefined, failure }))).toBe('notSent');
});
