import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const project = resolve(__dirname, '../..');

/** A page of the repository, in the pieces that can be checked. */
export interface Page {
	/** Its path in the project. */
	readonly file: string;
	/** Where its links and pictures point. */
	readonly links: readonly string[];
	/** The anchors of its headings, as GitHub makes them. */
	readonly anchors: ReadonlySet<string>;
	readonly fences: readonly Fence[];
	/** Code that stands in its sentences and tables. */
	readonly spans: readonly string[];
}

/** A fenced block. */
export interface Fence {
	readonly language: string;
	readonly content: string;
}

const FENCE = /^ *```(\w*)[^\n]*\n([^]*?)^ *```$/gm;

/** All pages that people read, wherever they stand. */
export function readPages(): Page[] {
	return globSync(['*.md', '{docs,examples,bench,e2e,sandbox,.github}/**/*.md'], {
		cwd: project,
		exclude: (name) => name === 'node_modules',
	})
		.sort()
		.map(readPage);
}

function readPage(file: string): Page {
	const text = readFileSync(join(project, file), 'utf8');
	const prose = text.replace(FENCE, '');
	const words = prose.replace(/`[^`\n]*`/g, '');
	return {
		file,
		links: [
			...Array.from(words.matchAll(/\]\(([^()\s]+)\)/g), ([, link = '']) => link),
			...Array.from(words.matchAll(/(?:src|href|srcset)="([^"]+)"/g), ([, link = '']) => link),
		],
		anchors: anchorsOf(prose),
		fences: Array.from(text.matchAll(FENCE), ([, language = '', content = '']) => ({
			language,
			content,
		})),
		spans: Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span),
	};
}

function anchorsOf(prose: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.*)$/gm)) {
		const slug = heading
			.replace(/[`*]|\]\([^)]*\)/g, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-');
		let anchor = slug;
		for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`;
		anchors.add(anchor);
	}
	return anchors;
}
