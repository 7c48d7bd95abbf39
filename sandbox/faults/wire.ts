import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../api/answer.ts';
import type { LogEntry, RequestLog } from '../log/requestLog.ts';
import type { Fault } from './fault.ts';

/** A reply and the log that must know how it ended. */
export interface Wire {
	readonly reply: FastifyReply;
	readonly log: RequestLog;
	readonly entry: LogEntry;
}

/** Puts an answer on the wire in the way that a fault says, or as it is without one. */
export async function deliver(wire: Wire, answer: Answer, fault: Fault | undefined): Promise<void> {
	switch (fault?.kind) {
		case 'resetBeforeReading':
		case 'resetAfterStoring':
			reset(wire);
			break;
		case 'hang':
		case 'hangAfterStoring':
			wire.reply.hijack();
			break;
		case 'truncate':
			truncate(wire, answer, 0.5);
			break;
		case 'truncateRefusal':
			if (fault.stalls) stall(wire, answer, fault.keep);
			else truncate(wire, answer, fault.keep);
			break;
		case 'slow':
			if (fault.drip === undefined) {
				await pause(fault.ms, wire.reply.raw);
				send(wire, answer);
			} else {
				await drip(wire, answer, fault.ms, fault.drip);
			}
			break;
		default:
			send(wire, answer);
	}
}

/** Ends the connection with a reset, as a crashed service or a broken line does. */
export function reset({ reply, log, entry }: Wire): void {
	reply.hijack();
	// Before the client can know of it, and start another request.
	log.close(entry, 'aborted');
	reply.raw.socket?.resetAndDestroy();
}

function send(wire: Wire, answer: Answer): void {
	writeHead(wire, answer).end(bytesOf(answer));
}

function bytesOf({ body, encoding }: Answer): Buffer {
	return Buffer.from(body, encoding ?? 'utf8');
}

// Past Fastify, which would complete a content type that is to be odd or missing.
function writeHead({ reply, entry }: Wire, answer: Answer): ServerResponse {
	const { status, headers } = answer;
	const length = status === 204 ? {} : { 'content-length': bytesOf(answer).length };
	const response = reply.raw.writeHead(status, { ...headers, ...length });
	reply.hijack();
	entry.status = status;
	const { 'retry-after': retryAfter } = headers;
	const remaining =
		headers['x-ratelimit-remaining'] ??
		headers['ratelimit-remaining'] ??
		/;r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1];
	if (retryAfter !== undefined) entry.retryAfter = retryAfter;
	if (remaining !== undefined) entry.remaining = remaining;
	return response;
}

// The head goes out even where nothing of the body does.
function truncate(wire: Wire, answer: Answer, keep: number): void {
	if (answer.body === '') {
		reset(wire);
		return;
	}
	stall(wire, answer, keep, (response) => {
		wire.log.close(wire.entry, 'aborted');
		response.destroy();
	});
}

function stall(
	wire: Wire,
	answer: Answer,
	keep: number,
	then: (response: ServerResponse) => void = () => undefined,
): void {
	const bytes = bytesOf(answer);
	const part = bytes.subarray(0, Math.min(Math.floor(bytes.length * keep), bytes.length - 1));
	const response = writeHead(wire, answer);
	response.flushHeaders();
	// The empty write is called back too, once the head before it is out.
	response.write(part, () => {
		then(response);
	});
}

async function drip(wire: Wire, answer: Answer, ms: number, size: number): Promise<void> {
	const bytes = bytesOf(answer);
	const response = writeHead(wire, answer);
	response.flushHeaders();
	for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
		await pause(ms, response);
		response.write(bytes.subarray(start, start + size));
	}
	response.end();
}

// Not a moment longer than somebody waits for it.
async function pause(ms: number, response: ServerResponse): Promise<void> {
	const gone = new AbortController();
	const stop = () => {
		gone.abort();
	};
	response.once('close', stop);
	await delay(ms, undefined, { signal: gone.signal }).catch(() => undefined);
	response.off('close', stop);
}
