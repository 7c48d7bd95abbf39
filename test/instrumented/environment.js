const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const EngineEnvironment = require('../engine/environment.js');

/** Where the counts of all test files are put together; set by the script that starts the run. */
const folder = process.env.COVERAGE_COUNTS;

let files = 0;

/**
 * Writes down what the tests of a file ran of the instrumented code: in jest's realm, where unit tests
 * load it, and outside it, where n8n does.
 */
module.exports = class CoverageEnvironment extends EngineEnvironment {
	async teardown() {
		mkdirSync(folder, { recursive: true });
		save(`${process.pid}-${++files}`, this.global.__coverage__);
		// What n8n has loaded stays loaded, so these counts only grow; the last ones stand.
		save(`${process.pid}`, globalThis.__coverage__);
		await super.teardown();
	}
};

function save(name, counts) {
	if (counts !== undefined) writeFileSync(join(folder, `${name}.json`), JSON.stringify(counts));
}
