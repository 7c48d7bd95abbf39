import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Accounts } from '../store/accounts.ts';

const cookie = 'submissions_sandbox';

// Strict, so that no page of another site acts in a signed-in person's name; for pages on other
// ports of this machine, which count as the same site, `comesFromElsewhere` stands in.
const attributes = 'Path=/; HttpOnly; SameSite=Strict';

// Sessions end with the process: nobody needs to stay signed in to a sandbox.
const signingKey = randomBytes(32);

/** Signs a person in: a cookie that holds the account's id and a signature. */
export function startSession(reply: FastifyReply, { id }: Account): void {
	reply.header('set-cookie', `${cookie}=${String(id)}.${signature(String(id))}; ${attributes}`);
}

export function endSession(reply: FastifyReply): void {
	reply.header('set-cookie', `${cookie}=; Max-Age=0; ${attributes}`);
}

/** Who is signed in, or undefined. */
export function signedIn(request: FastifyRequest, accounts: Accounts): Account | undefined {
	const sent = new RegExp(`(?:^|; )${cookie}=(\\d+)\\.([\\w-]+)`).exec(
		request.headers.cookie ?? '',
	);
	const [, id = '', signed = ''] = sent ?? [];
	return sent && sameText(signed, signature(id)) ? accounts.byId(Number(id)) : undefined;
}

/** A path of this server to go back to after signing in; anything else becomes the start page. */
export function safeReturnPath(path: unknown): string {
	return typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/forms';
}

function signature(id: string): string {
	return createHmac('sha256', signingKey).update(id).digest('base64url');
}

function sameText(one: string, other: string): boolean {
	return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
