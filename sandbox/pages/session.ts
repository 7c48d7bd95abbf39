import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../store/accounts.ts';
import type { Accounts } from '../store/accounts.ts';

const cookie = 'submissions_sandbox';

// Strict, so that no page of another site acts in a signed-in person's name; for pages on other
// ports of this machine, which count as the same site, `refuseForeignPosts` stands in.
const cookieOptions = { path: '/', httpOnly: true, sameSite: 'strict', signed: true } as const;

/** Signs a person in: a cookie that holds the account's id, signed with a key of this process. */
export function startSession(reply: FastifyReply, account: Account): void {
	reply.setCookie(cookie, String(account.id), cookieOptions);
}

export function endSession(reply: FastifyReply): void {
	reply.clearCookie(cookie, { path: '/' });
}

/** Who is signed in, or undefined. */
export function signedIn(request: FastifyRequest, accounts: Accounts): Account | undefined {
	const sent = request.cookies[cookie];
	const { valid, value } = request.unsignCookie(sent ?? '');
	return valid ? accounts.byId(Number(value)) : undefined;
}

/** A path of this server to go back to after signing in; anything else becomes the start page. */
export function safeReturnPath(path: unknown): string {
	return typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/forms';
}
