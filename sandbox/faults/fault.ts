import { z } from 'zod';

const status = z.number().int().min(200).max(599);

/**
 * What can go wrong with a request, by kind. Those named `…AfterStoring`, `truncate` and `slow` let
 * the service do its work first; all others keep it from storing anything.
 *
 * No kind denies after storing: a service that says "no, nothing was done" and did it can't be told
 * from one that is honest.
 */
export const faultSchema = z.discriminatedUnion('kind', [
	// Any answer at all: a body that is text goes out as it is, or as the bytes that it stands for in
	// the given encoding; anything else goes out as JSON.
	z
		.object({
			kind: z.literal('refuse'),
			status,
			headers: z.record(z.string()).optional(),
			body: z.unknown(),
			encoding: z.enum(['latin1', 'base64']).optional(),
			contentType: z.string().optional(),
		})
		.strict(),
	// 429 with Retry-After: a number of seconds, or a text such as an HTTP date. With `asDate` the
	// seconds are sent as the date that they lead to.
	z
		.object({
			kind: z.literal('tooMany'),
			retryAfter: z.union([z.number().min(0), z.string()]).default(1),
			asDate: z.boolean().default(false),
		})
		.strict(),
	// A page in place of an answer, as a proxy or a wrong address gives it.
	z.object({ kind: z.literal('html'), status: status.default(200) }).strict(),
	z.object({ kind: z.literal('htmlAfterStoring'), status: status.default(200) }).strict(),
	// A body that claims to be JSON and is not.
	z.object({ kind: z.literal('garbage'), status: status.default(200) }).strict(),
	z.object({ kind: z.literal('garbageAfterStoring'), status: status.default(200) }).strict(),
	// A refusal whose body breaks off, or with `stalls` never ends. `body` as in `refuse`; `keep` is how
	// much of it goes out.
	z
		.object({
			kind: z.literal('truncateRefusal'),
			status: status.default(422),
			body: z.unknown(),
			keep: z.number().min(0).max(1).default(0.5),
			stalls: z.boolean().default(false),
		})
		.strict(),
	// A success by its status, whose body says no.
	z.object({ kind: z.literal('deny'), status: status.default(200), body: z.unknown() }).strict(),
	// A success by its status, whose body speaks of errors and leaves open what was done.
	z
		.object({ kind: z.literal('complain'), status: status.default(200), body: z.unknown() })
		.strict(),
	z
		.object({
			kind: z.literal('complainAfterStoring'),
			status: status.default(200),
			body: z.unknown(),
		})
		.strict(),
	// `{url}` in the location becomes the target that was asked for, query and all.
	z
		.object({
			kind: z.literal('redirect'),
			location: z.string(),
			status: status.default(302),
		})
		.strict(),
	// As web frameworks do after a form was sent. In the location `{submission}` becomes the path of what
	// was created, changed or deleted, `{permalink}` its permalink, `{form}` its form's, `{origin}` the
	// address that was asked, `{url}` the target. An empty location is left out.
	z
		.object({
			kind: z.literal('redirectAfterStoring'),
			location: z.string().default('{submission}'),
			status: status.default(303),
		})
		.strict(),
	// A refusal whose words repeat the credential, plain and encoded in every usual way.
	z.object({ kind: z.literal('echoSecret'), status: status.default(403) }).strict(),
	// Never an answer, until the client gives up.
	z.object({ kind: z.literal('hang') }).strict(),
	z.object({ kind: z.literal('hangAfterStoring') }).strict(),
	// The connection ends without an answer.
	z.object({ kind: z.literal('resetBeforeReading') }).strict(),
	z.object({ kind: z.literal('resetAfterStoring') }).strict(),
	// Half of the answer, then the connection ends.
	z.object({ kind: z.literal('truncate') }).strict(),
	// Stored, but the answer says that the service failed, or that somebody gave up waiting (408, 499).
	z.object({ kind: z.literal('failAfterStoring'), status: status.default(500) }).strict(),
	// The answer comes `ms` late; with `drip`, that many bytes at a time and `ms` before each.
	z
		.object({
			kind: z.literal('slow'),
			ms: z.number().int().min(0).default(1000),
			drip: z.number().int().min(1).optional(),
		})
		.strict(),
]);

export type Fault = z.output<typeof faultSchema>;

export type FaultKind = Fault['kind'];

export const faultKinds: readonly FaultKind[] = faultSchema.options.map(
	({ shape }) => shape.kind.value,
);

/** Whether the service does its work, and stores what it has to, before this goes wrong. */
export function storesFirst(kind: FaultKind): boolean {
	return kind.endsWith('AfterStoring') || kind === 'truncate' || kind === 'slow';
}
