import { z } from 'zod';

const whole = z.number().int().min(1);

/** How a service tells a client of its limit; every duration is rounded up, so that none invites too early. */
export const limitHeaderKinds = [
	// Retry-After, with refusals alone: whole seconds, seconds with a fraction, a date.
	'retryAfter',
	'retryAfterDecimal',
	'retryAfterDate',
	// RateLimit and RateLimit-Policy, structured fields (draft-ietf-httpapi-ratelimit-headers).
	'rateLimit',
	// RateLimit-Limit, -Remaining and -Reset, of that draft's earlier versions.
	'rateLimitSeparate',
	// X-RateLimit-Limit, -Remaining and -Reset: as a span, as the time since 1970 in seconds, in milliseconds.
	'xRateLimitSpan',
	'xRateLimitEpoch',
	'xRateLimitEpochMs',
] as const;

const common = {
	name: z
		.string()
		.regex(/^[\w-]+$/)
		.default('default'),
	/** the status of what comes beyond the limit */
	status: z.number().int().min(400).max(599).default(429),
	/** whether a refused request counts against the limit too */
	refusalsCost: z.boolean().default(false),
	headers: z.array(z.enum(limitHeaderKinds)).readonly().default(['retryAfter']),
	/** the answers that have these headers */
	on: z.enum(['refusals', 'all']).default('refusals'),
};

/** A limit as services have them, by kind. */
const limitObjectSchema = z.discriminatedUnion('kind', [
	// So many at once, and as many more as come in steadily.
	z
		.object({
			kind: z.literal('bucket'),
			ratePerSecond: z.number().positive(),
			burst: whole,
			...common,
		})
		.strict(),
	// So many from the first request on until the window is over.
	z.object({ kind: z.literal('window'), requests: whole, windowMs: whole, ...common }).strict(),
	// So many in any span of that length.
	z.object({ kind: z.literal('sliding'), requests: whole, windowMs: whole, ...common }).strict(),
	// So many under way at the same time.
	z.object({ kind: z.literal('inFlight'), requests: whole, ...common }).strict(),
]);

/** A limit as an object, or in short form as text. */
export const limitSchema = z.preprocess(
	(limit) => (typeof limit === 'string' ? fromShortForm(limit) : limit),
	limitObjectSchema,
);

export type Limit = z.output<typeof limitObjectSchema>;

/** How a limit may be written: as an object, or in short form. */
export type LimitInput = z.input<typeof limitObjectSchema> | string;

/** How the short form of a limit is written, for a help text. */
export const limitShortFormHelp =
	'bucket:<per second>/<burst>  window:<n>/<ms>  sliding:<n>/<ms>  inFlight:<n>';

const numbersOf: Readonly<Record<string, readonly [string, ...string[]]>> = {
	bucket: ['ratePerSecond', 'burst'],
	window: ['requests', 'windowMs'],
	sliding: ['requests', 'windowMs'],
	inFlight: ['requests'],
};

/** What makes no sense comes out as something that no limit is. */
function fromShortForm(text: string): unknown {
	if (text.trimStart().startsWith('{')) return jsonOrText(text);
	const [, kind = '', written = ''] = /^(\w+):([\d./]+)$/.exec(text) ?? [];
	const names = Object.hasOwn(numbersOf, kind) ? (numbersOf[kind] ?? []) : [];
	const numbers = written.split('/').map(Number);
	if (numbers.length !== names.length) return text;
	return { kind, ...Object.fromEntries(names.map((name, index) => [name, numbers[index]])) };
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
