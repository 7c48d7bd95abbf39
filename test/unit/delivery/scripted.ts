import { Readable } from 'node:stream';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';

import { FORM } from '../examples.ts';

export const TOKEN = 'token-of-a-scripted-run';
export const CREDENTIAL: ICredentialDataDecryptedObject = {
	baseUrl: 'https://forms.example.com',
	authentication: 'accessToken',
	accessToken: TOKEN,
	sendIn: 'header',
};

/** A response as n8n's request helper gives it where a stream was asked for. */
export function responseOf(
	statusCode: number,
	body: string | object = '',
	headers: Record<string, unknown> = {},
): { statusCode: number; headers: Record<string, unknown>; body: Readable } {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode, headers, body: Readable.from([Buffer.from(text)]) };
}

/** What n8n's request helper throws where no answer came. */
export function brokenOff(code: string): Error {
	return Object.assign(new Error(`It ended in ${code}`), { code });
}

/** A request as it reached n8n's helper. */
export interface Sent {
	readonly credential: string;
	readonly options: IHttpRequestOptions;
	readonly additional: unknown;
}

/** How n8n runs the node, and what the service answers. */
export interface Script {
	/** Fields of the input items; one empty item where none are given. */
	readonly items?: readonly object[];
	readonly parameters?: INodeParameters;
	readonly continues?: boolean;
	/** What n8n calls the node's setting On Error; of no matter for `continues`. */
	readonly onError?: string;
	/** How n8n started the execution; by a trigger where it is not given. */
	readonly mode?: string;
	/** What each request is answered with, by its number from 0; a thrown error is no answer. */
	readonly answer?: (number: number, options: IHttpRequestOptions) => unknown;
	readonly credential?: () => Promise<ICredentialDataDecryptedObject>;
	readonly cancel?: AbortSignal;
	/** What n8n keeps across the tries of Retry On Fail. */
	readonly executeData?: object;
	/** What n8n keeps with a failed execution and hands to its Retry. */
	readonly nodeContext?: IDataObject;
	/** n8n's memory of the node; an n8n without one where it is not given. */
	readonly memory?: ScriptedMemory | undefined;
	/** n8n's id of the workflow; one of its own where it is not given. */
	readonly workflowId?: string;
	/** Which round of a loop it is; the first where it is not given. */
	readonly runIndex?: number;
	/** How an AI agent called: it runs its tools itself, or n8n's engine does. */
	readonly agent?: 'tool' | 'engine';
	/** What n8n's expression engine gives for a parameter, or a part of one, by its path. */
	readonly engine?: (path: string, itemIndex: number) => unknown;
}

/** The part of n8n's deduplication helper that the node uses, by n8n's own names for what goes in. */
export interface ScriptedMemory {
	readonly record: IExecuteFunctions['helpers']['checkProcessedAndRecord'];
	readonly remove: IExecuteFunctions['helpers']['removeProcessed'];
	readonly count: IExecuteFunctions['helpers']['getProcessedDataCount'];
}

/** A run's context, and what came of it. */
export interface ScriptedRun {
	readonly context: IExecuteFunctions;
	readonly sent: Sent[];
	readonly hints: string[];
	readonly logged: string[];
}

/** As much of n8n's context as a run of the node uses; the real one is used in the engine tests. */
export function scripted(script: Script): ScriptedRun {
	const sent: Sent[] = [];
	const hints: string[] = [];
	const logged: string[] = [];
	const inputs = (script.items ?? [{}]).map((json) => ({ json }));
	const inputKind = script.agent === 'tool' ? 'ai_tool' : 'main';
	const executeData = script.executeData ?? {};
	const nodeContext = script.nodeContext ?? {};
	const parameters: INodeParameters = {
		operation: 'create',
		form: FORM,
		fieldDataMode: 'autoMap',
		ignoreFields: '',
		options: {},
		...script.parameters,
	};
	const context: Partial<Record<keyof IExecuteFunctions, unknown>> = {
		getInputData: (_index: number, kind: string) => (kind === inputKind ? inputs : []),
		getNodeParameter: (
			path: string,
			itemIndex: number,
			_fallback: unknown,
			options?: { rawExpressions?: boolean },
		) => (options?.rawExpressions ? rawAt(parameters, path) : script.engine?.(path, itemIndex)),
		continueOnFail: () => script.continues ?? false,
		isToolExecution: () => script.agent === 'tool',
		getNode: () => ({
			id: 'node',
			name: 'Submissions',
			parameters,
			credentials: { submissionsApi: { id: '7', name: 'Service' } },
			onError: script.onError,
			...(script.agent === 'engine' && { rewireOutputLogTo: 'ai_tool' }),
		}),
		getCredentials: script.credential ?? (() => Promise.resolve(CREDENTIAL)),
		getExecutionCancelSignal: () => script.cancel,
		getExecuteData: () => executeData,
		getContext: (place: string) => (place === 'node' ? nodeContext : {}),
		getWorkflowDataProxy: () => ({ $runIndex: script.runIndex ?? 0 }),
		getMode: () => script.mode ?? 'trigger',
		getWorkflow: () => ({ id: script.workflowId ?? 'workflow' }),
		addExecutionHints: (...added: { message: string }[]) => {
			hints.push(...added.map(({ message }) => message));
		},
		logger: {
			info: (line: string) => logged.push(line),
			error: (line: string) => logged.push(line),
		},
		helpers: {
			httpRequestWithAuthentication: async (
				credential: string,
				options: IHttpRequestOptions,
				additional: unknown,
			) => {
				sent.push({ credential, options, additional });
				return await Promise.resolve(script.answer?.(sent.length - 1, options));
			},
			assertBinaryData: () => {
				throw new Error('There is no such file');
			},
			...(script.memory && {
				checkProcessedAndRecord: script.memory.record,
				removeProcessed: script.memory.remove,
				getProcessedDataCount: script.memory.count,
			}),
			getBinaryMetadata: async () => Promise.reject(new Error('gone')),
		},
	};
	return { context: context as IExecuteFunctions, sent, hints, logged };
}

/** A parameter, or a part of one, as n8n finds it by its path. */
function rawAt(parameters: INodeParameters, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => Reflect.get(Object(value), name) as unknown, parameters);
}
