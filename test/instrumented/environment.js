const EngineEnvironment = require('../engine/environment.js');
const folder = require('./folder.js');

/**
 * Has the instrumented package tested, and its counters be the same in jest's realm, where unit tests
 * load it, and outside it, where n8n does and jest itself does not count.
 */
module.exports = class InstrumentedEnvironment extends EngineEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global.packageFolder = folder;
		this.global.__coverage__ = globalThis.__coverage__ ??= {};
	}
};
