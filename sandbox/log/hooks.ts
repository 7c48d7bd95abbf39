import type { FastifyInstance } from 'fastify';
import type { Operation } from '../api/operations.ts';
import { readCredentials } from '../api/credentials.ts';
import type { LogEntry, RequestLog } from './requestLog.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** the operation of the interface that a route serves; a page has none */
		operation?: Operation;
	}
	interface FastifyRequest {
		/** the entry of the log for this request; none for a page */
		logEntry: LogEntry | null;
	}
}

/** Logs every request to the interface, and every one that reaches nothing at all. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
	app.decorateRequest('logEntry', null);
	app.addHook('onRequest', (request, reply, done) => {
		const { operation } = request.routeOptions.config;
		if (operation !== undefined || request.is404) {
			const entry = log.open(request.raw, reply.raw);
			request.logEntry = entry;
			const credentials = readCredentials(entry.url, entry.headers);
			entry.credentials = credentials.map(({ kind, place }) => `${kind} in ${place}`);
			if (operation !== undefined) entry.operation = operation;
			const { form, submission } = permalinksIn(request.params);
			if (form !== undefined) entry.form = form;
			if (submission !== undefined) entry.submission = submission;
		}
		done();
	});
	app.addHook('preHandler', (request, _reply, done) => {
		if (request.logEntry && Buffer.isBuffer(request.body)) {
			log.readBody(request.logEntry, request.body);
		}
		done();
	});
}

function permalinksIn(params: unknown): { form?: string; submission?: string } {
	return typeof params === 'object' && params !== null ? params : {};
}
