import { htmlAnswer, jsonAnswer, type Answer } from '../api/answer.ts';
import type { Credential } from '../api/credentials.ts';
import { echoingBody } from './echo.ts';
import type { Fault } from './fault.ts';

/** What of a request, and of what became of it, a faulty answer may speak of. */
export interface Asked {
	/** the request target, raw */
	readonly target: string;
	/** scheme, host and port that were asked */
	readonly origin: string;
	readonly form: string;
	/** the permalink of what was created, changed or deleted; undefined where nothing was */
	readonly stored: string | undefined;
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
			return anyAnswer(fault);
		case 'deny':
			return anyAnswer({ body: { success: false, error: 'The form is closed.' }, ...fault });
		case 'complain':
		case 'complainAfterStoring':
			return anyAnswer({ body: { message: 'Saved', errors: ['mail not sent'] }, ...fault });
		case 'truncateRefusal':
			return anyAnswer({ body: { message: 'Some fields are not valid.' }, ...fault });
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
		case 'redirectAfterStoring':
			// One who is refused is not thanked.
			return asked.stored === undefined
				? undefined
				: redirection(fault.status, fault.location, asked, asked.stored);
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

interface AnyAnswer {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>> | undefined;
	readonly body?: unknown;
	readonly contentType?: string | undefined;
	readonly encoding?: 'base64' | 'latin1' | undefined;
}

function anyAnswer({ status, headers = {}, body, contentType, encoding }: AnyAnswer): Answer {
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

function redirection(status: number, location: string, asked: Asked, permalink: string): Answer {
	const path = asked.target.split('?', 1)[0] ?? '';
	const values: Readonly<Record<string, string>> = {
		submission: `${path.slice(0, path.lastIndexOf('/'))}/${permalink}`,
		permalink,
		form: asked.form,
		origin: asked.origin,
		url: asked.target,
	};
	const filled = location.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
	return { status, headers: filled === '' ? {} : { location: filled }, body: '' };
}

function retryAfterText(value: number | string, asDate: boolean): string {
	if (typeof value === 'string' || !asDate) return String(value);
	return new Date(Date.now() + value * 1000).toUTCString();
}
