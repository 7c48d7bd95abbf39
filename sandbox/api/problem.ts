import { STATUS_CODES } from 'node:http';
import type { Choices } from '../choices.ts';
import { jsonAnswer, type Answer } from './answer.ts';

/** What is wrong with each field, by variable name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What a service has to say of a refusal, before it takes one of the usual shapes. */
export interface ProblemWords {
	readonly message: string;
	/** a code such as `not_found` */
	readonly code?: string;
	readonly fieldErrors?: FieldErrors;
	/** the status that is meant, where another one is answered */
	readonly meant?: number;
}

/** A request that the service refuses: its status, its words and what headers go with it. */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly status: number;
	readonly words: ProblemWords;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, words: ProblemWords, headers: Readonly<Record<string, string>> = {}) {
		super(words.message);
		this.status = status;
		this.words = words;
		this.headers = headers;
	}

	toAnswer(shape: Choices['errorShape'] = 'map'): Answer {
		const type = shape === 'problem' ? { 'content-type': 'application/problem+json' } : {};
		return jsonAnswer(this.status, shapes[shape](this), { ...this.headers, ...type });
	}
}

type Shape = (problem: Problem) => Readonly<Record<string, unknown>>;

const shapes: Readonly<Record<Choices['errorShape'], Shape>> = {
	map: ({ words: { code, message, fieldErrors } }) => ({
		...(code !== undefined && { error: code }),
		message,
		...(fieldErrors && { errors: fieldErrors }),
	}),
	list: ({ words: { code, message, fieldErrors } }) => ({
		errors: fieldErrors
			? Object.entries(fieldErrors).flatMap(([field, messages]) =>
					messages.map((text) => ({ field, message: text })),
				)
			: [{ code, message }],
	}),
	problem: ({ status, words: { message, fieldErrors, meant = status } }) => ({
		type: 'about:blank',
		title: STATUS_CODES[meant],
		status: meant,
		detail: message,
		...(fieldErrors && { errors: fieldErrors }),
	}),
	jsend: ({ words: { message, fieldErrors } }) =>
		fieldErrors
			? {
					status: 'fail',
					data: Object.fromEntries(
						Object.entries(fieldErrors).map(([field, messages]) => [field, messages.join(', ')]),
					),
				}
			: { status: 'error', message },
	flag: ({ words: { message, fieldErrors } }) => ({
		success: false,
		message,
		...(fieldErrors && { errors: fieldErrors }),
	}),
};

export function badRequest(message: string): Problem {
	return new Problem(400, { code: 'bad_request', message });
}

/** @param presented whether any credential came with the request (RFC 6750, section 3) */
export function unauthorized(message: string, presented: boolean): Problem {
	const challenge = 'Bearer realm="submissions"';
	return new Problem(
		401,
		{ code: 'unauthorized', message },
		{ 'www-authenticate': presented ? `${challenge}, error="invalid_token"` : challenge },
	);
}

export function notFound(message: string): Problem {
	return new Problem(404, { code: 'not_found', message });
}

export function deleted(message: string): Problem {
	return new Problem(410, { code: 'deleted', message });
}

export function unsupportedMediaType(message: string): Problem {
	return new Problem(415, { code: 'unsupported_media_type', message });
}

/** @param status 200 for a service that hides its refusals in a success */
export function invalid(fieldErrors: FieldErrors, status: 200 | 400 | 409 | 422): Problem {
	const words = { message: 'Some fields are not valid.', fieldErrors };
	return new Problem(status, status === 200 ? { ...words, meant: 422 } : words);
}
