/*
 * What the pages quote of the node is what the node says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { operations } from '../../nodes/Submissions/description/operations.ts';
import { optionsProperty } from '../../nodes/Submissions/description/options.ts';
import { NOT_CHECKED } from '../../nodes/Submissions/methods/credentialTest.ts';
import type { ReadParameter } from '../../nodes/Submissions/request/parameters.ts';
import { readPermalink } from '../../nodes/Submissions/request/permalink.ts';
import { buildRequest } from '../../nodes/Submissions/request/submissionRequest.ts';
import { FAILURE_WORDS } from '../../nodes/Submissions/response/failureWords.ts';
import { refusalOf } from '../unit/refusals.ts';
import { project, readPages } from './pages.ts';

const readme = readFileSync(join(project, 'README.md'), 'utf8');

test('the messages in the table of troubles are ones that the node says', () => {
	const [, table = ''] = /### Troubleshooting\n\n([^]*?)\n\n/.exec(readme) ?? [];
	const quoted = table
		.split('\n')
		.slice(2)
		.map((row) => row.split('|')[1]?.trim() ?? '');
	const saidWhere = (read: ReadParameter) =>
		refusalOf(() =>
			buildRequest(
				read,
				{
					index: 0,
					json: {},
					readFile: () => ({ data: '', mimeType: '' }),
					readWritten: () => undefined,
				},
				{ operations, options: optionsProperty },
			),
		).message;
	const create: Record<string, unknown> = { operation: 'create', form: 'aB3dE5gH7j' };
	const said = [
		...Object.values(FAILURE_WORDS).map(({ happened }) => happened),
		refusalOf(() => readPermalink('abc', 'form')).message,
		NOT_CHECKED,
		saidWhere((name) => ({ ...create, fieldDataMode: 'autoMap', ignoreFields: '' })[name]),
		saidWhere(() => {
			throw new Error('No such node');
		}),
	];
	expect(quoted.length).toBeGreaterThan(5);
	expect(
		quoted.filter((message) => {
			const parts = message.split('…').map((part) => part.trim());
			return !said.some((whole) => parts.every((part) => whole.includes(part)));
		}),
	).toStrictEqual([]);
});

test('the options that pages name are ones that the node has', () => {
	const labels = new Set(
		(optionsProperty.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : option.name,
		),
	);
	const named = readPages().flatMap(({ file }) =>
		Array.from(
			readFileSync(join(project, file), 'utf8').matchAll(/\*\*Options > ([^*]+)\*\*/g),
			([, label = '']) => label,
		),
	);
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter((label) => !labels.has(label))).toStrictEqual([]);
});

test('the requests that the README lists are those that the node sends', () => {
	const listed = Array.from(
		readme.matchAll(/`(?:[A-Z]+ )?(\/api\/v1\/[^`]+)`/g),
		([, path = '']) => path,
	);
	const routes = operations.flatMap(({ routing }) => routing?.request?.url ?? []);
	expect(new Set(listed)).toStrictEqual(new Set(routes));
});

test('the form for an issue asks for one of the operations', () => {
	const form = parse(
		readFileSync(join(project, '.github/ISSUE_TEMPLATE/bug.yml'), 'utf8'),
	) as unknown;
	expect(form).toMatchObject({
		body: expect.arrayContaining([
			expect.objectContaining({
				id: 'operation',
				attributes: {
					label: 'Operation',
					options: [...operations.map(({ name }) => name), expect.stringContaining('credential')],
				},
			}),
		]) as unknown,
	});
});
