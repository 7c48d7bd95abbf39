import type { LogEntry } from './requestLog.ts';

const mask = '***';

const secretHeaders = new Set([
	'authorization',
	'authorization-username',
	'authorization-password',
	'cookie',
]);
const secretParameters = new Set(['access_token', 'username', 'password']);

/** A request target whose credentials are masked, the rest letter for letter as it came. */
export function maskedUrl(url: string): string {
	const start = url.indexOf('?');
	if (start < 0) return url;
	const parameters = url.slice(start + 1).split('&');
	return `${url.slice(0, start)}?${parameters.map(maskedParameter).join('&')}`;
}

function maskedParameter(parameter: string): string {
	const [name = ''] = parameter.split('=', 1);
	// Names may be percent-encoded too.
	const [decoded = ''] = [...new URLSearchParams(name).keys()];
	return secretParameters.has(decoded) ? `${name}=${mask}` : parameter;
}

/** An entry that may leave the process: credentials masked, the body as text. */
export function maskedEntry(entry: LogEntry): Record<string, unknown> {
	const headers = Object.entries(entry.headers).map(([name, value]) => [
		name,
		secretHeaders.has(name) ? mask : value,
	]);
	return {
		...entry,
		url: maskedUrl(entry.url),
		headers: Object.fromEntries(headers),
		body: entry.body.toString('utf8'),
	};
}

/** An entry as one line of text for a terminal. */
export function logLine(entry: LogEntry): string {
	const { sequence, method, url, status, end, stored, fault } = entry;
	// The target is the client's: what could steer a terminal is shown as an escape.
	const target = JSON.stringify(maskedUrl(url)).slice(1, -1);
	const outcome = end === 'finished' ? String(status) : end;
	const notes = [stored && `stored ${stored}`, fault && `fault ${fault}`].filter(Boolean);
	return [String(sequence), method, target, outcome, ...notes].join(' ');
}
