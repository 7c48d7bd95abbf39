const { projects } = require('../../jest.config.js');

const engine = projects.find(({ displayName }) => displayName === 'engine');

/** @type {import('jest').Config} */
module.exports = {
	...engine,
	rootDir: '../..',
	displayName: 'faults',
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	testEnvironment: '<rootDir>/test/faults/environment.js',
	testTimeout: 180_000,
	verbose: false,
	reporters: ['default', ['<rootDir>/test/tally.js', { file: 'test-results/tally/faults.json' }]],
};
