import assert from 'node:assert/strict';
import { test } from 'node:test';
import { olderEngine, placeSuite } from '../compat/olderEngine.ts';
import { runCommand } from '../command.ts';
import { exampleForms, exampleSubmissions } from '../exampleForms.ts';
import { sharedStage } from './sharedStage.ts';

void test('on the engine of n8n 1.123, on its own Node.js 20 and on 24', async (context) => {
	const { packed, sandbox, folder } = await sharedStage();
	const engine = await olderEngine(console.log);
	const suite = await placeSuite(engine, packed.tarball);
	for (const [name, node] of Object.entries({ 20: engine.node, 24: process.execPath })) {
		await context.test(`Node.js ${name}`, { skip: node === undefined }, async () => {
			// The older engine keeps timers of its own, which would hold the process.
			const { code, output } = await runCommand(
				node ?? '',
				['--test', '--test-force-exit', suite],
				{
					cwd: engine.folder,
					env: {
						PATH: process.env['PATH'],
						N8N_USER_FOLDER: folder,
						N8N_ENCRYPTION_KEY: 'a key for tests only',
						N8N_LOG_LEVEL: 'silent',
						SANDBOX_URL: sandbox.made.address,
						SANDBOX_TOKEN: sandbox.made.token,
						FORM: exampleForms['Contact requests'],
						SUBMISSION: exampleSubmissions['Contact requests']?.[0],
					},
				},
			);
			await sandbox.set('faults', undefined);
			await sandbox.set('choices', undefined);
			assert.equal(code, 0, output);
		});
	}
});
