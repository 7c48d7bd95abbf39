/*
 * What a reader of any page can follow, run or copy is there, and works.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { project, readPages } from './pages.ts';

const pages = readPages();

const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
	scripts: Readonly<Record<string, string>>;
};

/** Everything that the checks run, by hand and on GitHub. */
const checks = ['.ci/run', ...globSync('.github/workflows/*.yml', { cwd: project })]
	.map((file) => readFileSync(join(project, file), 'utf8'))
	.join('\n');

/** What tests run instead, with the package as it is here: test/package/install.test.ts. */
const RUN_BY_TESTS = [
	'npm install --prefix ~/.n8n/nodes --ignore-scripts --legacy-peer-deps n8n-nodes-submissions',
];

/** What npm does by a name of its own, and the script that it runs for it. */
const SHORT: Readonly<Record<string, string | undefined>> = {
	ci: undefined,
	cit: 'test',
	start: 'start',
	test: 'test',
};

test('every picture is shown on a page', () => {
	const shown = new Set(
		pages.flatMap(({ file, links }) => links.map((link) => normalize(join(dirname(file), link)))),
	);
	const pictures = globSync('docs/images/*', { cwd: project });
	expect(pictures.length).toBeGreaterThan(0);
	expect(pictures.filter((picture) => !shown.has(picture))).toStrictEqual([]);
});

test('there are pages', () => {
	expect(pages.map(({ file }) => file)).toStrictEqual(
		expect.arrayContaining(['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']),
	);
});

describe.each(pages)('$file', ({ file, links, anchors, fences, spans }) => {
	test('links to nothing that is not there', () => {
		const broken = links.filter((link) => {
			if (/^(?:https|mailto):/.test(link)) return !URL.canParse(link);
			const [path = '', anchor] = link.split('#');
			const target = path === '' ? file : normalize(join(dirname(file), path));
			if (!existsSync(join(project, target))) return true;
			if (anchor === undefined) return false;
			const found = path === '' ? anchors : pages.find((page) => page.file === target)?.anchors;
			return found?.has(anchor) !== true;
		});
		expect(broken).toStrictEqual([]);
	});

	test('names only commands that exist', () => {
		const commands = [...spans, ...fences.map(({ content }) => content)].join('\n');
		const missing = [
			...Array.from(commands.matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => name),
			...Array.from(
				commands.matchAll(/\bnpm (start|test|cit)\b/g),
				([, name = '']) => SHORT[name] ?? name,
			),
		].filter((name) => !Object.hasOwn(scripts, name));
		expect(missing).toStrictEqual([]);
		const files = Array.from(commands.matchAll(/\bnode ([\w./-]+\.\w+)/g), ([, path = '']) => path);
		expect(files.filter((path) => !existsSync(join(project, path)))).toStrictEqual([]);
	});

	test('shows only JSON that can be read', () => {
		for (const { language, content } of fences) {
			if (language === 'json') expect(() => JSON.parse(content) as unknown).not.toThrow();
		}
	});
});

test('the checks or tests run every command that the README gives to be typed', () => {
	const readme = pages.find(({ file }) => file === 'README.md');
	const typed = (readme?.fences ?? [])
		.filter(({ language }) => language === 'bash')
		.flatMap(({ content }) => content.split(/&&|\n/))
		.map((command) => command.trim())
		.filter((command) => command.startsWith('npm '));
	expect(typed.length).toBeGreaterThan(0);
	expect(
		typed.filter((command) => !checks.includes(command) && !RUN_BY_TESTS.includes(command)),
	).toStrictEqual([]);
});
