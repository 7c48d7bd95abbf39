const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes what an earlier build left, so that a file that is gone from the source is gone from the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Copies what the compiler leaves behind: the icons and the codex files, beside the code that names them. */
function assets() {
	return src(['{nodes,credentials}/**/*.{svg,node.json}'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

module.exports = { assets, clean };
