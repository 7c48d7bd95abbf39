import type { DatabaseSync } from 'node:sqlite';
import { newPermalink } from '../permalink.ts';
import { integerOf, optionalTextOf, textOf, type Row } from './row.ts';

/** The values of a submission by variable name: whatever JSON can hold, `__proto__` included. */
export type FieldData = Record<string, unknown>;

export interface Submission {
	readonly permalink: string;
	/** the permalink of its form */
	readonly form: string;
	readonly data: FieldData;
	/** 1 when created, and one more with each update */
	readonly revision: number;
	/** ISO 8601, UTC */
	readonly created: string;
	/** ISO 8601, UTC */
	readonly updated: string;
	/** ISO 8601, UTC; null while it is not deleted */
	readonly deleted: string | null;
}

function isFieldData(value: unknown): value is FieldData {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function submissionOf(row: Row): Submission {
	const data: unknown = JSON.parse(textOf(row, 'data'));
	if (!isFieldData(data)) throw new Error('A submission holds no field data');
	return {
		permalink: textOf(row, 'permalink'),
		form: textOf(row, 'form'),
		data,
		revision: integerOf(row, 'revision'),
		created: textOf(row, 'created'),
		updated: textOf(row, 'updated'),
		deleted: optionalTextOf(row, 'deleted'),
	};
}

/** The submissions. Deletes are soft: a deleted submission stays, marked with the time. */
export class Submissions {
	readonly #insert;
	readonly #find;
	readonly #update;
	readonly #delete;
	readonly #page;
	readonly #count;
	readonly #all;
	readonly #now;

	constructor(database: DatabaseSync, now: () => Date) {
		this.#now = now;
		this.#insert = database.prepare(
			`INSERT INTO submission (permalink, form, data, revision, created, updated)
			VALUES (?, ?, ?, 1, ?, ?)`,
		);
		this.#find = database.prepare('SELECT * FROM submission WHERE permalink = ? AND form = ?');
		this.#update = database.prepare(
			`UPDATE submission SET data = ?, updated = ?, revision = revision + 1
			WHERE permalink = ? RETURNING *`,
		);
		this.#delete = database.prepare(
			'UPDATE submission SET deleted = ? WHERE permalink = ? AND deleted IS NULL',
		);
		this.#page = database.prepare(
			`SELECT * FROM submission WHERE form = ? AND deleted IS NULL
			ORDER BY number DESC LIMIT ? OFFSET ?`,
		);
		this.#count = database.prepare(
			'SELECT count(*) AS count FROM submission WHERE form = ? AND deleted IS NULL',
		);
		this.#all = database.prepare('SELECT * FROM submission ORDER BY number');
	}

	/** @throws Error where the given permalink is taken */
	create(form: string, data: FieldData, permalink = newPermalink()): Submission {
		const now = this.#now().toISOString();
		this.#insert.run(permalink, form, JSON.stringify(data), now, now);
		return { permalink, form, data, revision: 1, created: now, updated: now, deleted: null };
	}

	/** A submission of this form, deleted or not. */
	find(form: string, permalink: string): Submission | undefined {
		const row = this.#find.get(permalink, form);
		return row && submissionOf(row);
	}

	/** Replaces the values of a submission. @throws Error where there is no such submission */
	replace(permalink: string, data: FieldData): Submission {
		const row = this.#update.get(JSON.stringify(data), this.#now().toISOString(), permalink);
		if (!row) throw new Error('There is no such submission');
		return submissionOf(row);
	}

	/** Marks a submission deleted. @returns false where it was so already */
	delete(permalink: string): boolean {
		return this.#delete.run(this.#now().toISOString(), permalink).changes > 0;
	}

	/** The form's submissions that are not deleted, newest first. */
	page(form: string, limit: number, offset: number): Submission[] {
		return this.#page.all(form, limit, offset).map(submissionOf);
	}

	/** How many submissions of the form are not deleted. */
	count(form: string): number {
		const row = this.#count.get(form);
		return row ? integerOf(row, 'count') : 0;
	}

	/** Every submission of every form, deleted ones too, in the order of their creation. */
	all(): Submission[] {
		return this.#all.all().map(submissionOf);
	}
}
