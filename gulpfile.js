const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

/** Removes what an earlier build left, so that a file that is gone from the source is gone from the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Compiles what is published. */
async function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	const project = ['-p', 'tsconfig.build.json'];
	const run = spawn(process.execPath, [compiler, ...project], { stdio: 'inherit' });
	const [code] = await once(run, 'close');
	if (code !== 0) throw new Error('The compiler found faults.');
}

/** Copies what the compiler leaves behind: the icons and the codex files, beside the code that names them. */
function assets() {
	return src(['{nodes,credentials}/**/*.{svg,node.json}'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

/** Takes the package as it stands in `dist`. */
async function keep() {}

// Whoever runs many commands that build first, and changes nothing in between, sets BUILT after the first.
exports.build = process.env.BUILT === undefined ? series(clean, compile, assets) : keep;
