const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

// n8n-core reads these when it is first loaded.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'submissions-engine-'));
process.env.N8N_ENCRYPTION_KEY ??= 'a key for tests only';
process.env.N8N_LOG_LEVEL ??= 'silent';

/**
 * Lets tests load n8n by Node.js's own `require`, outside jest's realm, where it runs as it does in
 * production: its expression engine tells plain objects by `Object.prototype`, of which each realm has
 * its own.
 */
module.exports = class EngineEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global.requireOutside = require;
		// Another version of the package can be tried in place of this one.
		this.global.packageFolder = process.env.PACKAGE_FOLDER ?? resolve(__dirname, '../..');
	}
};
