import type { Example } from './docExamples.ts';
import { readPage } from './docExamples.ts';
import type { Result } from './runExample.ts';
import { runExample } from './runExample.ts';

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
			const { request, output, hint, refused, failed } = example.blocks;
			const shown = [request, output, hint, refused, failed].filter((block) => block !== undefined);
			expect(shown).not.toStrictEqual([]);
			const result = await runExample(example);
			if (request !== undefined) expect(result.request).toBe(request);
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
