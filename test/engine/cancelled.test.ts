import type { Setup } from './engine.ts';
import { FREE_FORM, locator } from './service.ts';
import { useService } from './useService.ts';

const used = useService();
const items = Array.from({ length: 20 }, (_, n) => ({ json: { n } }));
const create = { operation: 'create', form: locator(FREE_FORM), fieldDataMode: 'autoMap' };

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
	const { run } = await used.run(create, items, { ...mode, cancelWhen: firstRequest() });
	expect(run.status).toBe('canceled');
	expect(used.service.log.entries.length).toBeLessThan(items.length);
});
