import { createHash } from 'node:crypto';
import { Busboy } from '@fastify/busboy';
import type { FieldData } from '../store/submissions.ts';
import { fromPairs } from './bracketNames.ts';
import { badRequest } from './problem.ts';

/** What is kept of a file: enough to tell that its name, type and bytes arrived. */
export interface StoredFile {
	readonly name: string;
	readonly type: string;
	/** bytes */
	readonly size: number;
	/** hexadecimal */
	readonly sha256: string;
}

/**
 * Field data from a multipart body: text by name, files as `StoredFile`, several of a name as a
 * list in their order.
 * @throws Problem 400 where the body is cut short or has no boundary
 */
export async function readMultipartBody(body: Buffer, contentType: string): Promise<FieldData> {
	try {
		return fromPairs(await readParts(body, contentType));
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'unknown';
		throw badRequest(`The multipart body can't be read: ${reason}`);
	}
}

function readParts(body: Buffer, contentType: string): Promise<[string, unknown][]> {
	return new Promise((resolve, reject) => {
		const parts: [string, unknown][] = [];
		const parser = new Busboy({
			headers: { 'content-type': contentType },
			preservePath: true,
			limits: { fieldSize: body.length },
		});
		parser.on('field', (name, value) => parts.push([name, value]));
		parser.on('file', (name, stream, filename, _encoding, type) => {
			const part: [string, unknown] = [name, undefined];
			parts.push(part);
			const hash = createHash('sha256');
			stream.on('data', (chunk: Buffer) => hash.update(chunk));
			stream.on('error', reject);
			stream.on('end', () => {
				const sha256 = hash.digest('hex');
				part[1] = { name: filename, type, size: stream.bytesRead, sha256 } satisfies StoredFile;
			});
		});
		parser.on('error', reject);
		parser.on('finish', () => {
			resolve(parts);
		});
		parser.end(body);
	});
}
