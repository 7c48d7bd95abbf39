/*
 * What n8n writes to its log at the level that tells the most, while every attack on a secret is made.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { PASSWORD, TOKEN, USERNAME } from '../service.ts';
import { givesAway } from './everyText.ts';

const project = resolve(__dirname, '../../..');

test('n8n at debug level logs no secret', () => {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[
			resolve(project, 'node_modules/.bin/jest'),
			'--config',
			'test/engine/attacks/debug/jest.config.js',
			'--testNamePattern=with stopWorkflow|succeeds|proxy|AI',
		],
		{
			cwd: project,
			encoding: 'utf8',
			maxBuffer: 256 * 1024 * 1024,
			env: {
				...process.env,
				N8N_LOG_LEVEL: 'debug',
				N8N_LOG_OUTPUT: 'console',
				// The one that writes all that is handed to it.
				N8N_LOG_FORMAT: 'json',
			},
		},
	);
	const log = stdout + stderr;
	expect(log).toContain('Running node \\"Submissions\\" finished with error');
	expect(log).toContain('"metadata"');
	expect(status).toBe(0);
	const lines = log.split('\n');
	expect(
		[TOKEN, USERNAME, PASSWORD].flatMap((secret, index) =>
			lines.some((line) => givesAway(line, secret)) ? [`secret ${index}`] : [],
		),
	).toStrictEqual([]);
}, 120_000);
