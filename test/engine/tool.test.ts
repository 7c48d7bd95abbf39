import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { restoreClock, skipWaits } from './clock.ts';
import { NODE, node, runWorkflow, submissionsNode, submissionsType } from './engine.ts';
import type { Service } from './service.ts';
import { assignments, FREE_FORM, locator, startService } from './service.ts';

const { NodeConnectionTypes } = requireOutside('n8n-workflow');

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(async () => {
	await service.close();
});

beforeEach(() => {
	service.log.clear();
	service.faults.set({});
	skipWaits();
});

afterEach(restoreClock);

interface Tool {
	invoke(args: object): Promise<unknown>;
}

/** Calls its tool, as an agent does, once with each of some arguments. */
class Agent implements INodeType {
	readonly answers: unknown[] = [];

	description = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform' as const],
		version: 1,
		description: 'Calls tools',
		defaults: { name: 'Start' },
		inputs: [{ type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

	constructor(calls: readonly object[]) {
		const { answers } = this;
		this.execute = async function () {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
			for (const args of calls) {
				answers.push(await tool?.invoke(args).catch((error: unknown) => String(error)));
			}
			return [[{ json: {} }]];
		};
	}
}

/** Lets an agent call the node as a tool, and gives what the calls answered. */
async function callTool(
	parameters: INodeParameters,
	calls: readonly object[],
	maxTries?: number,
): Promise<unknown[]> {
	const agent = new Agent(calls);
	const type = await submissionsType();
	const tool: INodeType = {
		async execute(this: IExecuteFunctions) {
			return (await type.execute?.call(this)) ?? null;
		},
		description: { ...type.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] },
	};
	await runWorkflow({
		credential: service.credential,
		types: { agent, submissions: tool },
		nodes: [
			node('Start', 'agent', {}),
			{
				...submissionsNode({
					descriptionType: 'manual',
					toolDescription: 'Files a submission',
					...parameters,
				}),
				retryOnFail: maxTries !== undefined,
				...(maxTries !== undefined && { maxTries, waitBetweenTries: 1 }),
			},
		],
		connections: {
			[NODE]: { ai_tool: [[{ node: 'Start', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
	});
	return agent.answers;
}

const create = {
	operation: 'create',
	form: locator(FREE_FORM),
	fieldData: assignments(['name', "={{ $fromAI('name', 'Name', 'string') }}"]),
};

const bodies = () => service.log.entries.map(({ body }) => body.toString());

test('two calls of one agent create two submissions, each with its own arguments', async () => {
	const answers = await callTool(create, [{ name: 'Ada' }, { name: 'Ben' }]);
	expect(bodies()).toEqual(['{"name":"Ada"}', '{"name":"Ben"}']);
	const permalinks = service.log.entries.map(({ stored }) => stored);
	expect(answers.map((answer) => JSON.parse(String(answer)) as unknown)).toMatchObject(
		permalinks.map((submissionPermalink) => [{ created: true, submissionPermalink }]),
	);
});

test('the same arguments twice are two calls all the same', async () => {
	await callTool(create, [{ name: 'Ada' }, { name: 'Ada' }]);
	expect(bodies()).toEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
});

test('a create that may exist is not sent again by the tries of its call', async () => {
	service.faults.set({
		rules: [{ when: { nth: 1 }, then: { kind: 'failAfterStoring', status: 500 } }],
	});
	const answers = await callTool(create, [{ name: 'Ada' }, { name: 'Ben' }], 3);
	expect(bodies()).toEqual(['{"name":"Ada"}', '{"name":"Ben"}']);
	expect(answers[0]).toContain('The submission may exist nevertheless');
	expect(answers[1]).toContain('"created":true');
});

test('a refused call is tried again, and succeeds once', async () => {
	service.faults.set({ rules: [{ when: { nth: 1 }, then: { kind: 'refuse', status: 409 } }] });
	const answers = await callTool(create, [{ name: 'Ada' }], 3);
	expect(bodies()).toEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
	expect(answers[0]).toContain('"created":true');
});

test('map automatically sends the arguments of the call', async () => {
	await callTool(
		{
			...create,
			fieldDataMode: 'autoMap',
			ignoreFields: "={{ $fromAI('ignored', 'Names to leave out', 'string') }}",
		},
		[{ ignored: 'nothing' }],
	);
	expect(bodies()).toEqual(['{"ignored":"nothing"}']);
});

test('a refusal reaches the agent in words it can act on', async () => {
	const [answer] = await callTool(
		{
			operation: 'get',
			form: locator(FREE_FORM),
			submission: locator("={{ $fromAI('submission', 'x', 'string') }}"),
		},
		[{ submission: 'short' }],
	);
	expect(answer).toContain('Submission is "short", which has 5 characters');
	expect(answer).toContain('A permalink has exactly 10 characters');
	expect(bodies()).toEqual([]);
});
