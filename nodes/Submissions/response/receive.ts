import type { Answer, FaultCause } from './answer';
import { faultOf } from './fault';

/** The most that is read of an answer, so that a runaway service cannot take n8n's memory. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

/** What n8n gives for a request whose answer is to come as a stream. */
export interface Streamed {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void };
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
		Symbol.asyncIterator in response.body
	);
}

/**
 * Reads a whole answer, within limits: n8n's own timeout ends with the headers, and it sets no limit
 * to the size.
 *
 * @param response a response whose body comes as a stream
 * @param span how long the body may take, in milliseconds
 * @returns the answer; a status that came counts although its body does not come whole
 */
export async function receive(
	{ statusCode, headers, body }: Streamed,
	span: number,
): Promise<Answer> {
	const deadline = AbortSignal.timeout(span);
	let giveUp: () => void = () => undefined;
	const lateness = new Promise<'timeout'>((resolve) => {
		giveUp = () => {
			resolve('timeout');
		};
		deadline.addEventListener('abort', giveUp);
	});
	const chunks: Uint8Array[] = [];
	const cut = await Promise.race([readInto(chunks, body), lateness]);
	// What listens would keep the whole answer in memory until the time is up.
	deadline.removeEventListener('abort', giveUp);
	// A stream that unpacks what it reads ends only with the next chunk, so nobody waits for its end.
	if (cut !== undefined) body.destroy();
	return {
		kind: 'answer',
		statusCode,
		headers: Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
		),
		bytes: cut === 'answerTooLarge' ? new Uint8Array() : Buffer.concat(chunks),
		...(cut !== undefined && { cut }),
	};
}

/** Why reading ended before the end; undefined where it did not. */
async function readInto(
	chunks: Uint8Array[],
	body: AsyncIterable<Uint8Array>,
): Promise<FaultCause | undefined> {
	let size = 0;
	try {
		for await (const chunk of body) {
			size += chunk.length;
			if (size > LARGEST_ANSWER) return 'answerTooLarge';
			chunks.push(chunk);
		}
		return undefined;
	} catch (error) {
		const { cause } = faultOf(error, false);
		return cause === 'cancelled' ? cause : 'connectionLost';
	}
}
