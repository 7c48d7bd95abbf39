import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** The person who owns an n8n. */
export interface Owner {
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
	/** 8 to 64 characters with a capital letter and a digit. */
	readonly password: string;
}

const answerSchema = z.object({ data: z.unknown() });
const refusalSchema = z.object({ message: z.string() });

/** n8n's refusal of a request, in its own words. */
export class EditorRefusal extends Error {
	/** The status code of its answer. */
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.name = 'EditorRefusal';
		this.status = status;
	}
}

/** The browser's side of n8n's own API: the cookie of a sign-in and the id of the browser. */
export interface EditorSession {
	readonly url: string;
	/**
	 * Sends a request as the editor does.
	 *
	 * @param path below `/rest`, with its slash
	 * @returns the `data` of the answer
	 * @throws EditorRefusal with n8n's own words when it refuses
	 */
	request(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		body?: object,
	): Promise<unknown>;
	/** Fetches a JSON file that n8n serves to its editor, by its whole address. */
	file(address: string): Promise<unknown>;
}

/**
 * A session of nobody yet: its first answer that sets a cookie, such as that to the set-up of the
 * owner, signs it in. n8n binds the cookie to the browser id, so each session keeps its own.
 *
 * @param url n8n's address, without a slash at its end
 */
export function newSession(url: string): EditorSession {
	const browserId = randomUUID();
	let cookie = '';
	return {
		url,
		file: async (address) => {
			const response = await fetch(address, { headers: { 'browser-id': browserId, cookie } });
			if (!response.ok) throw new Error(`n8n answered ${response.status} to GET ${address}`);
			return await response.json();
		},
		request: async (method, path, body) => {
			const response = await fetch(`${url}/rest${path}`, {
				method,
				headers: {
					'browser-id': browserId,
					...(cookie === '' ? {} : { cookie }),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0] ?? cookie;
			const text = await response.text();
			if (!response.ok) {
				const refusal = refusalSchema.safeParse(parsed(text));
				const reason = refusal.success ? refusal.data.message : text.slice(0, 500);
				throw new EditorRefusal(
					response.status,
					`n8n answered ${response.status} to ${method} ${path}: ${reason}`,
				);
			}
			return answerSchema.parse(parsed(text)).data;
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
