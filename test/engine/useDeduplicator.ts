import { Deduplicator } from '../deduplicator.ts';

const { DataDeduplicationService } = requireOutside('n8n-core');

/** Gives n8n's engine a memory of nodes for a test file; it is empty at the beginning of each test. */
export function useDeduplicator(): Deduplicator {
	const memory = new Deduplicator();
	beforeAll(async () => {
		// The engine outlives a test file, and takes only one.
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(memory);
	});
	beforeEach(() => {
		memory.rows.clear();
		memory.calls.length = 0;
	});
	return memory;
}
