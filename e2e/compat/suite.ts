import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IHttpRequestOptions,
} from 'n8n-workflow';

/** What the tests use of the older n8n-core, as it was then. */
interface OlderCore {
	readonly PackageDirectoryLoader: new (folder: string) => {
		loadAll(): Promise<void>;
		getNode(name: string): { type: INodeType };
		getCredential(name: string): { type: ICredentialType };
	};
	readonly ExecutionLifecycleHooks: new (mode: string, id: string, workflow: object) => object;
	readonly WorkflowExecute: new (
		data: object,
		mode: string,
	) => { run(workflow: object, start: INode): Promise<IRun> };
}

/** What the tests use of the older n8n-workflow. */
interface OlderWorkflow {
	readonly ICredentialsHelper: new () => object;
	readonly Workflow: new (workflow: object) => { getNode(name: string): INode | null };
}

/** Runs beside the older n8n's `node_modules`; the service is the sandbox, in a process of its own. */
const folder = process.cwd();
const require = createRequire(join(folder, 'package.json'));
require('reflect-metadata');
const core = require('n8n-core') as OlderCore;
const { Workflow, ICredentialsHelper } = require('n8n-workflow') as OlderWorkflow;

const { SANDBOX_URL = '', SANDBOX_TOKEN = '', FORM = '', SUBMISSION = '' } = process.env;
const loader = new core.PackageDirectoryLoader(
	join(folder, 'node_modules', 'n8n-nodes-submissions'),
);
await loader.loadAll();
const credentialType = loader.getCredential('submissionsApi').type;

class CredentialsHelper extends ICredentialsHelper {
	getParentTypes(): string[] {
		return [];
	}

	getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve({
			baseUrl: SANDBOX_URL,
			authentication: 'accessToken',
			accessToken: SANDBOX_TOKEN,
			sendIn: 'header',
		});
	}

	async authenticate(
		data: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialType;
		assert.ok(typeof authenticate === 'function');
		return await authenticate(data, options);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentialsProperties(): object[] {
		return credentialType.properties;
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}
}

type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

interface Outcome {
	readonly run: IRun;
	readonly output: readonly IDataObject[];
	readonly errors: readonly IDataObject[];
	readonly hints: readonly string[];
	/** What stopped the workflow, in words; empty where nothing did. */
	readonly stopped: string;
}

/** Runs the node on the older engine, over the given items. */
async function run(
	parameters: INodeParameters,
	items: readonly IDataObject[] = [{}],
	settings: { readonly onError?: OnError; readonly maxTries?: number } = {},
): Promise<Outcome> {
	const start: INodeType = {
		description: {
			displayName: 'Start',
			name: 'start',
			group: ['trigger'],
			version: 1,
			description: 'Gives the items',
			defaults: { name: 'Start' },
			inputs: [],
			outputs: ['main'],
			properties: [],
		},
		execute: () => Promise.resolve([items.map((json): INodeExecutionData => ({ json }))]),
	};
	const types: Readonly<Record<string, INodeType>> = {
		start,
		submissions: loader.getNode('submissions').type,
	};
	const { maxTries } = settings;
	const nodes: INode[] = [
		{ id: '1', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
		{
			id: '2',
			name: 'Submissions',
			type: 'submissions',
			typeVersion: 1,
			position: [200, 0],
			parameters: {
				form: { __rl: true, mode: 'id', value: FORM },
				submission: { __rl: true, mode: 'id', value: SUBMISSION },
				...parameters,
			},
			credentials: { submissionsApi: { id: '1', name: 'Sandbox' } },
			onError: settings.onError ?? 'stopWorkflow',
			retryOnFail: maxTries !== undefined,
			...(maxTries !== undefined && { maxTries, waitBetweenTries: 1 }),
		},
	];
	const connections = { Start: { main: [[{ node: 'Submissions', type: 'main', index: 0 }]] } };
	const get = (name: string): INodeType | undefined => types[name];
	const shape = { id: 'w', name: 'Test', nodes, connections, active: false };
	const workflow = new Workflow({
		...shape,
		nodeTypes: { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) },
		settings: { executionOrder: 'v1' },
	});
	const additionalData = {
		credentialsHelper: new CredentialsHelper(),
		hooks: new core.ExecutionLifecycleHooks('manual', '1', { ...shape, settings: {} }),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		externalSecretsProxy: { listProviders: () => [] },
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
	};
	const first = workflow.getNode('Start');
	assert.ok(first !== null);
	const done = await new core.WorkflowExecute(additionalData, 'manual').run(workflow, first);
	const task = done.data.resultData.runData['Submissions']?.at(-1);
	const [output, errors] = task?.data?.['main'] ?? [];
	const error = done.data.resultData.error;
	return {
		run: done,
		output: (output ?? []).map(({ json }) => json),
		errors: (errors ?? []).map(({ json }) => json),
		hints: (task?.hints ?? []).map(({ message }) => message),
		stopped: error === undefined ? '' : `${error.message}\n${String(error.description)}`,
	};
}

interface Received {
	readonly method: string;
	readonly url: string;
	readonly body: string;
}

async function control(method: string, path: string, body?: object): Promise<unknown> {
	const response = await fetch(`${SANDBOX_URL}/sandbox/${path}`, {
		method,
		...(body && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	const text = await response.text();
	assert.ok(response.ok, text);
	return text === '' ? undefined : JSON.parse(text);
}

async function received(): Promise<readonly Received[]> {
	return ((await control('GET', 'log')) as { entries: Received[] }).entries;
}

beforeEach(async () => {
	await control('DELETE', 'faults');
	await control('DELETE', 'choices');
	await control('DELETE', 'log');
});

const create = { operation: 'create', fieldDataMode: 'autoMap' };
const people = ['Ada', 'Grace', 'Edsger'].map((name) => ({
	name,
	email: `${name.toLowerCase()}@example.com`,
}));
const withOneBad = people.map((person) =>
	person.name === 'Grace' ? { ...person, email: 'at home' } : person,
);

void test('the four operations do what they say', async () => {
	const created = await run(create, people);
	assert.equal(created.stopped, '');
	assert.deepEqual(
		created.output.map((json) => json['created']),
		[true, true, true],
	);
	const permalink = created.output[1]?.['submissionPermalink'];
	assert.ok(typeof permalink === 'string');
	const submission = { __rl: true, mode: 'id', value: permalink };
	const updated = await run({
		operation: 'update',
		submission,
		fieldDataMode: 'defineBelow',
		fieldData: {
			assignments: [{ id: '1', name: 'message', value: '={{ "a" + "b" }}', type: 'string' }],
		},
	});
	assert.equal(updated.output[0]?.['updated'], true, updated.stopped);
	const read = await run({ operation: 'get', submission });
	assert.match(JSON.stringify(read.output), /"name":"Grace".*"message":"ab"/);
	const deleted = await run({ operation: 'delete', submission });
	assert.equal(deleted.output[0]?.['deleted'], true, deleted.stopped);
	const gone = await run({
		operation: 'get',
		submission,
		options: { ifNotFound: 'report' },
	});
	assert.equal(gone.output[0]?.['found'], false, gone.stopped);
});

void test('each output item is linked to its input item', async () => {
	const { run: done } = await run(create, people);
	const [output] = done.data.resultData.runData['Submissions']?.at(-1)?.data?.['main'] ?? [];
	assert.deepEqual(
		output?.map(({ pairedItem }) => pairedItem),
		[{ item: 0 }, { item: 1 }, { item: 2 }],
	);
});

void test('what cannot be sent is refused in words, with no request sent', async () => {
	const { stopped } = await run({
		operation: 'get',
		submission: { __rl: true, mode: 'id', value: '={{ "too short" }}' },
	});
	assert.match(stopped, /Submission is "too short", which has 9 characters/);
	assert.deepEqual(await received(), []);
});

void test('with Stop, the error accounts for all items', async () => {
	const { stopped } = await run({ ...create, options: { requestsAtOnce: 1 } }, withOneBad);
	assert.match(stopped, /did not accept the field data.*email/);
	assert.match(stopped, /Of 3 items: done 0; refused 1; not sent 2/);
	assert.equal((await received()).length, 2);
});

void test('with Continue, a failed item keeps its details', async () => {
	const { output, stopped } = await run(create, withOneBad, { onError: 'continueRegularOutput' });
	assert.equal(stopped, '');
	assert.deepEqual(
		output.map((json) => json['created'] ?? json['details'] !== undefined),
		[true, true, true],
	);
	assert.match(JSON.stringify(output[1]), /"outcome":"refused"/);
});

void test('with the error output, a failed item says so at the first output: this n8n does not know it by its details', async () => {
	const { output, errors } = await run(create, withOneBad, { onError: 'continueErrorOutput' });
	assert.equal(output.length, 3);
	assert.equal(errors.length, 0);
	assert.match(JSON.stringify(output[1]), /"fieldErrors":\{"email"/);
});

void test('Retry On Fail sends nothing again that was done or is unknown', async () => {
	await control('PUT', 'faults', {
		rules: [
			{
				match: { field: { name: 'Grace' } },
				when: { first: 1 },
				then: { kind: 'refuse', status: 400 },
			},
			{ match: { field: { name: 'Edsger' } }, then: { kind: 'resetAfterStoring' } },
		],
	});
	const { stopped } = await run({ ...create, options: { requestsAtOnce: 1 } }, people, {
		maxTries: 3,
	});
	assert.match(stopped, /The submission may still have been created/);
	const names = (await received()).map(({ body }) => String(/"name":"(\w+)"/.exec(body)?.[1]));
	assert.deepEqual(names, ['Ada', 'Grace', 'Grace', 'Edsger']);
});

void test('a hint stands above the output', async () => {
	await control('PUT', 'choices', { permalink: 'none' });
	const { hints } = await run(create, people.slice(0, 1));
	assert.match(hints.join(), /Set Path of the New Permalink under Options/);
});

void test('no secret stands anywhere in what is saved of a run that failed', async () => {
	await control('PUT', 'faults', { rules: ['echoSecret:401'] });
	const { run: done } = await run(create, people.slice(0, 1));
	const saved = JSON.stringify(done);
	assert.ok(!saved.includes(SANDBOX_TOKEN));
});
