import {
	appendFileSync,
	cpSync,
	globSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { drawHouse, withPicture } from '../../scripts/drawHouse.ts';
import { readImports } from '../../scripts/imports.ts';

const project = resolve(__dirname, '../..');
const { modules, violations } = readImports(project);

test('imports go one way: description, request, response, delivery, node', () => {
	expect(modules.length).toBeGreaterThan(30);
	expect(violations).toStrictEqual([]);
});

test('every rule finds what it forbids', () => {
	const copy = mkdtempSync(join(tmpdir(), 'submissions-imports-'));
	try {
		for (const name of ['nodes', 'credentials', 'tsconfig.json', '.dependency-cruiser.cjs']) {
			cpSync(join(project, name), join(copy, name), { recursive: true });
		}
		symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
		const node = join(copy, 'nodes/Submissions');
		const bad: readonly (readonly [file: string, imported: string])[] = [
			['description/operations.ts', '../request/route'],
			['request/route.ts', '../response/read'],
			['response/read.ts', '../delivery/clock'],
			['delivery/clock.ts', '../methods/credentialTest'],
			['methods/credentialTest.ts', '../delivery/send'],
			['../../credentials/SubmissionsApi.credentials.ts', '../nodes/Submissions/delivery/send'],
			['request/percent.ts', './json'],
			['request/json.ts', './percent'],
			['response/redact.ts', 'node:http'],
			['request/proxy.ts', 'n8n-workflow'],
			['request/baseUrl.ts', './nowhere'],
		];
		for (const [file, imported] of bad) appendFileSync(join(node, file), `import '${imported}';\n`);
		writeFileSync(join(node, 'response/unused.ts'), 'export const unused = 1;\n');
		const found = new Set(readImports(copy).violations.map(({ rule }) => rule));
		expect([...found].sort()).toStrictEqual([
			'credentials-use-the-request-only',
			'delivery-looks-back-only',
			'description-looks-back-only',
			'methods-looks-back-only',
			'no-cycles',
			'no-file-without-a-use',
			'no-foreign-code',
			'nothing-unresolved',
			'pure-rooms-know-types-only',
			'request-looks-back-only',
			'response-looks-back-only',
		]);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
});

test('only delivery and the credential test send', () => {
	const sending = globSync('{nodes,credentials}/**/*.ts', { cwd: project }).filter((file) =>
		readFileSync(join(project, file), 'utf8').split('\n').some(sends),
	);
	expect(sending.sort()).toStrictEqual([
		'nodes/Submissions/delivery/send.ts',
		'nodes/Submissions/methods/credentialTest.ts',
	]);
});

/** n8n's own ways of sending a request, and those of JavaScript. */
function sends(line: string): boolean {
	return (
		(/\bhelpers\b/.test(line) && /request/i.test(line)) ||
		/\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b/.test(line)
	);
}

test('the picture in CONTRIBUTING.md is drawn from the code as it is (node scripts/drawHouse.ts)', () => {
	const page = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	expect(page).toContain('flowchart');
	expect(withPicture(page, drawHouse(modules))).toBe(page);
});
