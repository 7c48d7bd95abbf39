import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Part } from '../request/body';
import { percentEncodeBytes } from '../request/percent';
import { FILE_UNREADABLE } from '../response/fault';

/** Opens the bytes, anew at each call. */
type Open = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes that are there, or that are read when their turn comes. */
interface Piece {
	readonly size: number;
	readonly open: Open;
}

/**
 * A multipart body (RFC 7578) that is put together while it is sent, so that no file is held in
 * memory as a whole. It passes for a Blob, which n8n's request helper sends as a stream of known
 * length and type.
 */
export interface MultipartBody {
	readonly [Symbol.toStringTag]: 'Blob';
	/** Bytes. */
	readonly size: number;
	readonly type: string;
	/** The bytes from the start; may be called again for a repeat. */
	stream(): AsyncIterable<Uint8Array>;
}

/**
 * Makes the body of a multipart request.
 *
 * @param parts texts and files, in order
 * @param context gives the files that n8n keeps outside its memory
 * @throws whatever n8n throws when a file cannot be found
 */
export async function toMultipartBody(
	parts: readonly Part[],
	context: IExecuteFunctions,
): Promise<MultipartBody> {
	const boundary = `submissions-${crypto.randomUUID()}`;
	const pieces: Piece[] = [];
	// One piece up to the next file: there can be very many short texts.
	let texts: string[] = [];
	for (const part of parts) {
		texts.push(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`);
		if ('file' in part) {
			pieces.push(bytes(texts.join('')), await filePiece(part.file, context));
			texts = [];
		} else texts.push(part.text);
		texts.push('\r\n');
	}
	pieces.push(bytes(`${texts.join('')}--${boundary}--\r\n`));
	return {
		[Symbol.toStringTag]: 'Blob',
		size: pieces.reduce((sum, { size }) => sum + size, 0),
		type: `multipart/form-data; boundary=${boundary}`,
		stream: () => readAll(pieces),
	};
}

async function* readAll(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
	for (const { open } of pieces) yield* open();
}

function headersOf(part: Part): string {
	const disposition = `Content-Disposition: form-data; name="${escapeQuoted(part.name)}"`;
	if (!('file' in part)) return disposition;
	// Services take a part whose file has no name for no file.
	const given = part.file.fileName ?? '';
	const fileName = escapeQuoted(given === '' ? 'file' : given);
	return `${disposition}; filename="${fileName}"\r\nContent-Type: ${mimeType(part.file)}`;
}

/** As browsers write it (WHATWG HTML, multipart/form-data encoding algorithm). */
function escapeQuoted(text: string): string {
	return NOT_QUOTABLE.test(text) ? percentEncodeBytes(text, isNotQuotable) : text;
}

const NOT_QUOTABLE = /[\r\n"]/;

function isNotQuotable(byte: number): boolean {
	return byte === 0x0d || byte === 0x0a || byte === 0x22;
}

/** A node may make a file without a type, whatever n8n's own type says. */
function mimeType({ mimeType: type }: Partial<IBinaryData>): string {
	return type !== undefined && /^[\x20-\x7E]+$/.test(type) ? type : 'application/octet-stream';
}

async function filePiece(file: IBinaryData, context: IExecuteFunctions): Promise<Piece> {
	const { id } = file;
	if (id === undefined) return bytes(Buffer.from(file.data, 'base64'));
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return { size: fileSize, open: () => readFile(id, fileSize, context) };
}

/** A file that is gone, or of another size than n8n noted: its request breaks off, so that nobody waits for the rest. */
function fileUnreadable(): Error {
	return Object.assign(new Error('A file cannot be read'), { code: FILE_UNREADABLE });
}

async function* readFile(
	id: string,
	size: number,
	context: IExecuteFunctions,
): AsyncGenerator<Uint8Array> {
	let read = 0;
	try {
		const stream = (await context.helpers.getBinaryStream(id)) as AsyncIterable<Uint8Array>;
		for await (const chunk of stream) {
			read += chunk.length;
			// What is too much would take the place of what comes after the file, and end the request well.
			if (read > size) break;
			yield chunk;
		}
	} catch {
		throw fileUnreadable();
	}
	if (read !== size) throw fileUnreadable();
}

function bytes(content: string | Uint8Array): Piece {
	const buffer = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	return {
		size: buffer.length,
		open: () => [buffer],
	};
}
