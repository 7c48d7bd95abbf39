const { resolve } = require('node:path');
const { projects } = require('../../../../jest.config.js');

const engine = projects.find(({ displayName }) => displayName === 'engine');

/** Runs the attacks on secrets with n8n's log open. */
module.exports = {
	...engine,
	rootDir: resolve(__dirname, '../../../..'),
	displayName: 'debug',
	testMatch: ['<rootDir>/test/engine/attacks/secrets.test.ts'],
	testEnvironment: '<rootDir>/test/engine/attacks/debug/environment.js',
};
