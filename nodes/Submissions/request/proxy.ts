import type { IHttpRequestOptions } from 'n8n-workflow';

import { isLoopback } from './baseUrl';
import type { Credential } from './credential';
import { percentDecode } from './percent';
import { Refusal } from './refusal';

/** A proxy as n8n's request helper takes it. */
export type Proxy = NonNullable<IHttpRequestOptions['proxy']>;

/**
 * Reads the address of a proxy. n8n would ignore one that it does not support and send the request
 * without it; here that is refused.
 *
 * @param address the Proxy option; empty for none
 * @throws Refusal when it is no `http://` or `https://` address
 */
export function readProxy(address: string): Proxy | undefined {
	const text = address.trim();
	if (text === '') return undefined;
	const url = /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const username = percentDecode(url?.username ?? '');
	const password = percentDecode(url?.password ?? '');
	if (url === undefined || username === undefined || password === undefined) {
		throw new Refusal(
			'Proxy',
			'The Proxy option is not the address of an HTTP proxy.',
			'It should look like http://proxy.example.com:3128',
		);
	}
	return {
		protocol: url.protocol.replace(':', ''),
		host: url.hostname,
		port: Number(url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port),
		...(username === '' ? {} : { auth: { username, password } }),
	};
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/**
 * Refuses a proxy that could read the credential, which whoever edits a workflow may not see: where
 * nothing is encrypted, and where nobody is asked to vouch for the other end.
 *
 * @param proxy the proxy of a request
 * @param skipsCertificate whether the request takes any certificate
 * @param credential where the request goes, and what is accepted on the way
 * @throws Refusal
 */
export function checkProxy(
	proxy: Proxy | undefined,
	skipsCertificate: boolean,
	{ baseUrl, allowHttp }: Pick<Credential, 'baseUrl' | 'allowHttp'>,
): void {
	if (proxy === undefined) return;
	const isPlain = baseUrl.startsWith('http:');
	if (isPlain && !allowHttp && !isLoopback(proxy.host)) {
		throw new Refusal(
			'Proxy',
			'The Base URL starts with http://, so the proxy would get the credentials and all form data unencrypted.',
			'Remove the Proxy option, which nothing on this machine needs; or turn on Allow HTTP in the credential if you accept that.',
		);
	}
	if (!isPlain && skipsCertificate) {
		throw new Refusal(
			'Proxy',
			'With Ignore SSL Issues, the proxy could read the credentials and all form data.',
			"Turn one of them off. Where both are needed, set the proxy for the whole of n8n by its variable HTTPS_PROXY, or let Node.js trust the host's certificate by NODE_EXTRA_CA_CERTS.",
		);
	}
}
