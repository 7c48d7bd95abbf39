import type { Logger } from 'n8n-workflow';

import { createProgress } from '../../../nodes/Submissions/delivery/progress.ts';

/** What is written to the log while so many items go through. */
function linesOf(count: number): string[] {
	const lines: string[] = [];
	const write = (line: string) => {
		lines.push(line);
	};
	const logger: Logger = { debug: write, info: write, warn: write, error: write };
	const noteProgress = createProgress(count, logger);
	for (let through = 0; through < count; through++) noteProgress();
	return lines;
}

it('a long run writes a line at each tenth, the last at its end', () => {
	expect(linesOf(1000)).toStrictEqual(
		Array.from(
			{ length: 10 },
			(_, step) => `Submissions: ${(step + 1) * 100} of 1000 items are through`,
		),
	);
});

it('a number of items that ten does not divide gives ten lines too', () => {
	expect(linesOf(777)).toHaveLength(10);
	expect(linesOf(777).at(-1)).toBe('Submissions: 777 of 777 items are through');
});

it('a short run writes nothing', () => {
	expect(linesOf(499)).toStrictEqual([]);
	expect(linesOf(500)).toHaveLength(10);
});
