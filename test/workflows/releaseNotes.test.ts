import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { placeholdersIn } from '../../scripts/placeholders.ts';
import { notesOf, versionOfTag } from '../../scripts/releaseNotes.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.1.0] - 2027-02-01

### Added

- One thing.

## [1.0.0] - 2027-01-01

- Another.

[1.1.0]: https://example.com/1.1.0
[1.0.0]: https://example.com/1.0.0
`;

test('the notes of a version are its section, without its heading', () => {
	expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- One thing.');
});

test('the links at the end belong to no version', () => {
	expect(notesOf(changelog, '1.0.0')).toBe('- Another.');
});

test('a version that the changelog leaves out, or says nothing of, is not released', () => {
	expect(() => notesOf(changelog, '1.0')).toThrow('has no section [1.0]');
	expect(() => notesOf(changelog, 'Unreleased')).toThrow('says nothing under [Unreleased]');
});

test('a tag that is not the version of the manifest is not released', () => {
	expect(versionOfTag('v1.1.0', '1.1.0')).toBe('1.1.0');
	expect(() => versionOfTag('v1.1.1', '1.1.0')).toThrow('they must agree');
	expect(() => versionOfTag('1.1.0', '1.1.0')).toThrow('they must agree');
});

test('an address that nobody has filled in stops a release, and an example does not', () => {
	const text = 'https://forms.example.com\nhttps://github.com/example/x\nmaintainers@example.com';
	expect(placeholdersIn('a.md', text)).toStrictEqual(['a.md:2', 'a.md:3']);
	const workflow = resolve(__dirname, '../../.github/workflows/release.yml');
	const [before = ''] = readFileSync(workflow, 'utf8').split('run: npm publish');
	expect(before).toContain('run: npm run placeholders\n');
});

test('the changelog is in this form', () => {
	const text = readFileSync(resolve(__dirname, '../../CHANGELOG.md'), 'utf8');
	const headings = Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading);
	expect(headings[0]).toBe('[Unreleased]');
	for (const heading of headings.slice(1)) {
		expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
	}
	const groups = Array.from(text.matchAll(/^### (.*)$/gm), ([, group]) => group);
	for (const group of groups) {
		expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(group);
	}
});
