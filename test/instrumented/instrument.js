const { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { createInstrumenter } = require('istanbul-lib-instrument');
const ts = require('typescript');
const folder = require('./folder.js');

const project = resolve(__dirname, '../..');

/** The compiler's options of the build, with maps, so that what is counted is shown in the source. */
function compilerOptions() {
	const { config } = ts.readConfigFile(join(project, 'tsconfig.build.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, project);
	return { ...options, sourceMap: true };
}

/** Makes the package anew in a folder of its own, with a counter in each of its branches. */
module.exports = function instrument() {
	const options = compilerOptions();
	const instrumenter = createInstrumenter({ esModules: false, compact: false });
	rmSync(folder, { recursive: true, force: true });
	for (const file of globSync('{nodes,credentials}/**/*.ts', { cwd: project })) {
		const source = join(project, file);
		const { outputText, sourceMapText } = ts.transpileModule(readFileSync(source, 'utf8'), {
			compilerOptions: options,
			fileName: source,
		});
		const map = { ...JSON.parse(sourceMapText), sources: [source], sourceRoot: '' };
		const made = join(folder, 'dist', file.replace(/\.ts$/, '.js'));
		mkdirSync(dirname(made), { recursive: true });
		writeFileSync(made, instrumenter.instrumentSync(outputText, made, map));
	}
	for (const asset of globSync('{nodes,credentials}/**/*.{svg,node.json}', { cwd: project })) {
		cpSync(join(project, asset), join(folder, 'dist', asset));
	}
	cpSync(join(project, 'package.json'), join(folder, 'package.json'));
};
