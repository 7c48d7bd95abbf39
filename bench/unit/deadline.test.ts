import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GivenUp, within } from '../deadline.ts';

void test('what hangs is given up with a sentence, what ends is given back', async (context) => {
	context.mock.timers.enable({ apis: ['setTimeout'] });
	const hanging = within(120_000, 'Round 2 of floor', new Promise(() => undefined));
	context.mock.timers.tick(120_000);
	await assert.rejects(hanging, (error) => {
		assert.ok(error instanceof GivenUp);
		assert.match(error.message, /^Round 2 of floor did not end within 2 minutes and was given up/);
		return true;
	});
	assert.equal(await within(1, 'this', Promise.resolve('its end')), 'its end');
	await assert.rejects(within(1, 'this', Promise.reject(new Error('broken'))), /broken/);
});
