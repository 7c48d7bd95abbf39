import type { ExecutionLifecycleHooks as Hooks, PackageDirectoryLoader as Loader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IConnections,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow as WorkflowType,
} from 'n8n-workflow';

import { CredentialsHelper } from './credentials.ts';

const { Container } = requireOutside('@n8n/di');
const { ExecutionLifecycleHooks, ExternalSecretsProxy, PackageDirectoryLoader, WorkflowExecute } =
	requireOutside('n8n-core');
const { Expression, NodeConnectionTypes, Workflow } = requireOutside('n8n-workflow');

/** The name of the node under test in the workflows that `runNode` makes. */
export const NODE = 'Submissions';

/** A run of the node in a workflow: what is put in, and how the node is set. */
export interface Setup {
	readonly parameters: INodeParameters;
	readonly credential: ICredentialDataDecryptedObject;
	/** One empty item where none are given. */
	readonly items?: readonly INodeExecutionData[];
	readonly onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** How often n8n tries the whole node (Retry On Fail); once where it is not given. */
	readonly maxTries?: number;
	/** Cancels the execution as soon as this settles. */
	readonly cancelWhen?: Promise<unknown>;
	/** Workflow variables, `$vars` in expressions. */
	readonly variables?: Record<string, string>;
	/** A failed run that this one is n8n's Retry of. */
	readonly retryOf?: RetryOf;
	/** More nodes before the one under test, in a chain that starts at Start. */
	readonly before?: readonly INode[];
}

/** A press of n8n's Retry button beside a failed execution. */
export interface RetryOf {
	readonly run: IRun;
	/** Which of the button's two variants: the nodes as they are set now, or as they were then. */
	readonly workflow: 'currentlySaved' | 'original';
}

/** What came of a run. */
export interface Outcome {
	readonly run: IRun;
	/** The items of the node's first output (with On Error = Continue (using error output), the good ones). */
	readonly output: readonly INodeExecutionData[];
	/** The items of the node's error output. */
	readonly errors: readonly INodeExecutionData[];
	/** What stopped the workflow; undefined where nothing did. */
	readonly error: IRun['data']['resultData']['error'];
	/** What n8n shows above the output. */
	readonly hints: readonly string[];
}

/** Gives its items to the workflow. */
class Start implements INodeType {
	description = {
		displayName: 'Start',
		name: 'start',
		group: ['trigger' as const],
		version: 1,
		description: 'Gives the items of a test',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	constructor(items: readonly INodeExecutionData[]) {
		this.execute = () => Promise.resolve([[...items]]);
	}

	execute: () => Promise<INodeExecutionData[][]>;
}

/** Passes its items on. */
class Pass implements INodeType {
	description = {
		...new Start([]).description,
		displayName: 'Pass',
		name: 'pass',
		inputs: [NodeConnectionTypes.Main],
	};

	execute(this: { getInputData(): INodeExecutionData[] }): Promise<INodeExecutionData[][]> {
		return Promise.resolve([this.getInputData()]);
	}
}

let loading: Promise<Loader> | undefined;

/** Loads the built package with n8n's own loader, as n8n does with an installed one. */
export async function loadPackage(): Promise<Loader> {
	loading ??= (async () => {
		const loader = new PackageDirectoryLoader(packageFolder);
		await loader.loadAll();
		return loader;
	})();
	return await loading;
}

/** Evaluates expressions in a separate virtual machine from now on, as n8n does unless told otherwise. */
export async function useProductionExpressions(): Promise<void> {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

/** Runs the built node once, in a workflow on n8n's real engine. */
export async function runNode(setup: Setup): Promise<Outcome> {
	const nodes: INode[] = [
		node('Start', 'start', {}),
		...(setup.before ?? []),
		{
			...submissionsNode(setup.parameters),
			onError: setup.onError ?? 'stopWorkflow',
			retryOnFail: setup.maxTries !== undefined,
			...(setup.maxTries !== undefined && { maxTries: setup.maxTries, waitBetweenTries: 1 }),
		},
	];
	const types = {
		start: new Start(setup.items ?? [{ json: {} }]),
		pass: new Pass(),
		submissions: await submissionsType(),
	};
	return outcomeOf(await runWorkflow({ ...setup, nodes, connections: chain(nodes), types }));
}

/** The node under test, with its credential, as a workflow holds it. */
export function submissionsNode(parameters: INodeParameters): INode {
	return {
		...node(NODE, 'submissions', parameters),
		credentials: { submissionsApi: { id: '1', name: 'Submissions' } },
	};
}

/** The built node's type, as n8n's loader gives it. */
export async function submissionsType(): Promise<INodeType> {
	const { type } = (await loadPackage()).getNode('submissions');
	if ('nodeVersions' in type) throw new Error('The node has only one version');
	return type;
}

/** A whole workflow that starts at the node called Start. */
export interface WorkflowSetup {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly types: Readonly<Record<string, INodeType>>;
	readonly credential: ICredentialDataDecryptedObject;
	readonly cancelWhen?: Promise<unknown>;
	readonly variables?: Record<string, string>;
	readonly retryOf?: RetryOf;
}

/** Runs a workflow on n8n's real engine. */
export async function runWorkflow(setup: WorkflowSetup): Promise<IRun> {
	const base = {
		id: 'workflow',
		name: 'Test',
		nodes: [...setup.nodes],
		connections: setup.connections,
		active: false,
		settings: {},
	};
	const workflow = new Workflow({
		...base,
		nodeTypes: typesOf(setup.types),
		settings: { executionOrder: 'v1' },
	});
	const hooks = new ExecutionLifecycleHooks('trigger', '1', {
		...base,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		activeVersionId: null,
	});
	const credentialType = (await loadPackage()).getCredential('submissionsApi').type;
	const credentials = new CredentialsHelper(credentialType, setup.credential);
	const additionalData = additionalDataFor(credentials, hooks, setup.variables ?? {});
	const started = workflow.getNode('Start');
	if (started === null) throw new Error('The workflow has no start');
	const { retryOf } = setup;
	const execution =
		retryOf === undefined
			? new WorkflowExecute(additionalData, 'trigger').run({ workflow, startNode: started })
			: new WorkflowExecute(
					additionalData,
					'retry',
					dataOfRetry(retryOf, workflow),
				).processRunExecutionData(workflow);
	void setup.cancelWhen?.then(() => {
		execution.cancel();
	});
	return await execution;
}

/** What n8n hands to a Retry, as its own service makes it of the execution that it saved. */
function dataOfRetry({ run, workflow }: RetryOf, current: WorkflowType): IRun['data'] {
	const data = JSON.parse(JSON.stringify(run.data)) as IRun['data'];
	delete data.resultData.error;
	const last = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	if (last?.at(-1)?.error !== undefined) last.pop();
	for (const waiting of data.executionData?.nodeExecutionStack ?? []) {
		const node = current.getNode(waiting.node.name);
		if (workflow === 'currentlySaved' && node !== null) waiting.node = node;
	}
	return data;
}

function outcomeOf(run: IRun): Outcome {
	const task = run.data.resultData.runData[NODE]?.at(-1);
	const [output, errors] = task?.data?.['main'] ?? [];
	return {
		run,
		output: output ?? [],
		errors: errors ?? [],
		error: run.data.resultData.error,
		hints: (task?.hints ?? []).map(({ message }) => message),
	};
}

/** A node as a workflow holds it. */
export function node(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

function chain(nodes: readonly INode[]): IConnections {
	const links = nodes.slice(1).map((next, index) => {
		const previous = nodes[index]?.name ?? '';
		return [previous, { main: [[{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }]] }];
	});
	return Object.fromEntries(links) as IConnections;
}

function typesOf(types: Readonly<Record<string, INodeType>>): INodeTypes {
	const get = (name: string) => {
		const type = types[name];
		if (type === undefined) throw new Error(`There is no node type "${name}"`);
		return type;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

function additionalDataFor(
	credentialsHelper: CredentialsHelper,
	hooks: Hooks,
	variables: Record<string, string>,
): IWorkflowExecuteAdditionalData {
	const unused = () => {
		throw new Error('No workflow of these tests uses this');
	};
	return {
		credentialsHelper,
		hooks,
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		formBaseUrl: 'http://127.0.0.1/form',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		formTestBaseUrl: 'http://127.0.0.1/form-test',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		mcpBaseUrl: 'http://127.0.0.1/mcp',
		mcpTestBaseUrl: 'http://127.0.0.1/mcp-test',
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		startRunnerTask: unused,
	};
}
