/** What is to be put on the wire in answer to a request. */
export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	/** empty where there is none */
	readonly body: string;
	/** how the body becomes bytes; UTF-8 unless it is to be odd */
	readonly encoding?: 'base64' | 'latin1';
}

type Headers = Readonly<Record<string, string>>;

export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: JSON.stringify(value),
	};
}

export function htmlAnswer(status: number, body: string, headers: Headers = {}): Answer {
	return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

/** An answer without a body, as a 204 must be. */
export function emptyAnswer(status: number): Answer {
	return { status, headers: {}, body: '' };
}
