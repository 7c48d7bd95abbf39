import type { Answer, FaultCause } from './answer';
import type { Deadline } from './deadline';
import { orLate } from './deadline';
import { faultOf } from './fault';

/** The most that is read of an answer, so that a runaway service cannot take n8n's memory. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** What is listened to of a stream. */
interface AnswerStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	readonly destroyed: boolean;
	destroy(): unknown;
}

/** What n8n gives for a request whose answer is to come as a stream. */
export interface Streamed {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: AnswerStream;
}

/**
 * Whether a value is a response whose body comes as a stream.
 *
 * @param response what n8n gave for a request
 */
export function isStreamed(response: unknown): response is Streamed {
	return (
		typeof response === 'object' &&
		response !== null &&
		'body' in response &&
		typeof response.body === 'object' &&
		response.body !== null &&
		'on' in response.body &&
		'destroy' in response.body
	);
}

/**
 * Reads a whole answer, within limits: n8n's own timeout ends with the headers, and it sets no limit
 * to the size.
 *
 * @param response a response whose body comes as a stream
 * @param deadline when the time for the body is up
 * @returns the answer; a status that came counts although its body does not come whole
 */
export async function receive(
	{ statusCode, headers, body }: Streamed,
	deadline: Deadline,
): Promise<Answer> {
	const chunks: Uint8Array[] = [];
	const broken = await orLate(readInto(chunks, body), deadline);
	const cut = broken === 'late' ? 'timeout' : broken;
	// A stream that unpacks what it reads ends only with the next chunk, so nobody waits for its end.
	if (cut !== undefined) body.destroy();
	return {
		kind: 'answer',
		statusCode,
		headers: Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		// What is broken off may still give a chunk, which comes too late.
		chunks: [...chunks],
		...(cut !== undefined && { cut }),
	};
}

/**
 * Why reading ended before the end; undefined where it did not. It listens, since to iterate over the
 * body costs as much as all else that is done with it.
 */
async function readInto(chunks: Uint8Array[], body: AnswerStream): Promise<FaultCause | undefined> {
	let size = 0;
	return await new Promise((resolve) => {
		body.on('data', (chunk) => {
			size += chunk.length;
			if (size <= LARGEST_ANSWER) chunks.push(chunk);
			else {
				chunks.length = 0;
				resolve('answerTooLarge');
			}
		});
		body.on('end', () => {
			resolve(undefined);
		});
		body.on('error', (error) => {
			const { cause } = faultOf(error, false);
			resolve(cause === 'cancelled' ? cause : 'connectionLost');
		});
		const lose = () => {
			resolve('connectionLost');
		};
		body.on('close', lose);
		if (body.destroyed) lose();
	});
}
