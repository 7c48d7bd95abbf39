import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { installEarlier, withEarlierCredential } from '../earlierPackage.ts';

void test("the earlier version's credential type gets a name of its own, its files keep theirs", () => {
	assert.equal(
		withEarlierCredential(
			"name = 'submissionsApi'; of = \"submissionsApi\"; icon = 'file:submissionsApi.svg'; // submissionsApi",
		),
		"name = 'submissionsApiEarlier'; of = \"submissionsApiEarlier\"; icon = 'file:submissionsApi.svg'; // submissionsApi",
	);
});

void test('a folder that was not built is refused with what to do', async () => {
	const empty = await mkdtemp(join(tmpdir(), 'n8n-nodes-submissions-empty-'));
	try {
		await assert.rejects(installEarlier(empty, empty), /holds no built package.*npm run build/);
	} finally {
		await rm(empty, { recursive: true });
	}
});
