import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken } from '../store/accessTokens.ts';
import type { Account } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { markup, type Html } from './markup.ts';
import { page, table, timeElement } from './layout.ts';
import { forSignedIn } from './signInPages.ts';

type NewTokenRequest = FastifyRequest<{ Body: { name?: unknown } | null }>;
type CancelRequest = FastifyRequest<{ Params: { token: string } }>;

const integrations = '/settings/integrations';
const longestName = 100;

/** The Settings panel: the account, and the Integrations tab with its access tokens. */
export function settingsPages(app: FastifyInstance, store: Store): void {
	const { accessTokens } = store;
	const showTokens = (reply: FastifyReply, { id, username }: Account, dialog?: Html) => {
		const content = markup`${tabs(integrations)}${tokenSection(accessTokens.list(id))}`;
		return reply.send(page(placeOf(username), content, dialog));
	};

	app.get(
		'/settings',
		forSignedIn(store, (_request, reply, { username }) => {
			const content = markup`${tabs('/settings')}
				<p>Signed in as <strong>${username}</strong>.</p>`;
			return reply.send(page(placeOf(username), content));
		}),
	);
	app.get(
		integrations,
		forSignedIn(store, (_request, reply, account) => showTokens(reply, account)),
	);
	app.get(
		`${integrations}/tokens/new`,
		forSignedIn(store, (_request, reply, account) => showTokens(reply, account, nameForm(''))),
	);
	app.post(
		`${integrations}/tokens`,
		forSignedIn(store, (request: NewTokenRequest, reply, account) => {
			const { name: sent } = request.body ?? {};
			const name = typeof sent === 'string' ? sent.trim() : '';
			if (name === '' || name.length > longestName) {
				const problem = `Give the token a name of 1 to ${String(longestName)} characters.`;
				return showTokens(reply.code(422), account, nameForm(problem));
			}
			const token = accessTokens.create(account.id, name);
			return showTokens(reply.code(201), account, tokenDialog(name, token));
		}),
	);
	app.post(
		`${integrations}/tokens/:token/cancel`,
		forSignedIn(store, (request: CancelRequest, reply, account) => {
			accessTokens.cancel(account.id, Number(request.params.token));
			return reply.redirect(integrations, 303);
		}),
	);
}

function placeOf(username: string) {
	return { title: 'Settings', section: 'Settings', username } as const;
}

function tabs(current: string): Html {
	const tab = (href: string, name: string) =>
		href === current
			? markup`<a href="${href}" aria-current="page">${name}</a>`
			: markup`<a href="${href}">${name}</a>`;
	return markup`<nav aria-label="Settings" class="tabs">
		${tab('/settings', 'Account')} ${tab(integrations, 'Integrations')}
	</nav>`;
}

function tokenSection(tokens: readonly AccessToken[]): Html {
	const rows = tokens.map(
		({ id, name, created, cancelled }) =>
			markup`<tr>
				<td>${name}</td>
				<td>${timeElement(created)}</td>
				<td>
					${cancelled === null ? cancelForm(id, name) : markup`Cancelled ${timeElement(cancelled)}`}
				</td>
			</tr>`,
	);
	return markup`<h2>Access Tokens</h2>
		<p class="soft">
			A token can be seen only once, when it is made. It can be cancelled at any time.
		</p>
		<p><a class="button" href="${integrations}/tokens/new">New Access Token</a></p>
		${table(['Name', 'Created', 'State'], rows)}`;
}

function cancelForm(id: number, name: string): Html {
	return markup`<form method="post" action="${integrations}/tokens/${id}/cancel">
		<button class="quiet" aria-label="Cancel token ${name}">Cancel</button>
	</form>`;
}

function nameForm(problem: string): Html {
	return markup`<dialog open aria-modal="true" aria-labelledby="dialog-title">
		<h2 id="dialog-title">New Access Token</h2>
		<form method="post" action="${integrations}/tokens">
			<p class="bad" role="alert">${problem}</p>
			<label for="name">Name of the service that will use the token</label>
			<input
				id="name"
				name="name"
				required
				maxlength="${longestName}"
				autocomplete="off"
				autofocus
			/>
			<p class="soft">Only a label, for you to tell your tokens apart.</p>
			<p class="row"><button>Create token</button><a href="${integrations}">Back</a></p>
		</form>
	</dialog>`;
}

function tokenDialog(name: string, token: string): Html {
	return markup`<dialog open aria-modal="true" aria-labelledby="dialog-title">
		<h2 id="dialog-title">Your new access token</h2>
		<p>Copy it now: this is the only time that it is shown.</p>
		<label for="token">Token for ${name}</label>
		<input id="token" readonly value="${token}" autofocus />
		<p><a class="button" href="${integrations}">Close</a></p>
	</dialog>`;
}
