import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { projects } = createRequire(import.meta.url)('./jest.config.js');
const unit = projects.find(({ displayName }) => displayName === 'unit');

// The tests run once for each change, so each law of random values is tried on few of them.
process.env.FAST_CHECK_RUNS ??= '20';
// A law that hangs for a change is broken by it.
process.env.LONGEST_LAW ??= '10000';
// Each step of the changed code is counted while it is found out what reaches it.
process.env.LONG_TEXTS ??= '0.001';

/**
 * Changes the code in small ways and asks whether a unit test notices.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: ['nodes/Submissions/{request,delivery,response}/**/*.ts'],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		config: {
			...unit,
			dependencyExtractor: '<rootDir>/test/mutation/dependencies.js',
			watchman: false,
		},
	},
	coverageAnalysis: 'perTest',
	// For what is evaluated once, when a file is loaded, all tests would have to run.
	ignoreStatic: true,
	dryRunTimeoutMinutes: 15,
	// A new runner loads all that jest needs first; one that is given up for that is followed by a new one.
	timeoutMS: 20_000,
	concurrency: 2,
	// jest keeps a little of every run.
	maxTestRunnerReuse: 80,
	// A change that never ends and keeps what it makes is stopped by this, not by the machine.
	testRunnerNodeArgs: ['--max-old-space-size=3072'],
	// Elsewhere, since jest and ESLint would take the copies for parts of the project.
	tempDirName: join(tmpdir(), 'submissions-mutation'),
	ignorePatterns: ['/bench', '/coverage', '/dist', '/docs', '/e2e', '/examples', '/test-results'],
	incremental: true,
	incrementalFile: 'coverage/mutation-incremental.json',
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	htmlReporter: { fileName: 'coverage/mutation.html' },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 90, break: 85 },
};
