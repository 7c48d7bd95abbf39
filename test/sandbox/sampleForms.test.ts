import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { sampleForms } from '../../sandbox/sampleForms.ts';

const project = resolve(__dirname, '../..');

const workflowSchema = z.object({
	nodes: z.array(
		z.object({
			name: z.string(),
			parameters: z.object({
				form: z.object({ value: z.string() }).optional(),
				fieldData: z.object({ assignments: z.array(z.object({ name: z.string() })) }).optional(),
			}),
		}),
	),
});

it.each(globSync('examples/*.json', { cwd: project }))(
	'%s names forms and fields that the sandbox has',
	(file) => {
		const { nodes } = workflowSchema.parse(
			JSON.parse(readFileSync(resolve(project, file), 'utf8')) as unknown,
		);
		const named = nodes.flatMap(({ name, parameters: { form, fieldData } }) =>
			form === undefined
				? []
				: [{ name, form: form.value, fields: fieldData?.assignments.map((one) => one.name) ?? [] }],
		);
		expect(named.length).toBeGreaterThan(0);
		const unknown = named.filter(({ form, fields }) => {
			const sample = sampleForms.find(({ permalink }) => permalink === form);
			const known = sample?.fields.map((field) => field.name) ?? [];
			return sample === undefined || fields.some((field) => !known.includes(field));
		});
		expect(unknown).toStrictEqual([]);
	},
);
