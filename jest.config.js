const transform = {
	'\\.ts$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
	],
};

/** @type {import('jest').Config} */
module.exports = {
	// jest leaves one processor to its user; here it would be one of two.
	maxWorkers: '100%',
	// A test that hangs is ended; one that a busy machine slows down is not.
	testTimeout: 60_000,
	reporters: ['default', ['<rootDir>/test/tally.js', { file: 'test-results/tally/jest.json' }]],
	projects: [
		{
			displayName: 'repository',
			testMatch: ['<rootDir>/test/{architecture,docs,package,workflows}/**/*.test.ts'],
			transform,
		},
		{
			displayName: 'unit',
			testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
			transform,
		},
		{
			displayName: 'simulation',
			testMatch: ['<rootDir>/test/simulation/**/*.test.ts'],
			transform,
		},
		{
			displayName: 'sandbox',
			testMatch: ['<rootDir>/test/sandbox/**/*.test.ts'],
			transform,
		},
		{
			displayName: 'engine',
			testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
			testEnvironment: '<rootDir>/test/engine/environment.js',
			transform,
		},
	],
};
