import { AccessTokens } from './accessTokens.ts';
import { Accounts } from './accounts.ts';
import { openDatabase } from './database.ts';
import { Forms } from './forms.ts';
import { Submissions } from './submissions.ts';

/** Everything that the sandbox remembers. */
export interface Store {
	readonly accounts: Accounts;
	readonly accessTokens: AccessTokens;
	readonly forms: Forms;
	readonly submissions: Submissions;
	close(): void;
}

/**
 * @param file path of an SQLite file, made where it is missing, or `:memory:`
 * @param now the clock for created, updated, deleted and cancelled times
 */
export function openStore(file: string, now: () => Date): Store {
	const database = openDatabase(file);
	return {
		accounts: new Accounts(database),
		accessTokens: new AccessTokens(database, now),
		forms: new Forms(database),
		submissions: new Submissions(database, now),
		close: () => {
			database.close();
		},
	};
}
