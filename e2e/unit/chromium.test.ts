import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChromium } from '../browser/chromium.ts';
import { MissingPiece } from '../missingPiece.ts';

const only = (...paths: string[]) => ({ exists: (path: string) => paths.includes(path) });

void test('the chosen browser is taken, else the first in its usual places, else none', () => {
	const environment = { N8N_SUBMISSIONS_CHROMIUM: '/opt/chromium' };
	const machine = only('/opt/chromium', '/usr/bin/chromium', '/usr/bin/google-chrome');
	assert.equal(findChromium({ environment, ...machine }), '/opt/chromium');
	assert.equal(findChromium({ environment: {}, ...machine }), '/usr/bin/chromium');
	assert.equal(
		findChromium({ environment: { N8N_SUBMISSIONS_CHROMIUM: '' }, ...machine }),
		'/usr/bin/chromium',
	);
	assert.equal(findChromium({ environment: {}, ...only() }), undefined);
});

void test('a chosen browser that is not there is refused in a sentence that names the setting', () => {
	const environment = { N8N_SUBMISSIONS_CHROMIUM: '/opt/chromium' };
	assert.throws(
		() => findChromium({ environment, ...only('/usr/bin/chromium') }),
		(error) => {
			assert.ok(error instanceof MissingPiece);
			assert.match(error.message, /N8N_SUBMISSIONS_CHROMIUM is \/opt\/chromium/);
			return true;
		},
	);
});
