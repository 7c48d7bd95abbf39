import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { sharedStage } from './sharedStage.ts';

const nodeTypes = z.array(z.object({ name: z.string(), outputs: z.unknown() }).passthrough());
const credentialTypes = z.array(
	z.object({ name: z.string(), displayName: z.string(), iconUrl: z.unknown() }).passthrough(),
);

async function typesFile(path: string): Promise<unknown> {
	const { editor, n8n } = await sharedStage();
	return await editor.session.file(`${n8n.url}/types/${path}`);
}

void test('the node and its variant for AI agents appear', async () => {
	const types = nodeTypes.parse(await typesFile('nodes.json'));
	const own = types.filter(({ name }) => name.startsWith('n8n-nodes-submissions.'));
	assert.deepEqual(
		own.map(({ name, outputs }) => ({ name, outputs })),
		[
			{ name: 'n8n-nodes-submissions.submissions', outputs: ['main'] },
			{ name: 'n8n-nodes-submissions.submissionsTool', outputs: ['ai_tool'] },
		],
	);
});

void test('the credential appears, with an icon that n8n serves', async () => {
	const types = credentialTypes.parse(await typesFile('credentials.json'));
	const own = types.find(({ name }) => name === 'submissionsApi');
	assert.equal(own?.displayName, 'Submissions API');
	const icons = z.object({ light: z.string(), dark: z.string() }).parse(own.iconUrl);
	const { n8n } = await sharedStage();
	for (const icon of [icons.light, icons.dark]) {
		const response = await fetch(`${n8n.url}/${icon}`);
		assert.equal(response.status, 200, icon);
		assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
	}
});
