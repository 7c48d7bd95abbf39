const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');

/** Writes how many tests of a jest run passed, failed and were skipped, for the count of the whole. */
module.exports = class Tally {
	constructor(_globalConfig, { file }) {
		this.file = file;
	}

	onRunComplete(_contexts, results) {
		mkdirSync(dirname(this.file), { recursive: true });
		writeFileSync(
			this.file,
			JSON.stringify({
				passed: results.numPassedTests,
				// A file that does not even load counts, though none of its tests does.
				failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
				skipped: results.numPendingTests + results.numTodoTests,
			}),
		);
	}
};
