import { z } from 'zod';

const itemSchema = z
	.object({ json: z.record(z.unknown()), pairedItem: z.unknown(), error: z.unknown() })
	.passthrough();

const errorSchema = z
	.object({ message: z.string(), description: z.string().nullish() })
	.passthrough();

const nodeRunSchema = z
	.object({
		executionStatus: z.string().optional(),
		executionTime: z.number(),
		data: z.record(z.array(z.array(itemSchema).nullable())).optional(),
		error: errorSchema.optional(),
		hints: z.array(z.object({ message: z.string() }).passthrough()).optional(),
	})
	.passthrough();

const dataSchema = z
	.object({
		resultData: z
			.object({
				runData: z.record(z.array(nodeRunSchema)),
				error: errorSchema.optional(),
				lastNodeExecuted: z.string().optional(),
			})
			.passthrough(),
	})
	.passthrough();

const answerSchema = z.object({
	id: z.string(),
	workflowId: z.string(),
	status: z.string(),
	mode: z.string(),
	data: z.string(),
});

/** One item that a node put out. */
export type Item = z.output<typeof itemSchema>;
/** One run of one node. */
export type NodeRun = z.output<typeof nodeRunSchema>;

/** An execution that n8n keeps. */
export interface Execution {
	readonly id: string;
	readonly workflowId: string;
	/** `success`, `error`, `crashed`, `canceled`, `running`, `waiting`, `new` or `unknown`. */
	readonly status: string;
	/** `manual`, `trigger`, `webhook` … */
	readonly mode: string;
	/** The runs of each node, by its name. */
	readonly runs: Readonly<Record<string, readonly NodeRun[]>>;
	/** Why the execution failed. */
	readonly error:
		{ readonly message: string; readonly description?: string | null | undefined } | undefined;
}

/**
 * Reads n8n's answer to `GET /rest/executions/<id>`.
 *
 * @param parseFlatted `parse` of the package `flatted`, in whose format the data is
 */
export function readExecution(answer: unknown, parseFlatted: (text: string) => unknown): Execution {
	const { data, ...rest } = answerSchema.parse(answer);
	const { resultData } = dataSchema.parse(parseFlatted(data));
	return { ...rest, runs: resultData.runData, error: resultData.error };
}

/**
 * The items that a node put out over all its runs.
 *
 * @param output number of the output, 0 for the first
 * @param kind kind of the output: `ai_tool` for what a tool gave an agent
 */
export function itemsOf(execution: Execution, node: string, output = 0, kind = 'main'): Item[] {
	return (execution.runs[node] ?? []).flatMap((run) => run.data?.[kind]?.[output] ?? []);
}
