import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkTable } from '../checks.ts';
import { MissingPiece } from '../missingPiece.ts';
import { projectFolder } from '../nodePackage.ts';
import { stoppingSignal } from '../stopping.ts';
import { accountText } from './account.ts';
import { runCampaign } from './campaign.ts';

const stopping = stoppingSignal();
const started = performance.now();
try {
	const { checks, skipped, account, interruptions } = await runCampaign(console.log, stopping);
	const failed = checks.filter(({ agrees }) => !agrees).length;
	const tally = { passed: checks.length - failed, failed, skipped: skipped.length };
	const folder = join(projectFolder, 'test-results', 'tally');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'queue.json'), JSON.stringify(tally));
	console.log(`\n${checkTable(checks)}`);
	for (const step of skipped) console.log(`skipped: ${step}`);
	console.log(`\n${accountText(account, interruptions)}`);
	const seconds = Math.round((performance.now() - started) / 1_000);
	console.log(`\n${tally.passed} of ${checks.length} agree, after ${seconds} s.`);
	if (failed > 0) process.exitCode = 1;
} catch (error) {
	process.exitCode = 1;
	if (stopping.aborted) console.log('Stopped.');
	else if (error instanceof MissingPiece) console.error(error.message);
	else console.error(error);
}
