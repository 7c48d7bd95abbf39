import { z } from 'zod';
import { fieldSchema } from './store/forms.ts';

const permalinkSchema = z.string().length(10);

/** A form to be made at the start, with its submissions; permalinks left out are random. */
export const formSeedSchema = z
	.object({
		permalink: permalinkSchema.optional(),
		name: z.string(),
		fields: z.array(fieldSchema),
		submissions: z
			.array(
				z.object({ permalink: permalinkSchema.optional(), data: z.record(z.unknown()) }).strict(),
			)
			.optional(),
	})
	.strict();

export type FormSeed = z.output<typeof formSeedSchema>;
