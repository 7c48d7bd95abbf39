import type { TestEvent } from 'node:test/reporters';

/** Reports how many tests of a run passed, failed and were skipped, as one JSON object. */
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
	for await (const event of source) {
		// Each file has a summary of its own besides that of the whole run.
		if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
		const { tests, passed, skipped, todo } = event.data.counts;
		const notRun = skipped + todo;
		yield JSON.stringify({ passed, failed: tests - passed - notRun, skipped: notRun });
	}
}
