/*
 * What n8n's scanner of community packages says of this one. The scanner itself looks at published
 * versions only; here it is given the source as it stands, and the package that would be published.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { packPackage, projectFolder } from '../e2e/nodePackage.ts';

/** The scanner's own for a published package; it does not export them. */
const PACKAGE_FILE_PATTERNS = ['**/*.js', 'package.json'];

const folder = await mkdtemp(join(tmpdir(), 'submissions-scan-'));
try {
	const unpacked = join(folder, 'package');
	const { tarball } = await packPackage(folder);
	await mkdir(unpacked);
	execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
	await scan('Source', projectFolder, SOURCE_FILE_PATTERNS);
	await scan('Package', unpacked, PACKAGE_FILE_PATTERNS);
} finally {
	await rm(folder, { recursive: true, force: true });
}

async function scan(name: string, scanned: string, patterns: readonly string[]): Promise<void> {
	const { passed, message = 'failed', details = '' } = await analyzePackage(scanned, patterns);
	console.log(passed ? `${name}: passed` : `${name}: ${message}\n${details}`);
	if (!passed) process.exitCode = 1;
}
