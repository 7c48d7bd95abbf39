import type { Choices } from '../choices.ts';
import type { Account } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Credential } from './credentials.ts';
import { badRequest, unauthorized } from './problem.ts';

/**
 * The account that a request speaks for.
 * @throws Problem 400 where several credentials came and the choice is to refuse that; 401 where
 *   there is none, or it is not valid
 */
export async function authenticate(
	store: Store,
	credentials: readonly Credential[],
	choice: Choices['severalCredentials'],
): Promise<Account> {
	const [credential] = credentials;
	if (!credential) {
		throw unauthorized('Send an access token, or a username and password.', false);
	}
	if (credentials.length > 1 && choice === 'refuse') {
		const ways = credentials.map(({ kind, place }) => `${kind} in ${place}`).join(', ');
		throw badRequest(`Send one credential, in one place. This request carries several: ${ways}.`);
	}
	const account =
		credential.kind === 'accessToken'
			? accountOfToken(store, credential.token)
			: await store.accounts.withPassword(credential.username ?? '', credential.password ?? '');
	if (!account) throw unauthorized(refusals[credential.kind], true);
	return account;
}

const refusals: Record<Credential['kind'], string> = {
	accessToken: 'The access token is not known, or it was cancelled.',
	usernamePassword: 'The username or the password is wrong.',
};

function accountOfToken(store: Store, token: string): Account | undefined {
	const id = store.accessTokens.accountOf(token);
	return id === undefined ? undefined : store.accounts.byId(id);
}
