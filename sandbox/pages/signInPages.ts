import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { markup } from './markup.ts';
import { page } from './layout.ts';
import { endSession, safeReturnPath, signedIn, startSession } from './session.ts';

type SignInRequest = FastifyRequest<{
	Querystring: { next?: unknown };
	Body: { username?: unknown; password?: unknown; next?: unknown } | null;
}>;

export function signInPages(app: FastifyInstance, { accounts }: Store): void {
	app.get('/sign-in', (request: SignInRequest, reply) =>
		reply.send(signInPage(request.query.next, '')),
	);
	app.post('/sign-in', async (request: SignInRequest, reply) => {
		const { username, password, next } = request.body ?? {};
		const account = await accounts.withPassword(textOf(username), textOf(password));
		if (!account) return reply.code(401).send(signInPage(next, 'Wrong username or password.'));
		startSession(reply, account);
		return reply.redirect(safeReturnPath(next), 303);
	});
	app.post('/sign-out', (_request, reply) => {
		endSession(reply);
		return reply.redirect('/sign-in', 303);
	});
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function signInPage(next: unknown, problem: string): string {
	return page(
		{ title: 'Sign in' },
		markup`<form method="post" action="/sign-in" class="narrow">
			<p class="soft">The sandbox printed the account's username and password when it started.</p>
			<p class="bad" role="alert">${problem}</p>
			<label for="username">Username</label>
			<input id="username" name="username" autocomplete="username" required autofocus />
			<label for="password">Password</label>
			<input
				id="password"
				name="password"
				type="password"
				autocomplete="current-password"
				required
			/>
			<input type="hidden" name="next" value="${safeReturnPath(next)}" />
			<p><button>Sign in</button></p>
		</form>`,
	);
}

type PageHandler<Request> = (
	request: Request,
	reply: FastifyReply,
	account: Account,
) => FastifyReply | Promise<FastifyReply>;

/** A handler that only signed-in people reach; others are asked to sign in first. */
export function forSignedIn<Request extends FastifyRequest>(
	{ accounts }: Store,
	handler: PageHandler<Request>,
): (request: Request, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> {
	return (request, reply) => {
		const account = signedIn(request, accounts);
		if (account) return handler(request, reply, account);
		return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`, 303);
	};
}
