import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const nodeSchema = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()),
		credentials: z.record(z.object({ id: z.string().nullish(), name: z.string() })).optional(),
	})
	.passthrough();

const workflowSchema = z
	.object({ name: z.string(), nodes: z.array(nodeSchema), connections: z.record(z.unknown()) })
	.passthrough();

/** A workflow as the editor exports and imports it. */
export type Workflow = z.output<typeof workflowSchema>;

/**
 * Reads a workflow file.
 *
 * @throws ZodError when it is none
 */
export async function readWorkflow(file: string): Promise<Workflow> {
	return workflowSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * A workflow with a credential chosen wherever a node names one of its type, as a person does after
 * the import. Nothing else is changed.
 */
export function withCredential(
	workflow: Workflow,
	type: string,
	credential: { readonly id: string; readonly name: string },
): Workflow {
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.credentials?.[type] === undefined
				? node
				: {
						...node,
						credentials: {
							...node.credentials,
							[type]: { id: credential.id, name: credential.name },
						},
					},
		),
	};
}
