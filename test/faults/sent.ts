import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

/** A request at the moment in which the node's own machine began it. */
export interface Sent {
	/** The number of the try that it comes from, counted from 0; undefined where it comes from none. */
	readonly tryNumber: number | undefined;
	/** Milliseconds on the clock of the process. */
	readonly startedAt: number;
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
 * Notes each request to a service when Node.js's HTTP client makes it. The server alone would not do: on
 * a busy machine, what was given up after a short timeout can wait at its door until long after.
 *
 * @param host the service's host and port
 */
export function logSent(host: string): SentLog {
	const tries = new AsyncLocalStorage<number>();
	const sent = new Map<string, Sent>();
	let count = 0;
	subscribe('http.client.request.created', (message) => {
		const request = requestIn(message);
		if (request?.getHeader('host') !== host) return;
		const number = String(++count);
		request.setHeader(NUMBER_HEADER, number);
		sent.set(number, { tryNumber: tries.getStore(), startedAt: performance.now() });
	});
	return {
		sent,
		within: (tryNumber, work) => tries.run(tryNumber, work),
		clear() {
			sent.clear();
		},
	};
}

function requestIn(message: unknown): ClientRequest | undefined {
	return typeof message === 'object' &&
		message !== null &&
		'request' in message &&
		message.request instanceof ClientRequest
		? message.request
		: undefined;
}
