import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { ApiContext } from '../api/serve.ts';
import { maskedEntry } from '../log/masking.ts';
import { addressedToLoopback, comesFromElsewhere } from '../loopback.ts';
import { problemsIn } from '../problems.ts';

type LogRequest = FastifyRequest<{ Querystring: { since?: string } }>;

/** The sandbox's own switches, to be mounted under /sandbox; for this machine only. */
export function control(app: FastifyInstance, { store, choices, faults, log }: ApiContext): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!addressedToLoopback(request) || comesFromElsewhere(request)) {
			const message = 'The switches of the sandbox are for this machine only: use 127.0.0.1.';
			return reply.code(403).send({ error: 'forbidden', message });
		}
	});
	app.setErrorHandler((error, _request, reply) => {
		if (!(error instanceof ZodError)) throw error;
		return reply.code(400).send({ error: 'bad_request', message: problemsIn(error).join('\n') });
	});

	app.get('/choices', () => choices.current);
	app.put('/choices', ({ body }) => {
		choices.set(body);
		return choices.current;
	});
	app.delete('/choices', () => {
		choices.reset();
		return choices.current;
	});

	app.get('/faults', () => faults.report);
	app.put('/faults', ({ body }) => {
		faults.set(body);
		return faults.report;
	});
	app.delete('/faults', () => {
		faults.clear();
		return faults.report;
	});

	app.get('/log', ({ query: { since = '0' } }: LogRequest) => ({
		inFlight: log.inFlight,
		peakInFlight: log.peakInFlight,
		dropped: log.dropped,
		entries: log.entries.filter(({ sequence }) => sequence > Number(since)).map(maskedEntry),
	}));
	app.delete('/log', async (_request, reply) => {
		log.clear();
		return reply.code(204).send();
	});

	app.get('/submissions', () => store.submissions.all());
}
