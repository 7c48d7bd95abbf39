const { projects } = require('../../jest.config.js');

const engine = projects.find(({ displayName }) => displayName === 'engine');

/** @type {import('jest').Config} */
module.exports = {
	...engine,
	rootDir: '../..',
	displayName: 'hostile',
	testMatch: ['<rootDir>/test/hostile/**/*.test.ts'],
	testTimeout: 4 * 3600_000,
	verbose: false,
	reporters: ['default', ['<rootDir>/test/tally.js', { file: 'test-results/tally/hostile.json' }]],
};
