import { jsonAnswer, type Answer } from './answer.ts';

/** A request that the service refuses: its status, its body and what headers go with it. */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly status: number;
	readonly body: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		status: number,
		body: Readonly<Record<string, unknown>> & { readonly message: string },
		headers: Readonly<Record<string, string>> = {},
	) {
		super(body.message);
		this.status = status;
		this.body = body;
		this.headers = headers;
	}

	toAnswer(): Answer {
		return jsonAnswer(this.status, this.body, this.headers);
	}
}

export function badRequest(message: string): Problem {
	return new Problem(400, { error: 'bad_request', message });
}

/** @param presented whether any credential came with the request (RFC 6750, section 3) */
export function unauthorized(message: string, presented: boolean): Problem {
	const challenge = 'Bearer realm="submissions"';
	return new Problem(
		401,
		{ error: 'unauthorized', message },
		{ 'www-authenticate': presented ? `${challenge}, error="invalid_token"` : challenge },
	);
}

export function notFound(message: string): Problem {
	return new Problem(404, { error: 'not_found', message });
}

export function deleted(message: string): Problem {
	return new Problem(410, { error: 'deleted', message });
}

export function unsupportedMediaType(message: string): Problem {
	return new Problem(415, { error: 'unsupported_media_type', message });
}

/** What is wrong with each field, by variable name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** @param status 422, or 200 for a service that hides its refusals in a success */
export function invalid(errors: FieldErrors, status: 422 | 200): Problem {
	return new Problem(status, { message: 'Some fields are not valid.', errors });
}
