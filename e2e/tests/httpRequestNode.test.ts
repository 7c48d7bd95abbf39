import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleForms } from '../exampleForms.ts';
import { chain, type ChainNode } from '../workflow.ts';
import { sharedStage } from './sharedStage.ts';

// What the README says of n8n's own HTTP Request node, set up to do the same job.

const form = exampleForms['Contact requests'] ?? '';
const items = Array.from({ length: 5 }, (_, number) => ({ name: `Person ${number}` }));

/** Lets the service refuse the third of the five. */
const thirdRefused = {
	rules: [{ match: { field: { name: '^Person 2$' } }, then: { kind: 'refuse', status: 422 } }],
};

interface Seen {
	readonly methods: readonly string[];
	readonly succeeded: boolean;
}

/** Creates the five through the HTTP Request node while these faults happen. */
async function createFive(faults: object, settings: Partial<ChainNode> = {}): Promise<Seen> {
	const { editor, sandbox, credential } = await sharedStage();
	await sandbox.set('faults', faults);
	await sandbox.forgetReceived();
	const workflow = await editor.createWorkflow(
		chain('The HTTP Request node', items, [
			{
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: `${sandbox.made.address}/api/v1/forms/${form}/submissions/new`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'submissionsApi',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ $json }}',
					options: {},
				},
				credentials: { submissionsApi: { id: credential.id, name: credential.name } },
				...settings,
			},
		]),
	);
	const execution = await editor.run(workflow, 'Start');
	const received = await sandbox.received();
	await sandbox.set('faults', undefined);
	return {
		methods: received.entries.map(({ method }) => method),
		succeeded: execution.status === 'success',
	};
}

void test('one item fails: all the others are sent nevertheless, and the execution fails', async () => {
	const { methods, succeeded } = await createFive(thirdRefused);
	assert.deepEqual(methods, Array(5).fill('POST'));
	assert.equal(succeeded, false);
});

void test('Retry On Fail sends every item again, the successful creates too', async () => {
	const { methods } = await createFive(thirdRefused, {
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 10,
	});
	assert.equal(methods.length, 10);
});

void test('a 429 with Retry-After is not waited for', async () => {
	const tooMany = { rules: [{ when: { nth: 1 }, then: { kind: 'tooMany', retryAfter: 1 } }] };
	const { methods, succeeded } = await createFive(tooMany);
	assert.equal(methods.length, 5);
	assert.equal(succeeded, false);
});

void test('a redirect of a POST is followed as a GET', async () => {
	const { sandbox } = await sharedStage();
	const location = `${sandbox.made.address}/api/v1/forms/${form}/submissions/aB3dE5gH7j`;
	const { methods } = await createFive({
		rules: [{ match: { method: 'POST' }, then: { kind: 'redirect', status: 302, location } }],
	});
	assert.ok(methods.includes('GET'));
});
