import type { Header } from '../request/headers';
import type { Proxy } from '../request/proxy';
import type { SubmissionRequest } from '../request/submissionRequest';

/** Shorter values are parts of ordinary words. */
const SHORTEST = 4;

/** Of a part of a value, and of a user name, more is needed, since most are no secret. */
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
		.filter(({ name }) => !NEVER_SECRET.test(name))
		.flatMap(({ name, value }) => secretPartsOf(value, MAY_BE_SECRET.test(name)))
		.filter(({ length }) => length >= SHORTEST_PART)
		.sort((one, other) => other.length - one.length)
		.slice(0, MOST_PARTS);
}

const NEVER_SECRET = /^(?:accept|prefer|user-agent|content-.*|accept-.*)$/i;

const MAY_BE_SECRET = /^cookie$|auth(?!ors?\b)|token|key|secret|session/i;

function secretPartsOf(value: string, mayBeWords: boolean): string[] {
	return value
		.split(/[\s;,]+/)
		.filter((part) => !MEDIA_TYPE.test(part))
		.map(secretOf)
		.filter((part) => mayBeWords || isMixed(part));
}

const MEDIA_TYPE = /^(?:application|audio|font|image|message|model|multipart|text|video)\//i;

/** The value where the part has a name, too; the padding of Base64 is nothing to be hidden. */
function secretOf(part: string): string {
	return part
		.replace(/=+$/, '')
		.replace(/^[^=]*=/, '')
		.replace(/^"|"$/g, '');
}

/** A word would be blanked wherever somebody uses it. */
function isMixed(part: string): boolean {
	return (
		(/\p{L}/u.test(part) && /\d/.test(part)) || (/\p{Ll}/u.test(part) && /.\p{Lu}/u.test(part))
	);
}

/** Also as `Proxy-Authorization` has the two. */
function credentialOf(proxy: Proxy | undefined): string[] {
	if (proxy?.auth === undefined) return [];
	const { username, password } = proxy.auth;
	return [
		...(username.length < SHORTEST_PART ? [] : [username]),
		...(password.length < SHORTEST ? [] : [password]),
		`${username}:${password}`,
	];
}
