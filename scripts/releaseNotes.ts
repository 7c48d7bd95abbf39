import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the changelog says of a version, for the notes of its release.
 *
 * @param changelog text in the form of Keep a Changelog
 * @param version without a `v`
 * @throws Error where the changelog has no section for it, or an empty one
 */
export function notesOf(changelog: string, version: string): string {
	const section = changelog
		.split(/^## /m)
		.slice(1)
		.find((text) => text.startsWith(`[${version}]`));
	if (section === undefined) throw new Error(`CHANGELOG.md has no section [${version}]`);
	const [, ...lines] = section.split('\n');
	const notes = lines
		.filter((line) => !LINK.test(line))
		.join('\n')
		.trim();
	if (notes === '') throw new Error(`CHANGELOG.md says nothing under [${version}]`);
	return notes;
}

/** The links behind the headings, at the end of the file. */
const LINK = /^\[[^\]]+\]: /;

/**
 * The version that a tag names.
 *
 * @param tag such as `v1.2.3`
 * @param version what the manifest says
 * @throws Error where they differ
 */
export function versionOfTag(tag: string, version: string): string {
	if (tag === `v${version}`) return version;
	throw new Error(`The tag is ${tag}, and package.json says ${version}: they must agree`);
}

if (import.meta.main) {
	const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	try {
		const [tag = ''] = process.argv.slice(2);
		console.log(notesOf(read('CHANGELOG.md'), versionOfTag(tag, version)));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
