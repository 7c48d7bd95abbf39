import type { Body } from './body';
import type { JsonValue } from './json';
import type { SubmissionRequest } from './submissionRequest';

/** A request as Dry Run shows it: nothing of the credential, and no header. */
export interface Preview {
	readonly method: string;
	readonly url: string;
	/** Left out where there is none. */
	readonly body?: JsonValue;
}

/**
 * Shows a request that is not sent.
 *
 * @param request the request
 * @param baseUrl scheme, host and path prefix of the service
 */
export function previewOf({ route, path, body }: SubmissionRequest, baseUrl: string): Preview {
	return {
		method: route.method,
		url: baseUrl + path,
		...(body !== undefined && { body: shownBody(body) }),
	};
}

/** JSON as it is, a form as its text, of a multipart body each part. */
function shownBody(body: Body): JsonValue {
	if (body.kind === 'text') {
		return body.contentType === 'application/json'
			? (JSON.parse(body.content) as JsonValue)
			: body.content;
	}
	return body.parts.map((part) =>
		'text' in part
			? { name: part.name, value: part.text }
			: {
					name: part.name,
					fileName: part.file.fileName ?? null,
					mimeType: part.file.mimeType,
				},
	);
}
