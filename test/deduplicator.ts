import { createHash } from 'node:crypto';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** A call as n8n's database sees it. */
export interface Call {
	readonly kind: 'record' | 'remove';
	readonly values: readonly string[];
}

/**
 * n8n's memory of nodes (n8n 2.41, `deduplication-helper.js`) over a table in memory, with all that is
 * odd about it: it reads, then rewrites the whole row, without a transaction; a first row that another
 * wrote meanwhile is a UNIQUE error; a value twice in a call is kept twice, and removed once.
 */
export class Deduplicator implements IDataDeduplicator {
	readonly calls: Call[] = [];
	/** The rows, as the database holds them. */
	readonly rows = new Map<string, string>();
	/** Is asked before each write; one that throws is a write that the database does not take. */
	onWrite: (call: Call, number: number) => void = () => undefined;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: string,
		{ node, workflow }: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const place = placeOf(workflow.id, node?.id);
		const call = this.#called('record', items);
		const row = await this.#read(place);
		this.onWrite(call, this.calls.indexOf(call));
		if (row === undefined && this.rows.has(place)) {
			throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data');
		}
		const data = row ?? [];
		const known = new Set(data);
		const hashes = items.map(hashOf);
		data.push(...hashes.filter((hash) => !known.has(hash)));
		if (maxEntries !== undefined) data.splice(0, data.length - maxEntries);
		this.rows.set(place, JSON.stringify(data));
		return {
			new: items.filter((_, index) => !known.has(hashes[index] ?? '')),
			processed: items.filter((_, index) => known.has(hashes[index] ?? '')),
		};
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: string,
		{ node, workflow }: ICheckProcessedContextData,
	): Promise<void> {
		const place = placeOf(workflow.id, node?.id);
		const call = this.#called('remove', items);
		const data = await this.#read(place);
		this.onWrite(call, this.calls.indexOf(call));
		if (data === undefined) return;
		for (const hash of items.map(hashOf)) {
			const index = data.indexOf(hash);
			if (index !== -1) data.splice(index, 1);
		}
		this.rows.set(place, JSON.stringify(data));
	}

	async getProcessedDataCount(
		_scope: string,
		{ node, workflow }: ICheckProcessedContextData,
	): Promise<number> {
		return (await this.#read(placeOf(workflow.id, node?.id)))?.length ?? 0;
	}

	async clearAllProcessedItems(
		_scope: string,
		{ node, workflow }: ICheckProcessedContextData,
	): Promise<void> {
		this.rows.delete(placeOf(workflow.id, node?.id));
		await Promise.resolve();
	}

	/** Whether a row holds a value. */
	knows(value: string): boolean {
		return [...this.rows.values()].some((row) => row.includes(JSON.stringify(hashOf(value))));
	}

	#called(kind: Call['kind'], items: readonly DeduplicationItemTypes[]): Call {
		const call = { kind, values: items.map(String) };
		this.calls.push(call);
		return call;
	}

	async #read(place: string): Promise<string[] | undefined> {
		const text = this.rows.get(place);
		await new Promise((resolve) => setImmediate(resolve));
		return text === undefined ? undefined : (JSON.parse(text) as string[]);
	}
}

function placeOf(workflowId: string, nodeId: string | undefined): string {
	if (workflowId === '' || nodeId === undefined) throw new Error('The workflow was never saved');
	return `${workflowId} n:${nodeId}`;
}

function hashOf(value: DeduplicationItemTypes): string {
	return createHash('md5').update(value.toString()).digest('base64');
}
