import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChoiceSwitches } from '../choices.ts';
import { faultyAnswer } from '../faults/answers.ts';
import { storesFirst, type Fault } from '../faults/fault.ts';
import type { FaultInjector } from '../faults/injector.ts';
import { deliver } from '../faults/wire.ts';
import type { Admission } from '../limits/gatekeeper.ts';
import type { RequestLog } from '../log/requestLog.ts';
import type { FieldData } from '../store/submissions.ts';
import type { Store } from '../store/store.ts';
import { emptyAnswer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { readCredentials } from './credentials.ts';
import { readFieldData, type SentFieldData } from './fieldData.ts';
import { perform, type Done, type Operation } from './operations.ts';
import { notFound, Problem } from './problem.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** what goes wrong with this request to the interface, if anything */
		fault?: Fault | undefined;
		/** what the limits say of it */
		admission?: Admission | undefined;
	}
}

/** What the endpoints work with. */
export interface ApiContext {
	readonly store: Store;
	readonly choices: ChoiceSwitches;
	readonly faults: FaultInjector;
	readonly log: RequestLog;
}

export type ApiRequest = FastifyRequest<{ Params: { form: string; submission?: string } }>;

/** Does what a request asks for, lets go wrong what is to go wrong, and answers. */
export async function serve(
	context: ApiContext,
	operation: Operation,
	request: ApiRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { choices, faults, log } = context;
	const { logEntry: entry } = request;
	if (!entry) throw new Error('A request to the interface is not in the log');
	const { refusal, headers = {} } = request.admission ?? {};
	if (refusal) {
		await deliver({ reply, log, entry }, refusal, undefined);
		return reply;
	}
	if (faults.needsFieldData) {
		const values = await fieldDataOf(operation, request, choices).then(
			(sent) => sent.values,
			() => ({}),
		);
		decideFault(context, operation, request, values);
	}
	const { fault } = request;
	const done: Done =
		!fault || storesFirst(fault.kind)
			? await answerTo(context, operation, request)
			: { answer: emptyAnswer(204) };
	if (done.stored !== undefined) entry.stored = done.stored;
	const target = request.raw.url ?? '';
	const asked = {
		target,
		origin: `http://${request.host}`,
		form: request.params.form,
		stored: done.stored,
		credentials: readCredentials(target, request.headers),
	};
	const answer = (fault && faultyAnswer(fault, asked)) ?? done.answer;
	const told = { ...answer, headers: { ...headers, ...answer.headers } };
	await deliver({ reply, log, entry }, told, fault);
	return reply;
}

/** Asks the limits once about this request, and notes in the log where it may not pass. */
export function admit({ faults }: ApiContext, request: ApiRequest): void {
	const { logEntry } = request;
	if (!logEntry) return;
	request.admission = faults.admit(logEntry);
	if (request.admission.refusal) logEntry.fault = 'limit';
}

/** Asks the injector once about this request, and notes its decision there and in the log. */
export function decideFault(
	{ faults }: ApiContext,
	operation: Operation,
	request: ApiRequest,
	values: FieldData,
): void {
	const { form, submission = '' } = request.params;
	request.fault = faults.decide({
		operation,
		method: request.method,
		path: request.url.split('?', 1)[0] ?? '',
		headers: request.headers,
		form,
		submission,
		values,
	});
	if (request.fault && request.logEntry) request.logEntry.fault = request.fault.kind;
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
		if (error instanceof Problem) return { answer: error.toAnswer(choices.current.errorShape) };
		throw error;
	}
}

function fieldDataOf(
	operation: Operation,
	request: ApiRequest,
	choices: ChoiceSwitches,
): Promise<SentFieldData> {
	const takesBody = operation === 'create' || operation === 'update';
	const body = takesBody && Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
	return readFieldData(body, request.headers['content-type'], choices.current);
}
