import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import { Refusal } from './refusal';

/** A credential that may be used: where it is for, what it adds to a request, what must never be shown. */
export interface Credential {
	/** Scheme, host and path prefix, without a trailing slash. */
	readonly baseUrl: string;
	readonly authentication: 'accessToken' | 'usernamePassword';
	/** What a request carries: exactly one of the two holds anything. */
	readonly headers: IDataObject;
	readonly query: IDataObject;
	/** Whether to connect even where nobody vouches for the host's certificate. */
	readonly allowUnauthorizedCerts: boolean;
	/** Every value that must be blanked in whatever a person or a log gets to see. */
	readonly secrets: readonly string[];
}

/**
 * Reads a decrypted credential of the type `submissionsApi`.
 *
 * The four ways of passing credentials are those of part 5 of the interface. Which of several would
 * win is not stated there, so exactly one kind goes out, in exactly one place.
 *
 * @param data the fields as n8n decrypts them
 * @throws Refusal when the base URL or a secret cannot be used as it stands
 */
export function readCredential(data: ICredentialDataDecryptedObject): Credential {
	const baseUrl = readBaseUrl(data['baseUrl'], data['allowHttp'] === true);
	const allowUnauthorizedCerts = data['allowUnauthorizedCerts'] === true;
	const place = data['sendIn'] === 'query' ? 'query' : 'header';
	if (data['authentication'] === 'usernamePassword') {
		const username = readSecret('Username', data['username'], place);
		const password = readSecret('Password', data['password'], place);
		const carried: Carried =
			place === 'query'
				? { headers: {}, query: { username, password } }
				: {
						headers: { 'Authorization-Username': username, 'Authorization-Password': password },
						query: {},
					};
		return {
			baseUrl,
			authentication: 'usernamePassword',
			...carried,
			allowUnauthorizedCerts,
			secrets: [username, password],
		};
	}
	const token = readSecret('Access Token', data['accessToken'], place);
	const carried: Carried =
		place === 'query'
			? { headers: {}, query: { access_token: token } }
			: { headers: { Authorization: `Bearer ${token}` }, query: {} };
	return {
		baseUrl,
		authentication: 'accessToken',
		...carried,
		allowUnauthorizedCerts,
		secrets: [token],
	};
}

type Carried = Pick<Credential, 'headers' | 'query'>;

function readSecret(label: string, value: unknown, place: 'header' | 'query'): string {
	if (typeof value !== 'string' || value === '') {
		throw new Refusal(label, `The ${label} is empty.`, 'Open the credential and enter it.');
	}
	if (value !== value.trim() || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)) {
		throw new Refusal(
			label,
			`The ${label} holds white space at its start or end, or a line break or another character in it that no request can carry.`,
			'These usually come along when copying. Open the credential and enter it without them.',
		);
	}
	if (place === 'header' && /[^\x20-\x7E]/.test(value)) {
		throw new Refusal(
			label,
			`The ${label} holds a character that a request header cannot carry.`,
			'Set Send In to Query in the credential.',
		);
	}
	return value;
}
