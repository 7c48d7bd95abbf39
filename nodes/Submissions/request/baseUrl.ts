import { Refusal } from './refusal';

const PARAMETER = 'Base URL';
const EXAMPLE = 'It should look like https://forms.example.com';

/**
 * Reads the base address of a deployment as people paste it.
 *
 * Surrounding space, trailing and doubled slashes and a pasted `/api/v1`, or only its `/api`, are
 * tolerated; a path prefix is kept.
 *
 * @param value the credential's Base URL
 * @param allowHttp whether `http://` is allowed to hosts other than this machine
 * @returns scheme, host and path prefix, without a trailing slash
 * @throws Refusal when it is not such an address, carries a user name, a query or a fragment, is that
 * of a page, or would send the credentials unencrypted
 */
export function readBaseUrl(value: unknown, allowHttp: boolean): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new Refusal(
			PARAMETER,
			'The Base URL is empty.',
			`Enter the service's address. ${EXAMPLE}.`,
		);
	}
	const url = parse(text);
	const prefix = prefixOf(url);
	if (url.username !== '' || url.password !== '') {
		throw new Refusal(
			PARAMETER,
			'The Base URL holds a user name or password.',
			`Remove what stands before the @ and use the fields of the credential for it. ${meant(url)}.`,
		);
	}
	if (/[?#]/.test(text)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL holds a query or a fragment.',
			`Remove the ? or # and all that follows. ${meant(url)}.`,
		);
	}
	if (pageAt(prefix) !== -1) {
		throw new Refusal(
			PARAMETER,
			"The Base URL is the address of a form's page.",
			`Remove /forms/ and all that follows. ${meant(url)}.`,
		);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL starts with http://, so the credentials and all form data would travel unencrypted.',
			'Use https://, or turn on Allow HTTP in the credential if you accept that.',
		);
	}
	return join(url, prefix);
}

/** The segments of the path in front of `/api/v1`. */
function prefixOf({ pathname }: URL): string[] {
	return withoutVersion(pathname.split('/').filter((segment) => segment !== ''));
}

function withoutVersion(segments: string[]): string[] {
	const [api, version] = segments.slice(-2).map((segment) => segment.toLowerCase());
	if (api === 'api' && version === 'v1') return segments.slice(0, -2);
	return segments.at(-1)?.toLowerCase() === 'api' ? segments.slice(0, -1) : segments;
}

/** Where in a path a page begins (interface, part 2: `/forms/…`); -1 where it is none. */
function pageAt(segments: readonly string[]): number {
	return segments.slice(0, -1).lastIndexOf('forms');
}

function join({ origin }: URL, segments: readonly string[]): string {
	return [origin, ...segments].join('/');
}

/** What was probably meant by an address that is refused. */
function meant(url: URL): string {
	// A password with a slash or a number sign in it is taken apart by the parser: none of it is repeated.
	if (`${url.pathname}${url.search}${url.hash}`.includes('@')) return EXAMPLE;
	const prefix = prefixOf(url);
	const page = pageAt(prefix);
	const base = join(url, page === -1 ? prefix : withoutVersion(prefix.slice(0, page)));
	return base.length > LONGEST_MEANT ? EXAMPLE : `It is probably ${base}`;
}

const LONGEST_MEANT = 200;

function parse(text: string): URL {
	// The URL parser drops line breaks and turns a backslash into a slash: both can hide another host.
	if (/[\s\\\p{C}]/u.test(text)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL holds white space, a backslash or an invisible character.',
			`Type the address anew. ${EXAMPLE}.`,
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL does not start with https://',
			`Put https:// in front of the host name. ${EXAMPLE}.`,
		);
	}
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined) {
		throw new Refusal(PARAMETER, 'The Base URL is not a web address.', `${EXAMPLE}.`);
	}
	return url;
}

/**
 * Whether a host is this machine, by its name.
 *
 * @param host as an address has it, IPv6 in brackets
 */
export function isLoopback(host: string): boolean {
	return (
		host === 'localhost' ||
		host.endsWith('.localhost') ||
		host === '[::1]' ||
		/^127(\.\d{1,3}){3}$/.test(host)
	);
}
