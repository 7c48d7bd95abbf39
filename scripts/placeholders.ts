/*
 * The addresses that whoever owns the repository has still to fill in. A release is stopped by one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACEHOLDER = /github\.com\/example\/|maintainers@example\.com/;

/**
 * Where placeholders are left in a file.
 *
 * @param name of the file
 * @param text its content
 * @returns its name and line for each
 */
export function placeholdersIn(name: string, text: string): string[] {
	return text
		.split('\n')
		.flatMap((line, index) => (PLACEHOLDER.test(line) ? [`${name}:${String(index + 1)}`] : []));
}

if (import.meta.main) {
	const project = join(import.meta.dirname, '..');
	// Lock files name the package's own address nowhere else than the manifests do.
	const files = execFileSync('git', ['ls-files', '--', ':!*-lock.json', ':!test'], {
		cwd: project,
	});
	const left = files
		.toString()
		.trim()
		.split('\n')
		.flatMap((name) => placeholdersIn(name, readFileSync(join(project, name), 'utf8')));
	if (left.length > 0) {
		console.error(
			`The address of the repository or of its maintainers is a placeholder here:\n${left.join('\n')}\nCONTRIBUTING.md says under "Before the first release" what goes there.`,
		);
		process.exitCode = 1;
	}
}
