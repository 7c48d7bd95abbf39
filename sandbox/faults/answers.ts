import { htmlAnswer, jsonAnswer, type Answer } from '../api/answer.ts';
import type { Credential } from '../api/credentials.ts';
import { echoingBody } from './echo.ts';
import type { Fault } from './fault.ts';

/** What of a request a faulty answer may repeat. */
export interface Asked {
	/** the request target, raw */
	readonly target: string;
	readonly credentials: readonly Credential[];
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/**
 * The answer that a fault gives in place of the service's own, or undefined where the fault is not
 * in what is answered but in how. Whether the service did its work before, the kind alone says.
 */
export function faultyAnswer(fault: Fault, asked: Asked): Answer | undefined {
	switch (fault.kind) {
		case 'refuse':
			return refusal(fault);
		case 'tooMany':
			return jsonAnswer(
				429,
				{ error: 'too_many_requests', message: 'Too many requests. Please wait.' },
				{ 'retry-after': retryAfterText(fault.retryAfter, fault.asDate) },
			);
		case 'html':
		case 'htmlAfterStoring':
			return htmlAnswer(
				fault.status,
				'<!doctype html>\n<html><head><title>Welcome</title></head><body><h1>Welcome</h1></body></html>\n',
			);
		case 'garbage':
		case 'garbageAfterStoring':
			return { status: fault.status, headers: jsonType, body: '{"permalink": "ABCDEF' };
		case 'redirect':
			return {
				status: fault.status,
				headers: { location: fault.location.replace('{url}', () => asked.target) },
				body: '',
			};
		case 'echoSecret':
			return {
				status: fault.status,
				headers: jsonType,
				body: echoingBody(asked.target, asked.credentials),
			};
		case 'failAfterStoring':
			return jsonAnswer(fault.status, {
				error: 'internal_error',
				message: 'Something went wrong on our side.',
			});
		case 'hang':
		case 'hangAfterStoring':
		case 'resetBeforeReading':
		case 'resetAfterStoring':
		case 'truncate':
		case 'slow':
			return undefined;
	}
}

function refusal(fault: Extract<Fault, { kind: 'refuse' }>): Answer {
	const { status, headers = {}, body, contentType, encoding } = fault;
	if (body === undefined) return { status, headers, body: '' };
	const isText = typeof body === 'string';
	const type = contentType ?? (isText ? 'text/plain; charset=utf-8' : jsonType['content-type']);
	return {
		status,
		headers: { 'content-type': type, ...headers },
		body: isText ? body : JSON.stringify(body),
		...(encoding && { encoding }),
	};
}

function retryAfterText(value: number | string, asDate: boolean): string {
	if (typeof value === 'string' || !asDate) return String(value);
	return new Date(Date.now() + value * 1000).toUTCString();
}
