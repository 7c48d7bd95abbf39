import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { integerOf, optionalTextOf, textOf } from './row.ts';

/** What may be shown of an access token after its one moment of being seen. */
export interface AccessToken {
	readonly id: number;
	readonly name: string;
	/** ISO 8601, UTC */
	readonly created: string;
	/** ISO 8601, UTC; null while the token is valid */
	readonly cancelled: string | null;
}

const tokenBytes = 24;

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('base64url');
}

/** Access tokens: shown once, stored as a digest, listed by name, cancelled at any time. */
export class AccessTokens {
	readonly #write;
	readonly #valid;
	readonly #list;
	readonly #cancel;
	readonly #now;

	constructor(database: DatabaseSync, now: () => Date) {
		this.#now = now;
		this.#write = database.prepare(
			`INSERT INTO access_token (account, name, hash, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (hash) DO NOTHING`,
		);
		this.#valid = database.prepare(
			'SELECT account FROM access_token WHERE hash = ? AND cancelled IS NULL',
		);
		this.#list = database.prepare(
			'SELECT id, name, created, cancelled FROM access_token WHERE account = ? ORDER BY id',
		);
		this.#cancel = database.prepare(
			'UPDATE access_token SET cancelled = ? WHERE id = ? AND account = ? AND cancelled IS NULL',
		);
	}

	/**
	 * Makes a token and returns it: the only time that it can be seen.
	 * @param token the token's text, where it must be known beforehand; else a random one
	 */
	create(
		account: number,
		name: string,
		token = randomBytes(tokenBytes).toString('base64url'),
	): string {
		this.#write.run(account, name, hashOf(token), this.#now().toISOString());
		return token;
	}

	/** The id of the account that a token speaks for, or undefined where it is unknown or cancelled. */
	accountOf(token: string): number | undefined {
		const row = this.#valid.get(hashOf(token));
		return row && integerOf(row, 'account');
	}

	list(account: number): AccessToken[] {
		return this.#list.all(account).map((row) => ({
			id: integerOf(row, 'id'),
			name: textOf(row, 'name'),
			created: textOf(row, 'created'),
			cancelled: optionalTextOf(row, 'cancelled'),
		}));
	}

	/** Cancels one of the account's tokens. @returns whether there was a valid one to cancel */
	cancel(account: number, id: number): boolean {
		return this.#cancel.run(this.#now().toISOString(), id, account).changes > 0;
	}
}
