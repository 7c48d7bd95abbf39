const { resolve } = require('node:path');
const plain = require('../../jest.config.js');
const folder = require('./folder.js');

const rootDir = resolve(__dirname, '../..');

/** Where tests run the published code themselves, rather than look at the repository. */
const INSTRUMENTED = ['unit', 'simulation', 'engine'];

/**
 * Runs all tests, those of the node on instrumented code, and fails where they leave too much of it out.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...plain,
	rootDir,
	globalSetup: '<rootDir>/test/instrumented/instrument.js',
	collectCoverage: true,
	coverageDirectory: '<rootDir>/coverage',
	coverageReporters: ['text', 'html', 'json'],
	// Percent, of each; a branch is a way through an `if`, a `?`, a `??`, an `&&`, a default, a case.
	coverageThreshold: { global: { branches: 95, functions: 95, lines: 95, statements: 95 } },
	projects: plain.projects.map((project) => ({
		...project,
		rootDir,
		// jest itself instruments nothing: what it would see of the tests is no part of the package.
		coveragePathIgnorePatterns: [''],
		...(INSTRUMENTED.includes(project.displayName) && {
			testEnvironment: '<rootDir>/test/instrumented/environment.js',
			moduleNameMapper: {
				'^(?:\\.\\./)+(nodes|credentials)/(.*)\\.ts$': `${folder}/dist/$1/$2.js`,
			},
		}),
	})),
};
