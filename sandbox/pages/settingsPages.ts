import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken } from '../store/accessTokens.ts';
import type { Account } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { markup, type Html } from './markup.ts';
import { page, table, tabs, timeElement, toCopy } from './layout.ts';
import { forSignedIn } from './signInPages.ts';

type NewTokenRequest = FastifyRequest<{ Body: { name?: unknown } | null }>;
type CancelRequest = FastifyRequest<{ Params: { token: string } }>;

const integrations = '/settings/integrations';
const longestName = 100;

/** The Settings panel: the account, and the Integrations tab with its access tokens. */
export function settingsPages(app: FastifyInstance, store: Store): void {
	const { accessTokens } = store;
	const showTokens = (reply: FastifyReply, { id, username }: Account, dialog?: Html) => {
		const content = markup`${settingsTabs(integrations)}${tokenSection(accessTokens.list(id))}`;
		return reply.send(page(placeOf(username), content, dialog));
	};

	app.get(
		'/settings',
		forSignedIn(store, (_request, reply, { username }) => {
			const content = markup`${settingsTabs('/settings')}
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
	app.get(
		`${integrations}/tokens/:token/cancel`,
		forSignedIn(store, (request: CancelRequest, reply, account) => {
			const asked = accessTokens
				.list(account.id)
				.find(({ id, cancelled }) => cancelled === null && String(id) === request.params.token);
			return asked
				? showTokens(reply, account, cancelDialog(asked))
				: reply.redirect(integrations, 303);
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

function settingsTabs(current: string): Html {
	return tabs('Settings', current, { '/settings': 'Account', [integrations]: 'Integrations' });
}

function tokenSection(tokens: readonly AccessToken[]): Html {
	const rows = tokens.map(
		({ id, name, created, cancelled }) =>
			markup`<tr>
				<td>${name}</td>
				<td>${timeElement(created)}</td>
				<td>
					${cancelled === null ? cancelLink(id, name) : markup`Cancelled ${timeElement(cancelled)}`}
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

function cancelLink(id: number, name: string): Html {
	const href = `${integrations}/tokens/${String(id)}/cancel`;
	return markup`<a class="button quiet" href="${href}" aria-label="Cancel token ${name}">Cancel</a>`;
}

function cancelDialog({ id, name }: AccessToken): Html {
	return markup`<dialog open aria-modal="true" aria-labelledby="dialog-title">
		<h2 id="dialog-title">Cancel the token “${name}”?</h2>
		<p>
			Whatever uses it is refused from then on, with status 401: workflows in n8n whose credential
			holds it fail until that credential is given another token.
		</p>
		<p>A cancelled token cannot be brought back.</p>
		<form method="post" action="${integrations}/tokens/${id}/cancel" class="row">
			<button class="danger">Cancel token</button>
			<a href="${integrations}" autofocus>Keep it</a>
		</form>
	</dialog>`;
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
		${toCopy('token', `Token for ${name}`, token, true)}
		<p><a class="button" href="${integrations}">Close</a></p>
	</dialog>`;
}
