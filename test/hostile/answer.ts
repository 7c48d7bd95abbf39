import {
	brotliCompressSync,
	brotliDecompressSync,
	constants,
	deflateSync,
	gzipSync,
	unzipSync,
} from 'node:zlib';

/** A text that is the same piece again and again, between a start and an end; each can have its number in it. */
export interface Text {
	readonly start: string;
	readonly piece: string;
	readonly times: number;
	readonly end: string;
}

/** An answer as a plan draws it: small enough to be handed around, however large it becomes. */
export interface PlannedAnswer {
	readonly status: number;
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: Text;
	/** How its bytes stand for its characters. */
	readonly encoding: 'utf8' | 'latin1' | 'utf16le';
	readonly packing: 'none' | 'gzip' | 'deflate' | 'br' | 'pretended';
	/** How the other side is to know where the body ends. */
	readonly framing: 'length' | 'chunked' | 'close';
	/** How much of all its bytes is sent: all of them at 1. */
	readonly share: number;
	/** What follows what is sent. */
	readonly then: 'end' | 'nothing';
}

/** Stands in a piece for its number. All numbers are equally long, and so are the pieces. */
export const NUMBER = '\v\v\v\v\v\v\v';

/** Writes a text out. */
export function written({ start, piece, times, end }: Text): string {
	const pieces = piece.includes(NUMBER)
		? Array.from({ length: times }, (_, n) => piece.replace(NUMBER, numbered(n))).join('')
		: piece.repeat(times);
	return start + pieces + end;
}

/** A number of a piece, or of a name. */
export function numbered(number: number): string {
	return String(number).padStart(NUMBER.length, '0');
}

/** The bytes that a text has as the body of an answer, before they are packed. */
export function bodyOf({ body, encoding }: PlannedAnswer): Buffer {
	return Buffer.from(written(body), encoding);
}

/** Statuses after which HTTP knows no body. */
export function hasBody(status: number): boolean {
	return status >= 200 && status !== 204 && status !== 304;
}

/** An answer on the wire, as far as it is sent. */
export interface Wire {
	readonly bytes: Buffer;
	/** How long its head is. */
	readonly head: number;
	/** How long it would be as a whole. */
	readonly whole: number;
}

/** Writes an answer as it goes over the wire. */
export function wireOf(answer: PlannedAnswer): Wire {
	const packed = hasBody(answer.status) ? pack(bodyOf(answer), answer.packing) : Buffer.alloc(0);
	const head = Buffer.from(headOf(answer, packed.length), 'latin1');
	const body = answer.framing === 'chunked' ? chunked(packed) : packed;
	const whole = head.length + (hasBody(answer.status) ? body.length : 0);
	const bytes = Buffer.concat([head, body]).subarray(0, Math.floor(whole * answer.share));
	return { bytes, head: head.length, whole };
}

function headOf({ status, headers, packing, framing }: PlannedAnswer, length: number): string {
	// Without a protocol to switch to, a 101 only says that an answer is still to come.
	const connection = status === 101 ? 'Upgrade\r\nUpgrade: x' : 'close';
	const lines = [`HTTP/1.1 ${status} Whatever`, `Connection: ${connection}`];
	if (packing !== 'none') {
		lines.push(`Content-Encoding: ${packing === 'pretended' ? 'gzip' : packing}`);
	}
	if (framing === 'length' && hasBody(status)) lines.push(`Content-Length: ${length}`);
	if (framing === 'chunked' && hasBody(status)) lines.push('Transfer-Encoding: chunked');
	return [...lines, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
}

function pack(bytes: Buffer, packing: PlannedAnswer['packing']): Buffer {
	switch (packing) {
		case 'gzip':
			return gzipSync(bytes, { level: 1 });
		case 'deflate':
			return deflateSync(bytes, { level: 1 });
		case 'br':
			return brotliCompressSync(bytes, { params: { [BROTLI_QUALITY]: 1 } });
		default:
			return bytes;
	}
}

/**
 * What n8n's client makes of the bytes of a body that end too soon: it takes what can be unpacked of them
 * for the whole (it flushes at the end, in n8n 2.41).
 */
export function unpackAsFarAsItGoes(bytes: Buffer, packing: 'gzip' | 'deflate' | 'br'): Buffer {
	return packing === 'br'
		? brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
		: unzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** RFC 7932; the name of it in zlib is a constant of a namespace. */
const BROTLI_QUALITY = 1;

function chunked(bytes: Buffer): Buffer {
	const chunks: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += LARGEST_CHUNK) {
		const chunk = bytes.subarray(at, at + LARGEST_CHUNK);
		chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
	}
	return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

const LARGEST_CHUNK = 1 << 20;
