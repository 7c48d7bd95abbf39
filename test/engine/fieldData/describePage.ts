import type { Example } from './docExamples.ts';
import { readPage } from './docExamples.ts';
import type { Result } from './runExample.ts';
import { runExample } from './runExample.ts';

const WHAT_COMES = /^(?:request|body|output|permalink|hint|refused|failed)$/;

/**
 * Tests that every example of a page of the docs does what the page says.
 *
 * @param name the page's file name in docs/
 */
export function describePage(name: string): void {
	const { examples } = readPage(name);

	test('the page has examples, each with a title of its own', () => {
		const titles = examples.map(({ title }) => title);
		expect(titles.length).toBeGreaterThan(5);
		expect(new Set(titles).size).toBe(titles.length);
	});

	test.each(examples.map((example) => [example.title, example] as const))(
		'the example "%s" does what the page says',
		async (_title, example) => {
			const { request, body, output, permalink, hint, refused } = example.blocks;
			expect(Object.keys(example.blocks)).toContainEqual(expect.stringMatching(WHAT_COMES));
			const result = await runExample(example);
			if (request !== undefined) expect(result.request).toBe(request);
			if (body !== undefined) expect(result.request.split('\n\n')[1]).toBe(body);
			if (permalink !== undefined) {
				expect(result.output).toMatchObject([
					{ submissionPermalink: JSON.parse(permalink) as unknown },
				]);
			}
			if (hint !== undefined) expect(result.hints).toContain(hint);
			if (output !== undefined) expect(result.output).toStrictEqual(itemsIn(output));
			if (refused !== undefined) expect(result.request).toBe('');
			expectFailure(example, result);
		},
	);
}

function expectFailure({ blocks }: Example, { failure }: Result): void {
	expect(failure).toBe(blocks['refused'] ?? blocks['failed'] ?? '');
}

/** A service sends more headers than a page needs to show. */
function itemsIn(output: string): unknown {
	const items = [JSON.parse(output) as { headers?: object } | { headers?: object }[]].flat();
	return items.map((item) =>
		item.headers === undefined
			? item
			: { ...item, headers: expect.objectContaining(item.headers) as object },
	);
}
