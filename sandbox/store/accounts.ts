import type { DatabaseSync } from 'node:sqlite';
import { hashPassword, passwordVerifier } from './password.ts';
import { integerOf, textOf } from './row.ts';

export interface Account {
	readonly id: number;
	readonly username: string;
}

/** The people who may sign in, and whose username and password the interface takes. */
export class Accounts {
	readonly #verify = passwordVerifier();
	readonly #write;
	readonly #byUsername;
	readonly #byId;

	constructor(database: DatabaseSync) {
		this.#write = database.prepare(
			`INSERT INTO account (username, password) VALUES (?, ?)
			ON CONFLICT (username) DO UPDATE SET password = excluded.password RETURNING id`,
		);
		this.#byUsername = database.prepare('SELECT id, password FROM account WHERE username = ?');
		this.#byId = database.prepare('SELECT username FROM account WHERE id = ?');
	}

	/** Makes an account, or gives the one of that name a new password. */
	async write(username: string, password: string): Promise<Account> {
		const row = this.#write.get(username, await hashPassword(password));
		if (!row) throw new Error('The account was not written');
		return { id: integerOf(row, 'id'), username };
	}

	/** The account with this username and password, or undefined. */
	async withPassword(username: string, password: string): Promise<Account | undefined> {
		const row = this.#byUsername.get(username);
		if (!row || !(await this.#verify(password, textOf(row, 'password')))) return undefined;
		return { id: integerOf(row, 'id'), username };
	}

	byId(id: number): Account | undefined {
		const row = this.#byId.get(id);
		return row && { id, username: textOf(row, 'username') };
	}
}
