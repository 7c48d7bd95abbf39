import { DatabaseSync } from 'node:sqlite';

const schema = `
	CREATE TABLE IF NOT EXISTS account (
		id INTEGER PRIMARY KEY,
		username TEXT NOT NULL UNIQUE,
		password TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS access_token (
		id INTEGER PRIMARY KEY,
		account INTEGER NOT NULL REFERENCES account,
		name TEXT NOT NULL,
		hash TEXT NOT NULL UNIQUE,
		created TEXT NOT NULL,
		cancelled TEXT
	) STRICT;
	CREATE TABLE IF NOT EXISTS form (
		number INTEGER PRIMARY KEY,
		permalink TEXT NOT NULL UNIQUE,
		name TEXT NOT NULL,
		fields TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS submission (
		number INTEGER PRIMARY KEY,
		permalink TEXT NOT NULL UNIQUE,
		form TEXT NOT NULL REFERENCES form (permalink),
		data TEXT NOT NULL,
		revision INTEGER NOT NULL,
		created TEXT NOT NULL,
		updated TEXT NOT NULL,
		deleted TEXT
	) STRICT;
	CREATE INDEX IF NOT EXISTS submission_by_form ON submission (form, number);
`;

/**
 * Opens the sandbox's database and makes its tables where they are missing.
 * @param file path of the file, or `:memory:`
 */
export function openDatabase(file: string): DatabaseSync {
	const database = new DatabaseSync(file);
	// A sandbox's data may be lost with the machine's power, and each write must stay cheap.
	database.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;',
	);
	database.exec(schema);
	return database;
}
