const { globSync, readFileSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

const project = resolve(__dirname, '../..');

/** The files of the node that a unit test imports itself. */
const imported = new Set(
	globSync('test/unit/**/*.ts', { cwd: project }).flatMap((test) =>
		Array.from(
			readFileSync(resolve(project, test), 'utf8').matchAll(
				/^import (?!type )[^';]*'(\.[^']*\/nodes\/[^']*)'/gm,
			),
			([, path]) => resolve(project, dirname(test), path),
		),
	),
);

/** What it is made of shows in whole runs, and those are what its tests are about. */
const RUN = resolve(project, 'nodes/Submissions/delivery/run.ts');

/**
 * What a file imports, as far as mutation testing asks: of the code that is changed, only what no test
 * imports itself. So the tests that have to notice a change in a file are those that import that file,
 * or, where none does, whoever uses it, and for what a run is made of those of runs; and not, at twenty
 * times the time, all that reach it by way of others.
 *
 * @type {import('@jest/transform').DependencyExtractor}
 */
module.exports = {
	extract(code, file, extract) {
		const all = extract(code, file, extract);
		if (!/[\\/]nodes[\\/]Submissions[\\/]/.test(file)) return all;
		if (file === RUN) return new Set([...all].filter((path) => path.startsWith('./')));
		return new Set([...all].filter((path) => !imported.has(resolve(dirname(file), `${path}.ts`))));
	},
	getCacheKey: () => [...imported].sort().join(),
};
