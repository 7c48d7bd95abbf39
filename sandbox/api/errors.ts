import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Answers what no route of the interface answers: unknown paths, unreadable requests, bugs. */
export function answerErrors(app: FastifyInstance): void {
	app.setErrorHandler(sendError);
	app.setNotFoundHandler((request, reply) => {
		const path = request.url.split('?', 1)[0] ?? '';
		const message = `The interface has no endpoint ${request.method} ${path}.`;
		return sendProblem(reply, new Problem(404, { code: 'not_found', message }));
	});
}

/** @param error what Fastify or a handler threw; its own words are shown only where it is a refusal */
export function sendError(
	error: FastifyError,
	_request: FastifyRequest,
	reply: FastifyReply,
): void {
	const status = error.statusCode ?? 500;
	if (status < 500) {
		const code = (STATUS_CODES[status] ?? 'refused').toLowerCase().replaceAll(' ', '_');
		void sendProblem(reply, new Problem(status, { code, message: error.message }));
		return;
	}
	console.error(error);
	const message = 'The sandbox failed at this request; its terminal shows why.';
	void sendProblem(reply, new Problem(500, { code: 'internal_error', message }));
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
	const { status, headers, body } = problem.toAnswer();
	return reply.code(status).headers(headers).send(body);
}
