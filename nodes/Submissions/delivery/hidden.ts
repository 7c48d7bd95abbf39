import type { Header } from '../request/headers';
import type { Proxy } from '../request/proxy';
import type { SubmissionRequest } from '../request/submissionRequest';

/** Shorter values are parts of ordinary words. */
const SHORTEST = 4;

/** Of a part of a value more is needed, since most parts are no secret. */
const SHORTEST_PART = 8;

/** Each is sought in all that a service says. */
const MOST_PARTS = 20;

/**
 * What a request carries, besides the credential, that nobody may see: the values of the user's own
 * headers, and the user name and password of the proxy.
 *
 * @param request the request
 */
export function hiddenIn({
	headers,
	proxy,
}: Pick<SubmissionRequest, 'headers' | 'proxy'>): string[] {
	return [...new Set([...valuesOf(headers), ...partsOf(headers), ...credentialOf(proxy)])];
}

function valuesOf(headers: readonly Header[]): string[] {
	return headers.map(({ value }) => value).filter(({ length }) => length >= SHORTEST);
}

/** A service may repeat one cookie of several, or a scheme's secret without the scheme: the longest count. */
function partsOf(headers: readonly Header[]): string[] {
	return headers
		.flatMap(({ value }) => value.split(/[\s;,]+/))
		.flatMap((part) => [part, ...sidesOf(part)])
		.map((part) => part.replace(/^"|"$/g, ''))
		.filter(({ length }) => length >= SHORTEST_PART)
		.sort((one, other) => other.length - one.length)
		.slice(0, MOST_PARTS);
}

function sidesOf(part: string): string[] {
	const at = part.indexOf('=');
	return at === -1 ? [] : [part.slice(0, at), part.slice(at + 1)];
}

/** Also as `Proxy-Authorization` has the two. */
function credentialOf(proxy: Proxy | undefined): string[] {
	if (proxy?.auth === undefined) return [];
	const { username, password } = proxy.auth;
	const pair = `${username}:${password}`;
	return [...(username.length < SHORTEST ? [] : [username]), password, pair];
}
