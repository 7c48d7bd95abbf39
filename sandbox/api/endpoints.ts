import type { FastifyInstance } from 'fastify';
import { reset } from '../faults/wire.ts';
import { operations, type Operation } from './operations.ts';
import { admit, decideFault, serve, type ApiContext, type ApiRequest } from './serve.ts';

interface Route {
	readonly method: 'DELETE' | 'GET' | 'POST';
	readonly path: string;
}

const submissionPath = '/forms/:form/submissions/:submission';

const routes: Readonly<Record<Operation, Route>> = {
	create: { method: 'POST', path: '/forms/:form/submissions/new' },
	get: { method: 'GET', path: submissionPath },
	update: { method: 'POST', path: submissionPath },
	delete: { method: 'DELETE', path: submissionPath },
};

/** Registers the four endpoints of the interface, to be mounted under /api/v1. */
export function endpoints(app: FastifyInstance, context: ApiContext): void {
	// Bodies are read as bytes, whatever they claim to be: credentials are checked before content,
	// and the log shows what came rather than what was understood.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	app.decorateRequest('fault');
	app.decorateRequest('admission');
	// A request that is cut off is over too.
	context.log.onEnd((entry) => {
		context.faults.release(entry);
	});
	for (const operation of operations) {
		const { method, path } = routes[operation];
		app.route({
			method,
			url: path,
			config: { operation },
			onRequest: (request: ApiRequest, reply, done) => {
				const { faults, log } = context;
				admit(context, request);
				const passes = request.admission?.refusal === undefined;
				if (passes && !faults.needsFieldData) decideFault(context, operation, request, {});
				if (request.fault?.kind === 'resetBeforeReading' && request.logEntry) {
					reset({ reply, log, entry: request.logEntry });
					return;
				}
				done();
			},
			handler: (request: ApiRequest, reply) => serve(context, operation, request, reply),
		});
	}
}
