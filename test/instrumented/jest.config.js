const { resolve } = require('node:path');
const { projects } = require('../../jest.config.js');

const rootDir = resolve(__dirname, '../..');

/** Runs the tests of the node on instrumented code, which stands in `dist`. */
module.exports = {
	rootDir,
	projects: projects
		.filter(({ displayName }) => ['unit', 'engine'].includes(displayName))
		.map((project) => ({
			...project,
			rootDir,
			testEnvironment: '<rootDir>/test/instrumented/environment.js',
			moduleNameMapper: {
				'^(?:\\.\\./)+(nodes|credentials)/(.*)\\.ts$': '<rootDir>/dist/$1/$2.js',
			},
		})),
};
