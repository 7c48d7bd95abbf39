const EngineEnvironment = require('../engine/environment.js');

/** Gives tests the clock of the built node, the very one by which n8n's loader will run it. */
module.exports = class FaultsEnvironment extends EngineEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global.deliveryClock = require('../../dist/nodes/Submissions/delivery/clock.js').clock;
	}
};
