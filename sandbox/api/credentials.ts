import type { IncomingHttpHeaders } from 'node:http';

/** A credential as it was sent, in one of the interface's four ways; not yet checked. */
export type Credential = { readonly place: 'header' | 'query' } & (
	| { readonly kind: 'accessToken'; readonly token: string }
	| {
			readonly kind: 'usernamePassword';
			readonly username: string | undefined;
			readonly password: string | undefined;
	  }
);

/** The query of a raw request target such as `/path?a=b`. */
export function queryOf(target: string): URLSearchParams {
	const start = target.indexOf('?');
	return new URLSearchParams(start < 0 ? '' : target.slice(start + 1));
}

/**
 * Every credential in a request, in the order of the document. A repeated query parameter counts
 * as often as it stands there; half of a username and password counts as one.
 */
export function readCredentials(target: string, headers: IncomingHttpHeaders): Credential[] {
	const query = queryOf(target);
	return [
		...query
			.getAll('access_token')
			.map((token): Credential => ({ kind: 'accessToken', place: 'query', token })),
		...authorization(headers.authorization),
		...usernamePasswords('query', query.getAll('username'), query.getAll('password')),
		...usernamePasswords(
			'header',
			headerValues(headers['authorization-username']),
			headerValues(headers['authorization-password']),
		),
	];
}

// Another scheme than Bearer is a credential too, though none that this service knows.
function authorization(value: string | undefined): Credential[] {
	if (value === undefined) return [];
	const token = /^Bearer +(.*)$/i.exec(value)?.[1] ?? '';
	return [{ kind: 'accessToken', place: 'header', token }];
}

function usernamePasswords(
	place: 'header' | 'query',
	usernames: readonly string[],
	passwords: readonly string[],
): Credential[] {
	return Array.from({ length: Math.max(usernames.length, passwords.length) }, (_, index) => ({
		kind: 'usernamePassword',
		place,
		username: usernames[index],
		password: passwords[index],
	}));
}

function headerValues(value: string | string[] | undefined): string[] {
	if (value === undefined) return [];
	return Array.isArray(value) ? value : [value];
}
