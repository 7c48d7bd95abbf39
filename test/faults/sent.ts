import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ClientRequest } from 'node:http';

/** A request as the node's own machine knows it. Moments are milliseconds on the clock of the process. */
export interface Sent {
	/** The number of the try that it comes from, counted from 0; undefined where it comes from none. */
	readonly tryNumber: number | undefined;
	readonly startedAt: number;
	/** The numbers of those that were under way when it began. */
	readonly beside: readonly string[];
	/** When its answer was read to the end or it was given up; infinite where neither has been. */
	endedAt: number;
	/** How much of an answer came. */
	came: 'nothing' | 'head' | 'whole';
}

/** The requests of the run that is under way, by the number that each carries. */
export interface SentLog {
	readonly sent: ReadonlyMap<string, Sent>;
	/** Does work as part of a try: whatever it begins, however late, is told to come from that try. */
	within<T>(tryNumber: number, work: () => T): T;
	clear(): void;
}

/** The header by which the server's record of a request is joined to the client's. */
export const NUMBER_HEADER = 'x-campaign-number';

/**
 * Notes each request to a service when Node.js's HTTP client makes it, and how it ends there. The server
 * alone would not do: it hears of a request, and of one that is given up, only some time after.
 *
 * @param host the service's host and port
 */
export function logSent(host: string): SentLog {
	const tries = new AsyncLocalStorage<number>();
	const sent = new Map<string, Sent>();
	const isUnderWay = new Map<string, () => boolean>();
	let count = 0;
	subscribe('http.client.request.created', (message) => {
		const request = requestIn(message);
		if (request?.getHeader('host') !== host) return;
		const beside = [...isUnderWay].filter(([, ask]) => ask()).map(([number]) => number);
		const number = String(++count);
		request.setHeader(NUMBER_HEADER, number);
		const noted: Sent = {
			tryNumber: tries.getStore(),
			startedAt: performance.now(),
			beside,
			endedAt: Infinity,
			came: 'nothing',
		};
		sent.set(number, noted);
		isUnderWay.set(number, follow(request, noted));
	});
	return {
		sent,
		within: (tryNumber, work) => tries.run(tryNumber, work),
		clear() {
			sent.clear();
			isUnderWay.clear();
		},
	};
}

/**
 * Notes how a request ends.
 *
 * @returns whether it is under way: not by what was noted, since events come after the fact
 */
function follow(request: ClientRequest, noted: Sent): () => boolean {
	let answer: IncomingMessage | undefined;
	const end = () => {
		noted.endedAt = Math.min(noted.endedAt, performance.now());
	};
	request.once('close', end);
	request.once('response', (response) => {
		answer = response;
		noted.came = 'head';
		response.once('end', () => {
			noted.came = 'whole';
			end();
		});
	});
	return () => !request.destroyed && answer?.readableEnded !== true && answer?.destroyed !== true;
}

function requestIn(message: unknown): ClientRequest | undefined {
	return typeof message === 'object' &&
		message !== null &&
		'request' in message &&
		message.request instanceof ClientRequest
		? message.request
		: undefined;
}
