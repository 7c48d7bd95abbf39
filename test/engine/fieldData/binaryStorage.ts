import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { IBinaryData } from 'n8n-workflow';

const { Container } = requireOutside('@n8n/di');
const { BinaryDataConfig, BinaryDataService } = requireOutside('n8n-core');

/** n8n's binary data, kept on disk. */
export interface BinaryStorage {
	/** Puts a file there, as the node that reads or downloads it does, and gives what items hold of it. */
	store(content: Buffer | Readable, mimeType: string, fileName?: string): Promise<IBinaryData>;
	/** Where the bytes of a file lie on disk. */
	pathOf(file: IBinaryData): string;
}

/**
 * Lets n8n keep binary data on disk, as it does by default in production, for the tests of a file. The
 * folder is removed at their end.
 */
export function useBinaryStorage(): BinaryStorage {
	let folder: string | undefined;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'submissions-binary-data-'));
		const config = Container.get(BinaryDataConfig);
		config.mode = 'filesystem';
		config.localStoragePath = folder;
		await Container.get(BinaryDataService).init();
	});
	afterAll(async () => {
		if (folder !== undefined) await rm(folder, { recursive: true, force: true });
	});
	return {
		store: (content, mimeType, fileName) =>
			Container.get(BinaryDataService).store(
				{ type: 'execution', workflowId: 'workflow', executionId: '1' },
				content,
				{ data: '', mimeType, ...(fileName !== undefined && { fileName }) },
			),
		pathOf: (file) => Container.get(BinaryDataService).getPath(file.id ?? ''),
	};
}

/** A file as items hold it where n8n keeps binary data in memory. */
export function inMemory(content: Buffer, mimeType: string, fileName?: string): IBinaryData {
	return {
		data: content.toString('base64'),
		mimeType,
		...(fileName !== undefined && { fileName }),
	};
}
