import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import { isDistinct } from './exactNumber';
import { Refusal } from './refusal';

/** A credential that may be used: where it is for, what it adds to a request, what must never be shown. */
export interface Credential {
	/** Scheme, host and path prefix, without a trailing slash. */
	readonly baseUrl: string;
	readonly authentication: 'accessToken' | 'usernamePassword';
	/** What a request carries: exactly one of the two holds anything. */
	readonly headers: IDataObject;
	readonly query: IDataObject;
	/** Whether `http://` is accepted for other hosts than this machine. */
	readonly allowHttp: boolean;
	/** Where n8n is to let requests go, in its own words; undefined for anywhere. */
	readonly allowedDomains: string | undefined;
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
	// n8n gives the credential type the same object for each request of a run, and the run itself had it.
	const credential = readBefore.get(data) ?? readAnew(data);
	readBefore.set(data, credential);
	return credential;
}

const readBefore = new WeakMap<ICredentialDataDecryptedObject, Credential>();

function readAnew(data: ICredentialDataDecryptedObject): Credential {
	const allowHttp = data['allowHttp'] === true;
	const bounds = {
		baseUrl: readBaseUrl(data['baseUrl'], allowHttp),
		allowHttp,
		allowedDomains: readAllowedDomains(data),
		allowUnauthorizedCerts: data['allowUnauthorizedCerts'] === true,
	};
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
			...bounds,
			authentication: 'usernamePassword',
			...carried,
			secrets: [username, password],
		};
	}
	const token = readSecret('Access Token', data['accessToken'], place);
	const carried: Carried =
		place === 'query'
			? { headers: {}, query: { access_token: token } }
			: { headers: { Authorization: `Bearer ${token}` }, query: {} };
	return { ...bounds, authentication: 'accessToken', ...carried, secrets: [token] };
}

/** Fields that n8n adds to every credential type; what they forbid to other nodes is no matter of this one. */
function readAllowedDomains(data: ICredentialDataDecryptedObject): string | undefined {
	if (data['allowedHttpRequestDomains'] !== 'domains') return undefined;
	const { allowedDomains } = data;
	if (typeof allowedDomains === 'string' && allowedDomains.trim() !== '') return allowedDomains;
	throw new Refusal(
		'Allowed Domains',
		'The credential is only for certain domains, and names none.',
		"Open the credential and enter the Base URL's host under Allowed Domains, or allow all.",
	);
}

/** An address as n8n's nodes give it to a credential. */
export interface Target {
	readonly url?: unknown;
	readonly uri?: unknown;
	readonly baseURL?: unknown;
}

/**
 * Lets a credential go to its own service alone, whichever node uses it.
 *
 * @param target the address of a request
 * @param baseUrl the credential's
 * @throws Refusal where the request goes to another origin
 */
export function checkTarget({ url, uri, baseURL }: Target, baseUrl: string): void {
	const given = url ?? uri;
	const address = given instanceof URL ? given.href : typeof given === 'string' ? given : '';
	// The host ends with the first slash. Most requests are this node's own, which need no closer look.
	if (address.startsWith(`${baseUrl}/`)) return;
	const base = typeof baseURL === 'string' && baseURL !== '' ? baseURL : undefined;
	const origin = URL.canParse(address, base) ? new URL(address, base).origin : 'that address';
	const own = new URL(baseUrl).origin;
	if (origin === own) return;
	throw new Refusal(
		'Base URL',
		`This credential goes to ${own} alone, the host of its Base URL, and was not sent to ${origin}.`,
		'Correct the address of the request, or the Base URL.',
	);
}

type Carried = Pick<Credential, 'headers' | 'query'>;

/** What comes along unseen from a page or a mail, and not what joins letters or emoji as it was typed. */
const NEVER_TYPED =
	/(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function readSecret(label: string, value: unknown, place: 'header' | 'query'): string {
	if (typeof value === 'number' && isDistinct(value)) return String(value);
	if (typeof value !== 'string' || value === '') {
		throw new Refusal(label, `The ${label} is empty.`, 'Open the credential and enter it.');
	}
	if (value !== value.trim() || NEVER_TYPED.test(value)) {
		throw new Refusal(
			label,
			`The ${label} holds white space at its start or end, or a line break or another character in it that nobody sees.`,
			'These usually come along when copying. Open the credential and enter it without them.',
		);
	}
	if (place === 'header' && /[^\x20-\x7E]/.test(value)) {
		throw new Refusal(
			label,
			`The ${label} holds a character that a request header cannot carry.`,
			'Set Send Credentials In to Query in the credential.',
		);
	}
	return value;
}
