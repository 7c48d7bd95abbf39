const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

// Adds up what each run of tests left, and ends the log with the sum.
const folder = join(__dirname, '../test-results/tally');
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder)) {
	const tally = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	for (const name of Object.keys(sum)) sum[name] += tally[name];
}
const skipped = sum.skipped === 0 ? '' : `, ${sum.skipped} skipped`;
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
process.exitCode = sum.failed === 0 ? 0 : 1;
