import type { Setup } from './engine.ts';
import { numbered, useService } from './useService.ts';

const used = useService();

const MODES: readonly (readonly [string, Partial<Setup>])[] = [
	['Stop Workflow', {}],
	['Continue', { onError: 'continueRegularOutput' }],
	['Continue (using error output)', { onError: 'continueErrorOutput' }],
	['Stop Workflow and Retry On Fail', { maxTries: 3 }],
	['Continue and Retry On Fail', { onError: 'continueRegularOutput', maxTries: 3 }],
];

/** Settles with the first request that has ended, so that others are under way or not begun. */
function firstRequest(): Promise<void> {
	return new Promise((resolve) => {
		used.service.log.onEnd(() => {
			resolve();
		});
	});
}

test.each(MODES)('n8n calls a cancelled execution canceled with On Error = %s', async (_, mode) => {
	used.service.faults.set({
		rules: [{ when: { first: 3 }, then: { kind: 'slow', ms: 20 } }, { then: { kind: 'hang' } }],
	});
	const { run } = await used.create(numbered(20), {}, { ...mode, cancelWhen: firstRequest() });
	expect(run.status).toBe('canceled');
	expect(used.service.log.entries.length).toBeLessThan(20);
});

test.each([
	['The subscription was canceled.', {}],
	['Not valid.', { canceled_at: ['is no date'] }],
])('n8n calls no other execution so, whatever the service says: %s %j', async (message, errors) => {
	used.answer({ kind: 'refuse', status: 422, body: { message, errors } });
	const { run, error } = await used.create({ n: 1 });
	expect(run.status).toBe('error');
	expect(error?.message).toMatch(/cancelled/);
	expect(error).toMatchObject({ context: { details: { serviceMessage: message } } });
});
