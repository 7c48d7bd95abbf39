/** What a service knows when it writes its headers. Spans in milliseconds. */
export interface Known {
	readonly isRefused: boolean;
	readonly remaining: number;
	readonly reset: number;
	/** The service's own clock, since 1970. */
	readonly date: number;
}

/** How a service tells of its limit: the headers of an answer, names in lower case. */
export type Tell = (known: Known) => Readonly<Record<string, string>>;

const wholeSeconds = (span: number) => String(Math.max(1, Math.ceil(span / 1000)));
const withDate = (date: number) => ({ date: new Date(date).toUTCString() });

export const silent: Tell = () => ({});

/** @param factor how wrong it is */
export const retryAfter =
	(factor = 1): Tell =>
	({ isRefused, reset }) =>
		isRefused ? { 'retry-after': wholeSeconds(reset * factor) } : {};

export const retryAfterDecimal: Tell = ({ isRefused, reset }) =>
	isRefused ? { 'retry-after': (reset / 1000).toFixed(3) } : {};

export const retryAfterDate: Tell = ({ isRefused, reset, date }) => ({
	...withDate(date),
	...(isRefused && {
		'retry-after': new Date(date + Math.ceil(reset / 1000) * 1000).toUTCString(),
	}),
});

export const structured: Tell = ({ remaining, reset }) => ({
	'ratelimit-policy': '"default";q=60;w=10',
	ratelimit: `"default";r=${remaining};t=${wholeSeconds(reset)}`,
});

/** @param factor by which the number of requests left is wrong */
export const threeHeaders =
	(factor = 1): Tell =>
	({ remaining, reset }) => ({
		'ratelimit-limit': '60',
		'ratelimit-remaining': String(Math.floor(remaining * factor)),
		'ratelimit-reset': wholeSeconds(reset),
	});

export const epochSeconds: Tell = ({ remaining, reset, date }) => ({
	...withDate(date),
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(Math.ceil((date + reset) / 1000)),
});

export const epochMilliseconds: Tell = ({ remaining, reset, date }) => ({
	...withDate(date),
	'x-rate-limit-remaining': String(remaining),
	'x-rate-limit-reset': String(Math.ceil(date + reset)),
});
