import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { formSeedSchema, type FormSeed } from './formSeed.ts';
import { newPermalink } from './permalink.ts';
import { sampleForms } from './sampleForms.ts';
import type { FieldDefinition } from './store/forms.ts';
import type { FieldData } from './store/submissions.ts';
import type { Store } from './store/store.ts';

/** What may be fixed beforehand; whatever is left out is made at random or from the samples. */
export const seedSchema = z
	.object({
		username: z.string().optional(),
		password: z.string().optional(),
		token: z.string().optional(),
		/** In place of the two sample forms; an empty list seeds none. */
		forms: z.array(formSeedSchema).optional(),
	})
	.strict();

export type SeedOptions = z.input<typeof seedSchema>;

export interface SeededForm {
	readonly permalink: string;
	readonly name: string;
	readonly fields: readonly FieldDefinition[];
	readonly submissions: readonly { readonly permalink: string; readonly data: FieldData }[];
}

/** Everything a client needs to start: what was made, secrets included. */
export interface Seeded {
	readonly username: string;
	readonly password: string;
	readonly token: string;
	readonly forms: readonly SeededForm[];
}

/**
 * Makes the account and a token, and the forms with their submissions where the store has none.
 * In a store kept in a file the account is given its password anew, and a further token is made
 * unless one was fixed: neither can be read back from what is stored.
 * @throws ZodError where the options are not of the shape above
 */
export async function seed(store: Store, options: SeedOptions): Promise<Seeded> {
	const { username = 'demo', password, token, forms = sampleForms } = seedSchema.parse(options);
	const chosenPassword = password ?? randomBytes(9).toString('base64url');
	const account = await store.accounts.write(username, chosenPassword);
	const known = store.forms.list();
	return {
		username,
		password: chosenPassword,
		token: store.accessTokens.create(account.id, 'Made at the start of the sandbox', token),
		forms: known.length > 0 ? known.map(withoutSubmissions) : forms.map((form) => sow(store, form)),
	};
}

function withoutSubmissions(form: Omit<SeededForm, 'submissions'>): SeededForm {
	return { ...form, submissions: [] };
}

function sow(store: Store, seeded: FormSeed): SeededForm {
	const { permalink = newPermalink(), name, fields, submissions = [] } = seeded;
	store.forms.add({ permalink, name, fields });
	return {
		permalink,
		name,
		fields,
		submissions: submissions.map(({ data, permalink: fixed }) => ({
			permalink: store.submissions.create(permalink, data, fixed).permalink,
			data,
		})),
	};
}
