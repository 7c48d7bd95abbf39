import { Refusal } from './refusal';

const PARAMETER = 'Base URL';
const EXAMPLE = 'It should look like https://forms.example.com';

/**
 * Reads the base address of a deployment as people paste it.
 *
 * Surrounding space, trailing slashes and a pasted `/api/v1` are tolerated; a path prefix is kept.
 *
 * @param value the credential's Base URL
 * @param allowHttp whether `http://` is allowed to hosts other than this machine
 * @returns scheme, host and path prefix, without a trailing slash
 * @throws Refusal when it is not such an address, carries a user name, a query or a fragment, or
 * would send the credentials unencrypted
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
	if (url.username !== '' || url.password !== '') {
		throw new Refusal(
			PARAMETER,
			'The Base URL holds a user name or password.',
			'Remove what stands before the @ and use the fields of the credential for it.',
		);
	}
	if (/[?#]/.test(text)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL holds a query or a fragment.',
			`Remove the ? or # and all that follows. ${EXAMPLE}.`,
		);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		throw new Refusal(
			PARAMETER,
			'The Base URL starts with http://, so the credentials and all form data would travel unencrypted.',
			'Use https://, or turn on Allow HTTP in the credential if you accept that.',
		);
	}
	return (
		url.origin +
		url.pathname
			.replace(/\/+$/, '')
			.replace(/\/api\/v1$/, '')
			.replace(/\/+$/, '')
	);
}

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

function isLoopback(host: string): boolean {
	return (
		host === 'localhost' ||
		host.endsWith('.localhost') ||
		host === '[::1]' ||
		/^127(\.\d{1,3}){3}$/.test(host)
	);
}
