import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const messageSchema = z
	.object({ role: z.string(), content: z.unknown(), tool_call_id: z.string().optional() })
	.passthrough();

const toolSchema = z.object({
	function: z.object({
		name: z.string(),
		description: z.string().optional(),
		parameters: z.unknown(),
	}),
});

const requestSchema = z.object({
	model: z.string(),
	stream: z.boolean().default(false),
	messages: z.array(messageSchema),
	tools: z.array(toolSchema).default([]),
});

/** A message of the conversation that the agent has with its model. */
export type Message = z.output<typeof messageSchema>;

/** What the agent asks its model. */
export type ModelRequest = z.output<typeof requestSchema>;

/** A call that the model wants made. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
}

/** What the model says: the calls that it wants made, or its last words. */
export type Reply = { readonly calls: readonly ToolCall[] } | { readonly text: string };

/** A reply, or a function of what the model is asked that gives one. */
export type Answer = Reply | ((request: ModelRequest) => Reply);

/** A model that answers as it is told to. */
export interface RunningModel {
	/** Base URL for n8n's OpenAI credential. */
	readonly url: string;
	/** What it was asked, in order. */
	readonly requests: readonly ModelRequest[];
	/**
	 * Tells it what to answer from now on, in order, and forgets what it was asked.
	 */
	answer(answers: readonly Answer[]): void;
	stop(): Promise<void>;
}

/** The content of the last message that a tool gave, as the model got it. */
export function lastToolResult({ messages }: ModelRequest): string {
	const result = messages.findLast(({ role }) => role === 'tool');
	if (typeof result?.content !== 'string') throw new Error('No tool has given anything');
	return result.content;
}

/** Starts a model on 127.0.0.1 that speaks OpenAI's chat completions, streamed or not. */
export async function startModel(): Promise<RunningModel> {
	let answers: Answer[] = [];
	const requests: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void serve(request, response).catch((error: unknown) => {
			response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }));
		});
	});
	const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (incoming.url !== '/v1/chat/completions') {
			response.writeHead(404).end();
			return;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
		const asked = requestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
		requests.push(asked);
		const next = answers.shift();
		if (next === undefined) throw new Error('The model was asked more than it was told to answer');
		const reply = typeof next === 'function' ? next(asked) : next;
		send(response, asked, reply, requests.length);
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('It listens on no port');
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		requests,
		answer: (told) => {
			answers = [...told];
			requests.length = 0;
		},
		stop: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function send(response: ServerResponse, asked: ModelRequest, reply: Reply, count: number): void {
	const message =
		'text' in reply
			? { role: 'assistant', content: reply.text }
			: { role: 'assistant', content: null, tool_calls: toolCalls(reply.calls, count) };
	const finish_reason = 'text' in reply ? 'stop' : 'tool_calls';
	const answer = { id: `answer-${count}`, created: 0, model: asked.model };
	if (!asked.stream) {
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason }];
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ ...answer, object: 'chat.completion', choices, usage }));
		return;
	}
	response.setHeader('content-type', 'text/event-stream');
	for (const choice of [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason },
	]) {
		const chunk = { ...answer, object: 'chat.completion.chunk', choices: [choice] };
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

function toolCalls(calls: readonly ToolCall[], count: number) {
	return calls.map(({ name, arguments: args }, index) => ({
		index,
		id: `call-${count}-${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(args) },
	}));
}
