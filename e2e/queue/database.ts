import { runCommand } from '../command.ts';
import { MissingPiece } from '../missingPiece.ts';

/** A PostgreSQL database for one campaign. */
export interface Database {
	/** The variables by which an n8n uses it. */
	readonly environment: NodeJS.ProcessEnv;
	/** Removes it, with whatever is in it. */
	drop(): Promise<void>;
}

/**
 * Makes a database of its own on the PostgreSQL that `PGHOST`, `PGPORT`, `PGUSER` and `PGPASSWORD`
 * name (127.0.0.1, 5432, postgres, none).
 *
 * @param name the database's name, which must be free
 * @throws MissingPiece where there is no PostgreSQL that lets it
 */
export async function createDatabase(name: string): Promise<Database> {
	const {
		PGHOST: host = '127.0.0.1',
		PGPORT: port = '5432',
		PGUSER: user = 'postgres',
		PGPASSWORD: password = '',
	} = process.env;
	const env = { ...process.env, PGHOST: host, PGPORT: port, PGUSER: user, PGPASSWORD: password };
	const run = async (command: string, args: readonly string[]): Promise<string | undefined> => {
		try {
			const { code, output } = await runCommand(command, args, { cwd: '/', env });
			return code === 0 ? undefined : output.trim();
		} catch {
			return `there is no program ${command}; install Debian's postgresql-client`;
		}
	};
	const refusal = await run('createdb', ['--no-password', name]);
	if (refusal !== undefined) {
		throw new MissingPiece(
			`PostgreSQL on ${host}:${port} gives ${user} no database (${refusal}): start one, or name it with PGHOST, PGPORT, PGUSER and PGPASSWORD.`,
		);
	}
	return {
		environment: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: host,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: name,
			DB_POSTGRESDB_USER: user,
			DB_POSTGRESDB_PASSWORD: password,
		},
		drop: async () => {
			const problem = await run('dropdb', ['--no-password', '--force', '--if-exists', name]);
			if (problem !== undefined) throw new Error(`The database ${name} stays: ${problem}`);
		},
	};
}
