import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChoiceSwitches } from '../choices.ts';
import type { RequestLog } from '../log/requestLog.ts';
import type { Store } from '../store/store.ts';
import { authenticate } from './authenticate.ts';
import { readCredentials } from './credentials.ts';
import { readFieldData, type SentFieldData } from './fieldData.ts';
import { operations, perform, type Done, type Operation } from './operations.ts';
import { notFound, Problem } from './problem.ts';

/** What the endpoints work with. */
export interface ApiContext {
	readonly store: Store;
	readonly choices: ChoiceSwitches;
	readonly log: RequestLog;
}

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

type ApiRequest = FastifyRequest<{ Params: { form: string; submission?: string } }>;

/** Registers the four endpoints of the interface, to be mounted under /api/v1. */
export function endpoints(app: FastifyInstance, context: ApiContext): void {
	// Bodies are read as bytes, whatever they claim to be: credentials are checked before content,
	// and the log shows what came rather than what was understood.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	for (const operation of operations) {
		const { method, path } = routes[operation];
		app.route({
			method,
			url: path,
			config: { operation },
			handler: (request: ApiRequest, reply) => serve(context, operation, request, reply),
		});
	}
}

async function serve(
	context: ApiContext,
	operation: Operation,
	request: ApiRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { answer, stored } = await answerTo(context, operation, request);
	if (stored !== undefined && request.logEntry) request.logEntry.stored = stored;
	return reply.code(answer.status).headers(answer.headers).send(answer.body);
}

async function answerTo(
	{ store, choices }: ApiContext,
	operation: Operation,
	request: ApiRequest,
): Promise<Done> {
	const { form: formPermalink, submission = '' } = request.params;
	const credentials = readCredentials(request.raw.url ?? '', request.headers);
	try {
		await authenticate(store, credentials, choices.current.severalCredentials);
		const form = store.forms.find(formPermalink);
		if (!form) throw notFound(`There is no form ${formPermalink}.`);
		return perform[operation]({
			store,
			choices: choices.current,
			form,
			permalink: submission,
			fieldData: await fieldDataOf(operation, request, choices),
			path: request.url.slice(0, request.url.lastIndexOf('/')),
		});
	} catch (error) {
		if (error instanceof Problem) return { answer: error.toAnswer() };
		throw error;
	}
}

function bodyOf(request: ApiRequest): Buffer {
	return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function fieldDataOf(
	operation: Operation,
	request: ApiRequest,
	choices: ChoiceSwitches,
): Promise<SentFieldData> {
	const takesBody = operation === 'create' || operation === 'update';
	const body = takesBody ? bodyOf(request) : Buffer.alloc(0);
	return readFieldData(body, request.headers['content-type'], choices.current);
}
