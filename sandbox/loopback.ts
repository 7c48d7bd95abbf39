import type { FastifyRequest } from 'fastify';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was addressed to this machine by name. A web page whose own name was made to
 * point here (DNS rebinding) reaches the port, but its name gives it away.
 */
export function addressedToLoopback(request: FastifyRequest): boolean {
	return loopbackHost.test(request.host);
}

/** Whether a request comes from another origin's page, as far as the browser says. */
export function comesFromElsewhere(request: FastifyRequest): boolean {
	const { origin } = request.headers;
	return origin !== undefined && origin !== `http://${request.host}`;
}
