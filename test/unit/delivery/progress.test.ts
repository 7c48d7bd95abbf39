import type { Logger } from 'n8n-workflow';

import { createProgress } from '../../../nodes/Submissions/delivery/progress.ts';

it.each<[number, number[]]>([
	[499, []],
	[500, [50, 100, 150, 200, 250, 300, 350, 400, 450, 500]],
	[777, [78, 156, 234, 311, 389, 467, 544, 622, 700, 777]],
])('a run of %i items writes a line at each of %j', (count, tenths) => {
	const lines: string[] = [];
	const write = (line: string) => {
		lines.push(line);
	};
	const logger: Logger = { debug: write, info: write, warn: write, error: write };
	const noteProgress = createProgress(count, logger);
	for (let through = 0; through < count; through++) noteProgress();
	expect(lines).toStrictEqual(
		tenths.map((through) => `Submissions: ${through} of ${count} items are through`),
	);
});
