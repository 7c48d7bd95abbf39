const { Container } = require('@n8n/di');
const { Logger } = require('@n8n/backend-common');
const { LoggerProxy } = require('n8n-workflow');
const EngineEnvironment = require('../../environment.js');

/** Lets n8n's engine write to n8n's own log, as it does where n8n itself is started. */
module.exports = class DebugEnvironment extends EngineEnvironment {
	constructor(config, context) {
		super(config, context);
		LoggerProxy.init(Container.get(Logger));
	}
};
