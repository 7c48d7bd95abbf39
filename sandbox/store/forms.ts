import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { textOf } from './row.ts';

export const fieldTypes = [
	'text',
	'email',
	'phone',
	'number',
	'boolean',
	'date',
	'list',
	'file',
] as const;

export type FieldType = (typeof fieldTypes)[number];

export const fieldSchema = z
	.object({
		/** The variable name: the key of the field's value in field data. */
		name: z.string().min(1),
		label: z.string(),
		type: z.enum(fieldTypes),
		required: z.boolean(),
	})
	.strict();

export type FieldDefinition = z.output<typeof fieldSchema>;

export interface Form {
	readonly permalink: string;
	readonly name: string;
	readonly fields: readonly FieldDefinition[];
}

/** The forms, kept in memory as well: each request looks one up, and none is ever changed. */
export class Forms {
	readonly #known = new Map<string, Form>();
	readonly #write;

	constructor(database: DatabaseSync) {
		this.#write = database.prepare('INSERT INTO form (permalink, name, fields) VALUES (?, ?, ?)');
		for (const row of database.prepare('SELECT * FROM form ORDER BY number').all()) {
			const form = {
				permalink: textOf(row, 'permalink'),
				name: textOf(row, 'name'),
				fields: z.array(fieldSchema).parse(JSON.parse(textOf(row, 'fields'))),
			};
			this.#known.set(form.permalink, form);
		}
	}

	/** Adds a form. @throws Error where its permalink is taken. */
	add(form: Form): void {
		this.#write.run(form.permalink, form.name, JSON.stringify(form.fields));
		this.#known.set(form.permalink, form);
	}

	find(permalink: string): Form | undefined {
		return this.#known.get(permalink);
	}

	list(): Form[] {
		return [...this.#known.values()];
	}
}
