import type { IHttpRequestOptions } from 'n8n-workflow';

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
