import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A file of the published code, and what it imports. */
export interface Module {
	/** From the project's folder. */
	readonly source: string;
	readonly dependencies: readonly { readonly resolved: string }[];
}

/** What dependency-cruiser found. */
export interface Imports {
	readonly modules: readonly Module[];
	/** Imports that break a rule of `.dependency-cruiser.cjs`. */
	readonly violations: readonly {
		readonly rule: string;
		readonly from: string;
		readonly to: string;
	}[];
}

interface Report {
	readonly modules: readonly Module[];
	readonly summary: {
		readonly violations: readonly {
			readonly rule: { readonly name: string };
			readonly from: string;
			readonly to: string;
		}[];
	};
}

/**
 * Reads the imports of the published code, and holds them to the rules.
 *
 * @param project the project's folder
 */
export function readImports(project: string): Imports {
	const cruiser = join(project, 'node_modules/.bin/depcruise');
	const printed = execFileSync(
		process.execPath,
		[cruiser, 'nodes', 'credentials', '--output-type', 'json'],
		{ cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
	);
	const { modules, summary } = JSON.parse(printed) as Report;
	return {
		modules: modules.filter(({ source }) => isPublished(source)),
		violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
	};
}

/** Whether a file is published, and not somebody else's. */
export function isPublished(source: string): boolean {
	return /^(nodes|credentials)\//.test(source);
}
