import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../api/operations.ts';

/** One API request as the server saw it. Secrets are in it as they came: see `maskedEntry`. */
export interface LogEntry {
	/** 1 for the first request since the sandbox was built */
	readonly sequence: number;
	/** performance.now(), milliseconds */
	readonly startedAt: number;
	/** performance.now(), milliseconds */
	endedAt?: number;
	readonly method: string;
	/** the request target, raw: path and query */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	/** the first bytes of the body, up to the log's limit */
	body: Buffer;
	/** length of the whole body in bytes */
	bodyBytes: number;
	operation?: Operation;
	form?: string;
	submission?: string;
	/** each credential in the request, such as `accessToken in header` */
	credentials?: readonly string[];
	/** the kind of fault that was applied; `limit` where a limit did not let it pass */
	fault?: string;
	/** the permalink of the submission that this request created, changed or deleted */
	stored?: string;
	/** the status answered, where any was */
	status?: number;
	/** what the answer said of when to come again: its Retry-After */
	retryAfter?: string;
	/** how many more requests the answer said to have room for */
	remaining?: string;
	/** `aborted`: the connection ended before the answer was whole, by either side */
	end: 'open' | 'finished' | 'aborted';
	/** requests in flight when this one came, itself included */
	inFlight: number;
}

export interface LogLimits {
	/** how many requests are kept; the oldest go first */
	readonly entries: number;
	/** how many bytes of each body are kept */
	readonly bodyBytes: number;
}

/** A record of every API request, kept in memory. */
export class RequestLog {
	readonly #limits: LogLimits;
	readonly #open = new Set<LogEntry>();
	#entries: LogEntry[] = [];
	#sequence = 0;
	#dropped = 0;
	#peak = 0;
	#waiting: (() => void)[] = [];
	readonly #listeners: ((entry: LogEntry) => void)[] = [];

	constructor(limits: LogLimits) {
		this.#limits = limits;
	}

	get entries(): readonly LogEntry[] {
		return this.#entries;
	}

	/** How many requests the log has let go since it was last cleared. */
	get dropped(): number {
		return this.#dropped;
	}

	/** The most requests that were in flight at once since the log was last cleared. */
	get peakInFlight(): number {
		return this.#peak;
	}

	get inFlight(): number {
		return this.#open.size;
	}

	/** Opens an entry for a request, which closes by itself when its answer is out or cut off. */
	open(request: IncomingMessage, response: ServerResponse): LogEntry {
		const others = [...this.#open];
		const entry: LogEntry = {
			sequence: ++this.#sequence,
			startedAt: performance.now(),
			method: request.method ?? '',
			url: request.url ?? '',
			headers: request.headers,
			body: Buffer.alloc(0),
			bodyBytes: 0,
			end: 'open',
			inFlight: others.length + 1,
		};
		this.#keep(entry);
		response.once('finish', () => {
			entry.status = response.statusCode;
			this.close(entry, 'finished');
		});
		response.once('close', () => {
			this.close(entry, 'aborted');
		});
		this.#measure(entry, others);
		return entry;
	}

	/** Notes the body of a request, cut at the log's limit. */
	readBody(entry: LogEntry, body: Buffer): void {
		entry.bodyBytes = body.length;
		entry.body = Buffer.from(body.subarray(0, this.#limits.bodyBytes));
	}

	/** Closes an entry; one that is closed stays as it is. */
	close(entry: LogEntry, end: 'finished' | 'aborted'): void {
		if (entry.end !== 'open') return;
		entry.end = end;
		entry.endedAt = performance.now();
		this.#open.delete(entry);
		for (const listener of this.#listeners) listener(entry);
		if (this.#open.size > 0) return;
		for (const resolve of this.#waiting.splice(0)) resolve();
	}

	/** Calls the listener with each entry when it has ended. */
	onEnd(listener: (entry: LogEntry) => void): void {
		this.#listeners.push(listener);
	}

	/** Resolves as soon as no request is in flight. */
	idle(): Promise<void> {
		if (this.#open.size === 0) return Promise.resolve();
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	/** Forgets every entry and the peak; requests in flight go on unseen, numbers go on counting. */
	clear(): void {
		this.#entries = [];
		this.#dropped = 0;
		this.#peak = 0;
	}

	#keep(entry: LogEntry): void {
		this.#open.add(entry);
		this.#entries.push(entry);
		// In larger steps than one: taking from the front of an array moves all the rest.
		const surplus = this.#entries.length - this.#limits.entries;
		if (surplus > this.#limits.entries / 10) {
			this.#entries.splice(0, surplus);
			this.#dropped += surplus;
		}
	}

	// A client that gives a request up and starts another at once has one in flight, but the server
	// may hear of the second before it hears of the end of the first: socket closings come last in a
	// turn of the event loop. So those that end as aborted within two turns are not counted.
	#measure(entry: LogEntry, others: readonly LogEntry[]): void {
		this.#peak = Math.max(this.#peak, 1);
		if (others.length === 0) return;
		setImmediate(() => {
			setImmediate(() => {
				entry.inFlight = 1 + others.filter(({ end }) => end !== 'aborted').length;
				this.#peak = Math.max(this.#peak, entry.inFlight);
			});
		});
	}
}
